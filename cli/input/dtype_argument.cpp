// SPDX-License-Identifier: MIT
#include "input/dtype_argument.hpp"

#include "array/long_double.hpp"
#include "input/window.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

namespace nopy::cli {

dtype parse_dtype(std::string_view text) {
  auto parsed = dtype::parse(text);
  if (parsed) return *std::move(parsed);
  error_parts parts = parsed.error().parts();
  parts.code = errc::usage;
  parts.offset = no_offset;
  if (parts.found.empty()) parts.found = text;
  // Who gave an option wrote no descr.
  std::string summary(parts.summary);
  if (summary == "descr names no dtype") summary = "no dtype has that name";
  if (summary.starts_with("descr ")) summary.replace(0, 5, "the dtype");
  parts.summary = summary;
  if (parts.hint.empty()) parts.hint = "types are spelled as in NumPy: float32, <i2, U10, M8[ns]";
  throw exception(error(parts));
}

dtype reinterpreted(const dtype& of, std::string_view text) {
  coding named = coding::standard;
  if (text == "x87") named = coding::x87;
  if (text == "quad") named = coding::quad;
  if (text == "double-double") named = coding::double_double;
  if (named != coding::standard) {
    auto recoded = of.with_coding(named);
    if (!recoded) throw exception(recoded.error());
    return *std::move(recoded);
  }
  dtype other = parse_dtype(text);
  if (other.item_bytes() != of.item_bytes())
    refuse("--as reads the same bits as another type, which must have the same size",
           fmt::format("{} bytes as {} bytes", of.item_bytes(), other.item_bytes()),
           "`nopy convert --dtype` converts values");
  // A type without a byte order in its name takes the file's.
  const bool says_order = text.starts_with('<') || text.starts_with('>') || text.starts_with('=') ||
                          text.starts_with('|') || text.starts_with('[');
  if (!says_order && of.endian() != endian::none) {
    auto ordered = other.with_endian(of.endian());
    if (ordered) return *std::move(ordered);
  }
  return other;
}

dtype told_type(const npy_file& file) {
  const dtype& type = file.header().dtype;
  const bool number = type.kind() == kind::floating || type.kind() == kind::complex;
  if (!number || type.coding() != coding::extended) return type;
  constexpr std::uint64_t looked_at = 1 << 16;
  std::vector<std::byte> first;
  for_each_window(
      file.shape(), file.header().order, type.item_bytes(), looked_at, [&](const region& window) {
        for (const std::byte b : first)
          if (b != std::byte{0}) return;
        first.resize(static_cast<std::size_t>(window.extents.count() * type.item_bytes()));
        file.try_read_as(window, {.type = type, .order = file.header().order}, first).value();
      });
  auto told = type.with_coding(core::guess_long_double(type, first));
  return told ? *std::move(told) : type;
}

endian parse_endian(std::string_view text) {
  if (text == "little" || text == "<") return endian::little;
  if (text == "big" || text == ">") return endian::big;
  if (text == "native" || text == "=") return native_endian;
  refuse("--endian is little, big or native", text);
}

order parse_order(std::string_view text) {
  if (text == "C" || text == "c") return order::c;
  if (text == "F" || text == "f" || text == "fortran") return order::fortran;
  refuse("--order is C or F", text);
}

casting parse_casting(std::string_view text) {
  static constexpr std::pair<std::string_view, casting> names[] = {
      {"none", casting::none},           {"safe", casting::safe},
      {"same_kind", casting::same_kind}, {"checked", casting::checked},
      {"saturate", casting::saturate},   {"truncate", casting::truncate}};
  for (const auto& [name, value] : names)
    if (text == name) return value;
  refuse("--casting is none, safe, same_kind, checked, saturate or truncate", text);
}

std::uint64_t parse_count(std::string_view option, std::string_view text) {
  std::uint64_t value = 0;
  bool good = !text.empty() && text.size() <= 18;
  for (const char c : text) {
    good = good && c >= '0' && c <= '9';
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (!good) refuse(fmt::format("{} takes a number", option), text);
  return value;
}

std::uint64_t parse_within(std::string_view option, std::string_view text, std::string_view what,
                           std::uint64_t most) {
  const bool digits =
      !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const std::uint64_t told = digits && text.size() <= 18 ? parse_count(option, text) : 0;
  if (told < 1 || told > most)
    refuse(fmt::format("{} takes {} from 1 to {}", option, what, most), text,
           digits ? fmt::format("a file of that name is written ./{}", text) : std::string());
  return told;
}

double parse_tolerance(std::string_view option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= 0) || std::isinf(value))
    refuse(fmt::format("{} takes a number that is not negative", option), text);
  return value;
}

}  // namespace nopy::cli
