// SPDX-License-Identifier: MIT
#include "engine/json.hpp"

#include "text/float_text.hpp"

namespace nopy::engine {

void json_writer::before_value() noexcept {
  if (separate_) put(",");
  separate_ = true;
}

json_writer& json_writer::put_word(const char* bare, std::size_t count) noexcept {
  before_value();
  raw({bare, count});
  return *this;
}

json_writer& json_writer::open(char bracket) noexcept {
  before_value();
  put({&bracket, 1});
  separate_ = false;
  return *this;
}

json_writer& json_writer::close(char bracket) noexcept {
  put({&bracket, 1});
  separate_ = true;
  return *this;
}

json_writer& json_writer::put_key(const char* name, std::size_t count) noexcept {
  put_text(name, count);
  put(":");
  separate_ = false;
  return *this;
}

json_writer& json_writer::put_text(const char* text, std::size_t count) noexcept {
  const std::string_view value(text, count);
  before_value();
  put("\"");
  std::size_t from = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto c = static_cast<unsigned char>(value[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    put({value.data() + from, i - from});
    char escaped[6];
    nopy::bytes::text_sink sink(escaped);
    if (c >= 0x20)
      sink.put('\\').put(value[i]);
    else
      sink.put("\\u").hex(c, 4);
    put({escaped, sink.count()});
    from = i + 1;
  }
  put({value.data() + from, value.size() - from});
  put("\"");
  return *this;
}

json_writer& json_writer::text_from(function_ref<void(nopy::bytes::text_sink&)> write) noexcept {
  nopy::bytes::text_sink measure(nullptr);
  write(measure);
  nopy::bytes::growing<char> room;
  if (!room.reserve(measure.count() + 1)) {
    whole_ = false;
    return *this;
  }
  nopy::bytes::text_sink sink(room.data());
  write(sink);
  return text({room.data(), sink.count()});
}

json_writer& json_writer::number(std::uint64_t value) noexcept {
  char digits[20];
  nopy::bytes::text_sink sink(digits);
  sink.decimal(value);
  return word({digits, sink.count()});
}

json_writer& json_writer::signed_number(std::int64_t value) noexcept {
  char digits[20];
  nopy::bytes::text_sink sink(digits);
  sink.signed_decimal(value);
  return word({digits, sink.count()});
}

json_writer& json_writer::real(double value) noexcept {
  if (value - value != 0) return null();
  char digits[40];
  nopy::bytes::text_sink sink(digits);
  texts::put_float(sink,
                   texts::decode_float(coding::standard, sizeof value, native_endian,
                                       reinterpret_cast<const std::byte*>(&value)),
                   texts::whole_numbers::bare);
  return word({digits, sink.count()});
}

json_writer& json_writer::text_or_null(std::string_view value) noexcept {
  return value.empty() ? null() : text(value);
}

json_writer& json_writer::extents(std::span<const std::uint64_t> values) noexcept {
  open('[');
  for (const std::uint64_t value : values) number(value);
  return close(']');
}

void json_writer::error_members(const error& what) noexcept {
  const error_parts& parts = what.parts();
  key("id").text(what.id());
  key("summary").text(parts.summary.empty() ? what.id() : parts.summary);
  key("found").text_or_null(parts.found);
  key("expected").text_or_null(parts.expected);
  key("hint").text_or_null(parts.hint);
  key("offset");
  parts.offset == no_offset ? null() : number(parts.offset);
  key("message").text_from([&](nopy::bytes::text_sink& to) {
    to.put_from([&](char* out) { return what.write_message(out); });
  });
}

json_writer& json_writer::put_error(const error& what) noexcept {
  open('{');
  error_members(what);
  return close('}');
}

json_writer& json_writer::finding_of(const finding& what) noexcept {
  constexpr std::string_view weights[] = {"note", "warning", "error"};
  open('{');
  key("severity").text(weights[static_cast<std::size_t>(what.severity)]);
  error_members(what.what);
  return close('}');
}

std::span<std::byte> json_writer::room(std::size_t count) noexcept {
  const std::size_t before = text_.size();
  // Large rooms at once; small ones let the text grow by a half, or many of them would copy it each time.
  constexpr std::size_t large = 1 << 16;
  if (count >= large) whole_ = text_.reserve(before + count) && whole_;
  constexpr char zeros[256] = {};
  for (std::size_t left = count; left != 0 && whole_;) {
    const std::size_t some = left < sizeof zeros ? left : sizeof zeros;
    raw({zeros, some});
    left -= some;
  }
  if (!whole_) return {};
  return {reinterpret_cast<std::byte*>(text_.data()) + before, count};
}

}  // namespace nopy::engine
