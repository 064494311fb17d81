// SPDX-License-Identifier: MIT
// S and U arrays as UTF-8 strings.
#include <nopy/any.hpp>

#include "array/view_fit.hpp"
#include "bytes/endian.hpp"
#include "bytes/utf8.hpp"

namespace nopy {
inline namespace v1 {
namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr std::uint64_t most_empty_strings = std::uint64_t{1} << 20;

void append(std::string& to, char32_t point) {
  const auto value = static_cast<std::uint32_t>(point);
  const bool valid = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  char encoded[4];
  bytes::text_sink sink(encoded);
  bytes::put_code_point(sink, valid ? point : replacement);
  to.append(encoded, sink.count());
}

std::string from_bytes(const std::byte* item, std::uint64_t count) {
  std::string_view text(reinterpret_cast<const char*>(item), static_cast<std::size_t>(count));
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  std::string made;
  for (std::size_t at = 0; at < text.size();) append(made, bytes::next_code_point(text, at));
  return made;
}

std::string from_text(const std::byte* item, std::uint64_t count, endian endian) {
  const auto point = [&](std::uint64_t i) {
    return bytes::load<std::uint32_t>(item + 4 * i, endian);
  };
  while (count > 0 && point(count - 1) == 0) --count;
  std::string made;
  for (std::uint64_t i = 0; i < count; ++i) append(made, static_cast<char32_t>(point(i)));
  return made;
}

}  // namespace

std::vector<std::string> any_array::strings() const {
  const bool text = dtype().kind() == kind::text;
  if (!text && dtype().kind() != kind::bytes) {
    const std::string found = "'" + dtype().descr() + "' (" + dtype().words() + ")";
    throw exception(error(
        {.code = errc::type_mismatch, .found = found, .expected = "S or U: an array of strings"}));
  }
  const any_view all = view();
  core::check_fit(all).value();
  // Strings are made from bytes that are there; items of no bytes can be any number.
  if (dtype().item_bytes() == 0 && shape().count() > most_empty_strings)
    throw exception(error({.code = errc::too_large,
                           .summary = "more empty strings than memory is given to",
                           .expected = "at most 1048576 items of no bytes"}));
  std::vector<std::string> made;
  made.reserve(static_cast<std::size_t>(shape().count()));
  for (std::uint64_t i = 0; i < shape().count(); ++i)
    made.push_back(text ? from_text(all.item(i), dtype().item_bytes() / 4, dtype().endian())
                        : from_bytes(all.item(i), dtype().item_bytes()));
  return made;
}

}  // namespace v1
}  // namespace nopy
