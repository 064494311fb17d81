// SPDX-License-Identifier: MIT
#include "printing/tool_words.hpp"

#include "printing/address.hpp"

#include <algorithm>
#include <array>

namespace nopy::cli {
namespace {

struct spelling_row {
  std::string_view library, tool;
};
constexpr spelling_row spellings[] = {
    {".casting = nopy::casting::", "--casting "},
    {".equality = nopy::equality::values", "--values"},
    {"; decode_objects reads them as data", ""},
    {"nopy::decode_objects reads them as data", "`nopy show` decodes them as data"},
    {"load a wider type", "--dtype names a wider type"},
    {"ask for a struct with these fields, or load() for the type of the file",
     "--dtype \"[('NAME', 'TYPE')]\" takes the fields that are wanted"},
    {"choose another name, or say existing::replace (--force)", "-f replaces it"},
    {"npz_reader opens an .npz", "FILE.npz:NAME names a member of an archive"},
    {"policy::tolerant reads it", "without --strict it is read"},
    {"a struct may leave fields out", "--dtype may leave fields out"},
};
// What is left of a program's words.
constexpr std::string_view foreign[] = {
    "nopy::",   "load<", "load(",    "map<",     "map(",  "map it",    "limits.",
    "npy_file", "npz_",  "policy::", "source::", "std::", "deflated{}"};

void replace(std::string& in, std::string_view what, std::string_view by) {
  for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + by.size()))
    in.replace(at, what.size(), by);
}

bool is_foreign(std::string_view clause) {
  return std::any_of(std::begin(foreign), std::end(foreign), [&](std::string_view word) {
    return clause.find(word) != std::string_view::npos;
  });
}

/// "double, '<f8' (float64)" without the type of C++.
std::string_view tool_type(std::string_view expected) {
  const std::size_t descr = expected.find(", '");
  return descr == std::string_view::npos ? expected : expected.substr(descr + 2);
}

}  // namespace

std::string tool_hint(std::string_view hint) {
  std::string text(hint);
  for (const spelling_row& row : spellings) replace(text, row.library, row.tool);
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find("; "), rest.size());
    const std::string_view clause = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 2, rest.size()));
    if (is_foreign(clause)) continue;
    if (!out.empty()) out += "; ";
    out += clause;
  }
  return out;
}

error in_tool_words(const error& of) {
  error_parts parts = of.parts();
  if (parts.code == errc::type_mismatch) parts.expected = tool_type(parts.expected);
  const std::string hint = without_secrets(tool_hint(parts.hint));
  parts.hint = hint;
  const auto shown = [](std::string_view text) {
    return is_address(text) ? shown_address(text) : without_secrets(text);
  };
  const std::string subject = shown(parts.subject), found = shown(parts.found);
  const std::string summary = without_secrets(parts.summary);
  parts.subject = subject;
  parts.found = found;
  parts.summary = summary;
  return error(parts);
}

}  // namespace nopy::cli
