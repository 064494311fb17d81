// SPDX-License-Identifier: MIT
// Names what a file is that has not the magic of an array. Nothing here suggests to unpickle.
#include "npy/magic.hpp"

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "bytes/utf8.hpp"
#include "npy/impostor_table.hpp"

#include <algorithm>

namespace nopy::npy {
namespace {

constexpr std::string_view expected = "93 4E 55 4D 50 59 (\"\\x93NUMPY\")";

struct verdict {
  std::string_view name;
  std::string_view hint;
};

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool begins(std::string_view text, std::string_view with) noexcept {
  if (bytes::slice(text, 0, with.size()) == with) return true;
  if (with[0] != '<' || text.size() < with.size()) return false;
  for (std::size_t i = 0; i < with.size(); ++i)  // HTML in any case
    if (lower(text[i]) != with[i]) return false;
  return true;
}

std::string_view without_blanks(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : bytes::slice(text, first);
}

/// Whether all of it is text. A character that the end of `text` cuts is not held against it.
bool is_text(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t point = bytes::next_code_point(text, at);
    if (point == bytes::invalid_code_point) return start != 0 && text.size() - start < 4;
    if (point < 0x20 && point != '\t' && point != '\r' && point != '\n' && point != '\f')
      return false;
  }
  return true;
}

verdict text_verdict(std::string_view text) noexcept {
  const std::string_view rest = without_blanks(text);
  if (rest.empty()) return {"only blanks", ""};
  if (rest[0] == '{' || rest[0] == '[')
    return {"JSON or other text", "the file holds text; `numpy.save` and nopy write .npy"};
  const std::string_view line = bytes::slice(rest, 0, rest.find('\n'));
  if (line.find_first_of(",;\t") != std::string_view::npos)
    return {"plain text, such as CSV", "numpy.loadtxt reads text"};
  return {"plain text", "the file holds text; `numpy.save` and nopy write .npy"};
}

bool is_safetensors(std::string_view text) noexcept {
  return text.size() > 10 && text[8] == '{' && text[9] == '"' &&
         bytes::slice(text, 4, 4) == std::string_view("\0\0\0\0", 4);
}

verdict judge(std::string_view text, bool whole) noexcept {
  if (text.empty()) return {"an empty file", "whatever should have written it did not"};
  for (const impostor_row& row : impostor_table)
    if (begins(row.begins[0] == '<' ? without_blanks(text) : text, row.begins))
      return {row.name, row.hint};
  if (whole && bytes::slice(magic, 0, text.size()) == text)
    return {"the beginning of the magic and no more", "the file was cut; copy it again"};
  if (is_safetensors(text)) return {"a safetensors file", "the safetensors library reads it"};
  if (bytes::slice(text, 0, 262).find("ustar") == 257) return {"a tar archive", decompress_hint};
  if (text.find(magic) != std::string_view::npos)
    return {"other bytes before the magic of an array",
            "something was put before the .npy data; cut it off to read the array"};
  if (text.find_first_not_of('\0') == std::string_view::npos)
    return {"only NUL bytes", "the file got its size but never its content; copy it again"};
  if (is_text(text)) return text_verdict(text);
  return {"bytes of no format known to nopy", "raw data without a header is not .npy"};
}

}  // namespace

std::size_t matching_magic(std::span<const std::byte> bytes) noexcept {
  std::size_t count = 0;
  while (count < magic.size() && count < bytes.size() &&
         static_cast<char>(bytes[count]) == magic[count])
    ++count;
  return count;
}

error describe_impostor(std::span<const std::byte> bytes, bool whole) noexcept {
  const std::string_view text = bytes::text_of(bytes);
  const verdict seen = judge(text, whole);
  const bytes::short_text<160> found([&](bytes::text_sink& sink) {
    for (std::size_t i = 0; i < std::min(text.size(), magic.size()); ++i)
      sink.hex(static_cast<unsigned char>(text[i]), 2).put(' ');
    if (text.empty())
      sink.put(seen.name);
    else
      sink.put('(').put(seen.name).put(')');
  });
  return error({.code = errc::bad_magic,
                .offset = matching_magic(bytes),
                .found = found,
                .expected = expected,
                .hint = seen.hint});
}

}  // namespace nopy::npy
