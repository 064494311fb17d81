// SPDX-License-Identifier: MIT
#include "input/arguments.hpp"

#include "input/remote_input.hpp"
#include "system/files.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

bool has_array_suffix(std::string_view path) {
  return path.ends_with(".npy") || path.ends_with(".npz");
}

/// Splits "FILE:MEMBER" at the first colon behind an existing file.
source_argument split_member(std::string_view text, function_ref<bool(const std::string&)> exists) {
  const std::string whole(text);
  if (exists(whole)) return {whole, {}, {}};
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::string path(text.substr(0, colon));
    if (!path.empty() && exists(path))
      return {std::move(path), std::string(text.substr(colon + 1)), {}};
  }
  const std::size_t archive = text.find(".npz:");
  if (archive == std::string_view::npos) return {whole, {}, {}};
  return {std::string(text.substr(0, archive + 4)), std::string(text.substr(archive + 5)), {}};
}

}  // namespace

source_argument parse_source(std::string_view text, function_ref<bool(const std::string&)> exists) {
  const auto stands = [&](const std::string& path) { return path == "-" || exists(path); };
  source_argument plain = split_member(text, stands);
  const std::size_t bracket = text.rfind('[');
  const bool sliced = text.ends_with(']') && bracket != std::string_view::npos && bracket > 0;
  if (!sliced || (!plain.member && stands(plain.path))) return plain;
  source_argument split = split_member(text.substr(0, bracket), stands);
  // A member may be named "a[0]": what stands behind the colon is a slice only if it reads as one.
  const std::string_view inside = text.substr(bracket + 1, text.size() - bracket - 2);
  if (inside.find_first_not_of("0123456789+-:,. \t") != std::string_view::npos &&
      !(inside.find("None") != std::string_view::npos ||
        inside.find("newaxis") != std::string_view::npos))
    return plain;
  if (!stands(split.path) && !has_array_suffix(split.path)) return plain;
  split.slice = std::string(inside);
  return split;
}

source_argument parse_source(std::string_view text) {
  const auto exists = [&](const std::string& path) {
    return !is_url(text) && system::look(path).type != system::file_type::none;
  };
  return parse_source(text, exists);
}

result<shape> parse_shape(std::string_view text) {
  const auto refuse = [&](std::string_view why) {
    return error({.code = errc::usage,
                  .summary = "this is no shape",
                  .found = text,
                  .expected = why,
                  .hint = "write it as 3,4 or \"(3, 4)\"; () is one element without axes"});
  };
  std::string_view rest = text;
  const auto skip = [&] {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) rest.remove_prefix(1);
  };
  skip();
  const char close = rest.starts_with('(') ? ')' : rest.starts_with('[') ? ']' : '\0';
  if (close != '\0') {
    const std::size_t end = rest.rfind(close);
    if (end == std::string_view::npos || end + 1 != rest.size())
      return refuse("a closing bracket at the end");
    rest = rest.substr(1, end - 1);
  } else if (rest.empty()) {
    return refuse("at least one extent");
  }
  shape made;
  for (skip(); !rest.empty(); skip()) {
    std::uint64_t extent = 0;
    std::size_t digits = 0;
    for (; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits) {
      const auto digit = static_cast<std::uint64_t>(rest[digits] - '0');
      if (extent > (INT64_MAX - digit) / 10) return refuse("extents below 2^63");
      extent = extent * 10 + digit;
    }
    if (digits == 0) return refuse("non-negative integers, separated by commas");
    if (!made.push_back(extent)) return refuse("at most 64 extents");
    rest.remove_prefix(digits);
    skip();
    if (rest.empty()) break;
    if (rest.front() != ',' && rest.front() != 'x') return refuse("a comma between two extents");
    rest.remove_prefix(1);
  }
  return made;
}

std::string shape_text(const shape& of) {
  std::string out = "(";
  for (std::size_t i = 0; i < of.rank(); ++i) out += fmt::format("{}{}", i == 0 ? "" : ", ", of[i]);
  return out + (of.rank() == 1 ? ",)" : ")");
}

}  // namespace nopy::cli
