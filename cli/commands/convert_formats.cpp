// SPDX-License-Identifier: MIT
#include "commands/convert_formats.hpp"

#include "input/dtype_argument.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"
#include "system/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {
namespace {

struct suffix_row {
  std::string_view suffix;
  file_format format;
};
constexpr suffix_row suffixes[] = {
    {".npy", file_format::npy}, {".raw", file_format::raw},   {".bin", file_format::raw},
    {".dat", file_format::raw}, {".csv", file_format::csv},   {".tsv", file_format::tsv},
    {".tab", file_format::tsv}, {".json", file_format::json}, {".npz", file_format::npz},
};

file_format format_of_suffix(std::string_view path) {
  for (const suffix_row& row : suffixes)
    if (path.ends_with(row.suffix)) return row.format;
  return file_format::unknown;
}

file_format named_format(std::string_view option, std::string_view name) {
  for (const suffix_row& row : suffixes)
    if (row.suffix.substr(1) == name) return row.format;
  refuse(fmt::format("{} is npy, raw, csv, tsv or json", option), name);
}

file_format source_format(const input& from, const request& asked) {
  if (const auto named = asked.value("--from")) return named_format("--from", *named);
  if (from.kind() != file_kind::other) return file_format::npy;
  const file_format told = format_of_suffix(from.name());
  if (told != file_format::unknown) return told;
  if (asked.has("--shape")) return file_format::raw;
  return file_format::npy;  // whose reader says what the file looks like instead
}

/// A member of an archive is always an array; how it is packed is said of nothing else.
file_format member_format(const request& asked) {
  const auto told = asked.value("--to");
  if (told && *told != "npy") refuse("a member is written as npy", *told);
  return file_format::npy;
}

file_format target_format(const std::string& path, const request& asked) {
  for (const std::string_view option : {"--store", "--deflate", "--zstd", "--align"})
    if (asked.has(option))
      refuse(fmt::format("{} is for a member of an archive", option), path, "FILE.npz:NAME");
  file_format told = path == "-" ? file_format::npy : format_of_suffix(path);
  if (const auto named = asked.value("--to")) told = named_format("--to", *named);
  if (told == file_format::npz)
    refuse("an archive is made of members", path,
           "FILE.npz:NAME writes one; `nopy pack` makes an archive of files");
  if (told == file_format::unknown)
    refuse("the target's name does not say its format", path, "--to npy, raw, csv, tsv or json");
  if (path == "-" && is_binary(told) && system::is_terminal(system::standard_output))
    refuse("binary data would go to the terminal", "", "redirect stdout, or --to csv or json");
  return told;
}

// Which pairs an option says something about.
using use = bool (*)(format_pair);
constexpr use raw_source = [](format_pair of) { return of.source == file_format::raw; };
constexpr use array_source = [](format_pair of) { return of.source == file_format::npy; };
constexpr use text_source = [](format_pair of) { return is_text(of.source); };
constexpr use text_side = [](format_pair of) { return is_text(of.source) || is_text(of.target); };
constexpr use binary_target = [](format_pair of) { return is_binary(of.target); };

// Whether another array is asked for than text is read as: one in C order, of this machine's bytes.
using ask = bool (*)(const request&);
constexpr ask nothing_else = [](const request&) { return false; };
constexpr ask other_order = [](const request& asked) {
  const auto order = asked.value("--order");
  return order && parse_order(*order) != order::c;
};
constexpr ask other_endian = [](const request& asked) { return asked.has("--endian"); };

struct option_use {
  std::string_view option;
  use used;
  std::string_view of;
  ask rearranges = nothing_else;
};
constexpr option_use option_uses[] = {
    {"--shape", raw_source, "raw bytes as SRC"},
    {"--offset", raw_source, "raw bytes as SRC"},
    {"--casting", array_source, "an array as SRC"},
    {"--order", binary_target, "an array or raw bytes as DST", other_order},
    {"--endian", binary_target, "an array or raw bytes as DST", other_endian},
    {"--separator", text_side, "CSV"},
    {"--header", text_side, "CSV"},
    {"--no-header", text_source, "CSV as SRC"},
};

/// What would change nothing was meant to change something.
void require_uses(const request& asked, format_pair formats) {
  for (const option_use& one : option_uses)
    if (asked.has(one.option) && !one.used(formats))
      refuse(fmt::format("{} says nothing here", one.option), "",
             fmt::format("it is for {}", one.of));
}

}  // namespace

format_pair formats_of(const input& from, const std::string& target,
                       const std::optional<member_target>& member, const request& asked) {
  const format_pair formats{source_format(from, asked),
                            member ? member_format(asked) : target_format(target, asked)};
  if (formats.source != file_format::npy && formats.target != file_format::npy)
    refuse("one of the two sides must be an array", "",
           "by way of one: SRC to a.npy, a.npy to DST");
  if (formats.source == file_format::json)
    refuse("JSON is written, not read", from.name(), "CSV is read");
  if (asked.has("--header") && asked.has("--no-header"))
    refuse("--header and --no-header contradict each other");
  require_uses(asked, formats);
  return formats;
}

bool rearranges(const input& from, file_format source, const request& asked) {
  if (source == file_format::npy) return false;
  if (from.argument().slice) return true;
  return is_text(source) && std::ranges::any_of(option_uses, [&](const option_use& one) {
           return one.rearranges(asked);
         });
}

}  // namespace nopy::cli
