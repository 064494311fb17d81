// SPDX-License-Identifier: MIT
// Values that builtins, collections, datetime and codecs stand for in a pickle.
#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "bytes/utf8.hpp"
#include "object/values.hpp"

namespace nopy::object {
namespace {

/// A node that shows the items another one has now; appending to either moves it away first.
object_node* snapshot(object_document& in, value_kind kind, symbol what,
                      const object_node* of) noexcept {
  object_node* node = in.add(kind);
  if (node == nullptr) return nullptr;
  node->symbol = what;
  if (of != nullptr) node->items = of->items, node->count = node->capacity = of->count;
  return node;
}

made make_collection(object_document& in, value_kind kind, symbol what,
                     const object_node& args) noexcept {
  if (args.count == 0) return snapshot(in, kind, what, nullptr);
  const object_node* from = args.item(0);
  const bool listed =
      from->is(value_kind::list) || from->is(value_kind::tuple) || from->is(value_kind::set);
  if (args.count != 1 || !listed) return std::nullopt;
  return snapshot(in, kind, what, from);
}

/// A dict from a list of pairs.
made make_dict(object_document& in, symbol what, const object_node& args) noexcept {
  if (args.count == 0) return snapshot(in, value_kind::dict, what, nullptr);
  const object_node* from = args.item(0);
  if (args.count != 1) return std::nullopt;
  if (from->is(value_kind::dict)) return snapshot(in, value_kind::dict, what, from);
  if (!from->is(value_kind::list) && !from->is(value_kind::tuple)) return std::nullopt;
  object_node* dict = snapshot(in, value_kind::dict, what, nullptr);
  if (dict == nullptr) return nullptr;
  for (std::size_t i = 0; i < from->count; ++i) {
    const object_node* pair = from->item(i);
    if (!(pair->is(value_kind::list) || pair->is(value_kind::tuple)) || pair->count != 2)
      return std::nullopt;
    if (!in.append(*dict, pair->item(0)) || !in.append(*dict, pair->item(1))) return nullptr;
  }
  return dict;
}

made make_bytes(object_document& in, symbol what, const object_node& args) noexcept {
  std::string_view from;
  if (args.count != 0) {
    const auto raw = raw_of(in, *args.item(0));
    if (!raw || args.count > 2) return std::nullopt;
    if (raw->data() == nullptr) return nullptr;
    from = *raw;
  }
  object_node* node = in.add(value_kind::bytes);
  if (node == nullptr) return nullptr;
  node->symbol = what;
  node->text = from.empty() ? "" : from.data();
  node->text_bytes = from.size();
  return node;
}

/// _codecs.encode(text, 'latin1'): how protocol 2 spells bytes.
made encode_text(object_document& in, const object_node& args) noexcept {
  if (args.count != 2 || !args.item(1)->is(value_kind::text)) return std::nullopt;
  const std::string_view codec = args.item(1)->view();
  if (codec != "latin1" && codec != "latin-1") return std::nullopt;
  return make_bytes(in, symbol::bytes_class, args);
}

made make_complex(object_document& in, const object_node& args) noexcept {
  if (args.count != 2 || !args.item(0)->is(value_kind::floating) ||
      !args.item(1)->is(value_kind::floating))
    return std::nullopt;
  char parts[16];
  std::memcpy(parts, args.item(0)->text, 8);
  std::memcpy(parts + 8, args.item(1)->text, 8);
  return in.add_text(value_kind::complex, {parts, sizeof parts});
}

unsigned at(std::string_view raw, std::size_t i) noexcept {
  return static_cast<unsigned char>(raw[i]);
}

void put_padded(bytes::text_sink& out, unsigned value, int digits) noexcept {
  char text[6];
  for (int i = digits; i-- > 0; value /= 10) text[i] = static_cast<char>('0' + value % 10);
  out.put(std::string_view(text, static_cast<std::size_t>(digits)));
}

void put_date(bytes::text_sink& out, std::string_view raw) noexcept {
  put_padded(out, at(raw, 0) * 256 + at(raw, 1), 4);
  put_padded(out.put('-'), at(raw, 2) & 0x7F, 2);  // the top bit is `fold` of datetime
  put_padded(out.put('-'), at(raw, 3), 2);
}

void put_time(bytes::text_sink& out, std::string_view raw) noexcept {
  put_padded(out, at(raw, 0) & 0x7F, 2);  // the top bit is `fold` of time
  put_padded(out.put(':'), at(raw, 1), 2);
  put_padded(out.put(':'), at(raw, 2), 2);
  const unsigned micros = at(raw, 3) << 16 | at(raw, 4) << 8 | at(raw, 5);
  if (micros != 0) put_padded(out.put('.'), micros, 6);
}

/// Whether the packed fields are those of a date or time that Python can make.
bool plausible(std::string_view date, std::string_view time) noexcept {
  if (!date.empty()) {
    const unsigned year = at(date, 0) * 256 + at(date, 1);
    const unsigned month = at(date, 2) & 0x7F;
    if (year < 1 || year > 9999 || month < 1 || month > 12 || at(date, 3) < 1 || at(date, 3) > 31)
      return false;
  }
  return time.empty() || ((at(time, 0) & 0x7F) < 24 && at(time, 1) < 60 && at(time, 2) < 60 &&
                          (at(time, 3) << 16 | at(time, 4) << 8 | at(time, 5)) < 1'000'000);
}

/// datetime, date and time from their packed bytes: 4 of the date, 6 of the time, a time zone.
made make_moment(object_document& in, symbol what, const object_node& args) noexcept {
  const std::size_t date_bytes = what == symbol::time_class ? 0 : 4;
  const std::size_t time_bytes = what == symbol::date_class ? 0 : 6;
  if (args.count == 0 || args.count > 2 || (args.count == 2 && time_bytes == 0))
    return std::nullopt;
  const auto raw = raw_of(in, *args.item(0));
  if (raw && raw->data() == nullptr) return nullptr;
  if (!raw || raw->size() != date_bytes + time_bytes) return std::nullopt;
  const std::string_view date = bytes::slice(*raw, 0, date_bytes);
  const std::string_view time = bytes::slice(*raw, date_bytes);
  if (!plausible(date, time)) return std::nullopt;
  const bytes::short_text<32> text([&](bytes::text_sink& out) {
    if (!date.empty()) put_date(out, date);
    if (!date.empty() && !time.empty()) out.put('T');
    if (!time.empty()) put_time(out, time);
  });
  object_node* node = in.add_text(what == symbol::datetime_class ? value_kind::datetime
                                  : what == symbol::date_class   ? value_kind::date
                                                                 : value_kind::time,
                                  text);
  if (node == nullptr) return nullptr;
  const bool zoned = args.count == 2 && !args.item(1)->is(value_kind::none);
  return zoned && !in.append(*node, args.item(1)) ? nullptr : node;
}

made make_timedelta(object_document& in, const object_node& args) noexcept {
  if (args.count != 3) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i)
    if (!args.item(i)->is(value_kind::integer) || !integer_of(*args.item(i))) return std::nullopt;
  return snapshot(in, value_kind::timedelta, symbol::unknown, &args);
}

made make_timezone(object_document& in, const object_node& args) noexcept {
  if (args.count == 0 || args.count > 2 || !args.item(0)->is(value_kind::timedelta))
    return std::nullopt;
  if (args.count == 2 && !args.item(1)->is(value_kind::text)) return std::nullopt;
  return snapshot(in, value_kind::timezone, symbol::unknown, &args);
}

/// copyreg._reconstructor(class, base, state): how protocols 0 and 1 spell plain objects.
made reconstruct_object(object_document& in, const object_node& args) noexcept {
  if (args.count != 3 || !args.item(0)->is(value_kind::name)) return std::nullopt;
  object_node* given = in.add(value_kind::tuple);
  if (given == nullptr) return nullptr;
  if (!args.item(1)->means(symbol::object_class) && !in.append(*given, args.item(2)))
    return nullptr;
  return make_foreign(in, args.item(0)->view(), given);
}

}  // namespace

made make_plain(object_document& in, symbol what, const object_node& args) noexcept {
  switch (what) {
    case symbol::set_class:
    case symbol::frozenset_class:
      return make_collection(in, value_kind::set, what, args);
    case symbol::list_class:
      return make_collection(in, value_kind::list, what, args);
    case symbol::dict_class:
    case symbol::ordered_dict:
      return make_dict(in, what, args);
    case symbol::bytearray_class:
    case symbol::bytes_class:
      return make_bytes(in, what, args);
    case symbol::codecs_encode:
      return encode_text(in, args);
    case symbol::complex_class:
      return make_complex(in, args);
    case symbol::datetime_class:
    case symbol::date_class:
    case symbol::time_class:
      return make_moment(in, what, args);
    case symbol::timedelta_class:
      return make_timedelta(in, args);
    case symbol::timezone_class:
      return make_timezone(in, args);
    case symbol::copyreg_reconstructor:
      return reconstruct_object(in, args);
    default:
      return std::nullopt;
  }
}

object_node* make_foreign(object_document& in, std::string_view name, object_node* args) noexcept {
  object_node* node = in.add(value_kind::foreign);
  if (node == nullptr || !in.append(*node, args)) return nullptr;
  node->text = name.data();  // names live in the arena already
  node->text_bytes = name.size();
  ++in.foreign;
  return node;
}

std::optional<std::int64_t> integer_of(const object_node& node) noexcept {
  if (node.is(value_kind::boolean)) return node.text_bytes == 0 ? 0 : 1;
  // Only integers of thousands of digits are not decimal.
  if (!node.is(value_kind::integer) || node.text_bytes > 19) return std::nullopt;
  const std::string_view text = node.view();
  const bool negative = text.starts_with('-');
  std::int64_t value = 0;
  for (const char digit : bytes::slice(text, negative ? 1 : 0)) {
    if (value > (INT64_MAX - (digit - '0')) / 10) return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return negative ? -value : value;
}

std::optional<std::string_view> raw_of(object_document& in, const object_node& node) noexcept {
  if (node.is(value_kind::bytes)) return node.view();
  if (!node.is(value_kind::text)) return std::nullopt;
  const std::string_view text = node.view();
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count)
    if (bytes::next_code_point(text, i) > 0xFF) return std::nullopt;
  if (count == text.size()) return text;
  auto* raw = static_cast<char*>(in.take(count));
  if (raw == nullptr) return std::string_view();
  std::size_t to = 0;
  for (std::size_t i = 0; i < text.size();)
    raw[to++] = static_cast<char>(bytes::next_code_point(text, i));
  return std::string_view(raw, count);
}

}  // namespace nopy::object
