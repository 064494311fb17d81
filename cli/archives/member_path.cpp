// SPDX-License-Identifier: MIT
#include "archives/member_path.hpp"

#include "archives/case_folding_table.hpp"
#include "bytes/utf8.hpp"
#include "printing/escape.hpp"

#include <algorithm>

namespace nopy::cli {
namespace {

constexpr std::size_t longest_part = 255;

// Windows opens these as devices, whatever stands behind a dot.
constexpr std::string_view devices[] = {
    "con",       "prn",       "aux",       "nul",       "conin$",    "conout$",
    "com\u00B9", "com\u00B2", "com\u00B3", "lpt\u00B9", "lpt\u00B2", "lpt\u00B3",
    "com1",      "com2",      "com3",      "com4",      "com5",      "com6",
    "com7",      "com8",      "com9",      "lpt1",      "lpt2",      "lpt3",
    "lpt4",      "lpt5",      "lpt6",      "lpt7",      "lpt8",      "lpt9"};

char32_t folded_letter(char32_t letter) {
  const auto code = static_cast<std::uint32_t>(letter);
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? letter + ('a' - 'A') : letter;
  const auto* row = std::upper_bound(
      std::begin(case_folding_table), std::end(case_folding_table), code,
      [](std::uint32_t one, const case_folding_row& other) { return one < other.first; });
  if (row == std::begin(case_folding_table)) return letter;
  --row;
  if (code > row->last || (code - row->first) % row->step != 0) return letter;
  return static_cast<char32_t>(static_cast<std::int64_t>(code) + row->delta);
}

std::optional<std::string> wrong_with_part(std::string_view part) {
  if (part.empty()) return "an empty folder name";
  if (part == "." || part == "..") return "'.' or '..' leads to another folder";
  if (part.back() == '.' || part.back() == ' ') return "a dot or blank at the end of a name";
  if (part.size() > longest_part) return "a name of more than 255 bytes";
  std::string base = folded(part.substr(0, part.find('.')));
  while (base.ends_with(' ')) base.pop_back();
  if (std::find(std::begin(devices), std::end(devices), base) != std::end(devices))
    return "a device of Windows";
  return std::nullopt;
}

std::optional<std::string> wrong_with(std::string_view name) {
  if (name.empty()) return "no name";
  if (name.front() == '/') return "an absolute path";
  if (name.find('\\') != std::string_view::npos) return "a backslash, which Windows takes for '/'";
  const char first = folded(name.substr(0, 1)).front();
  if (name.size() > 1 && name[1] == ':' && first >= 'a' && first <= 'z')
    return "a drive of Windows";
  if (escaped(name) != name) return "characters that can not be seen, or that reorder text";
  return std::nullopt;
}

}  // namespace

std::string folded(std::string_view name) {
  std::string out(name.size() * 2, '\0');  // no letter grows from 2 bytes to more than 3
  bytes::text_sink sink(out.data());
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t start = at;
    const char32_t letter = bytes::next_code_point(name, at);
    if (letter == bytes::invalid_code_point)
      sink.put(name.substr(start, at - start));
    else
      bytes::put_code_point(sink, folded_letter(letter));
  }
  out.resize(sink.count());
  return out;
}

member_path path_of_member(std::string_view name) {
  member_path made;
  made.unsafe = wrong_with(name);
  while (!made.unsafe) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    made.unsafe = wrong_with_part(part);
    made.parts.emplace_back(part);
    if (slash == std::string_view::npos) break;
    name = name.substr(slash + 1);
  }
  return made;
}

}  // namespace nopy::cli
