// SPDX-License-Identifier: MIT
// Arrays written down as text, for vectors of print: a line "descr TAB extents TAB bytes in hex", e.g.
// "<i2\t2,2\t0100020003000400"; the extents of an array without axes are "-".
#pragma once

#include <nopy/print.hpp>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace nopy::test {

struct print_case {
  nopy::dtype type;
  nopy::shape extents;
  std::vector<std::byte> bytes;

  [[nodiscard]] any_view view() const { return {type, extents, bytes}; }
};

inline std::vector<std::byte> bytes_from_hex(const std::string& hex) {
  const auto nibble = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::vector<std::byte> out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out.push_back(static_cast<std::byte>(nibble(hex[i]) * 16 + nibble(hex[i + 1])));
  return out;
}

/// Nothing where the line is no case.
inline std::optional<print_case> parse_print_case(const std::string& line) {
  std::istringstream in(line);
  std::string descr, extents, hex;
  std::getline(in, descr, '\t');
  std::getline(in, extents, '\t');
  std::getline(in, hex, '\t');
  auto type = dtype::parse(descr);
  if (!type) return std::nullopt;
  print_case out{std::move(*type), {}, bytes_from_hex(hex)};
  std::istringstream numbers(extents == "-" ? "" : extents);
  for (std::string number; std::getline(numbers, number, ',');)
    out.extents.push_back(std::stoull(number));
  return out;
}

}  // namespace nopy::test
