// SPDX-License-Identifier: MIT
#include "csv/csv_schema.hpp"

#include "items/item_parse.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace nopy::cli {
namespace {

constexpr std::uint64_t exact_in_double = std::uint64_t{1} << 53;
constexpr std::uint64_t least_int64 = std::uint64_t{1} << 63;

/// The magnitude of a decimal integer without a leading zero, or nothing.
std::optional<std::uint64_t> plain_integer(std::string_view text, bool& negative) {
  negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || (text.size() > 1 && text[0] == '0') || (negative && text == "0"))
    return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

/// A number with a point, an exponent, or one of the words: what a float's text looks like.
bool is_float_text(std::string_view text) {
  if (text == "nan" || text == "inf" || text == "-inf" || text == "NaN") return true;
  if (text.find_first_of(".eE") == std::string_view::npos) return text == "-0";
  std::string_view digits = text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.' && digits[1] != 'e' &&
      digits[1] != 'E')
    return false;
  std::byte item[8];
  return digits.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         parse_item(dtype::number(kind::floating, 8), text, item).has_value();
}

std::string_view without_digits(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("0123456789_"), text.size()));
  return text;
}

/// A number however it is written, blanks around it, too, and of any size.
bool is_number_text(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return false;
  text = text.substr(first, text.find_last_not_of(' ') - first + 1);
  if (text[0] == '+' || text[0] == '-') text.remove_prefix(1);
  std::string word(text);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (word == "nan" || word == "nat" || word == "inf" || word == "infinity") return true;
  if (word.starts_with("0x"))
    return word.size() > 2 && word.find_first_not_of("0123456789abcdef", 2) == std::string::npos;
  if (text.find_first_of("0123456789") != (text.starts_with('.') ? 1 : 0)) return false;
  text = without_digits(text);
  if (text.starts_with('.')) text = without_digits(text.substr(1));
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && without_digits(text).empty();
}

std::uint64_t code_points(std::string_view text) {
  std::uint64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace

void column_guess::see(const csv_cell& cell) {
  most_code_points_ = std::max(most_code_points_, code_points(cell.text));
  bool negative = false;
  if (cell.text.empty() && !cell.quoted) {
    missing_ = true;
  } else if (cell.quoted) {
    text_ = true;
  } else if (cell.text == "True" || cell.text == "False" || cell.text == "true" ||
             cell.text == "false") {
    boolean_ = true;
  } else if (const auto magnitude = plain_integer(cell.text, negative)) {
    auto& most = negative ? least_magnitude_ : most_magnitude_;
    most = std::max(most, *magnitude);
    integer_ = true;
  } else if (is_float_text(cell.text)) {
    floating_ = true;
  } else {
    text_ = true;
    odd_number_ |= is_number_text(cell.text);
  }
}

void column_guess::join(const column_guess& other) noexcept {
  most_code_points_ = std::max(most_code_points_, other.most_code_points_);
  most_magnitude_ = std::max(most_magnitude_, other.most_magnitude_);
  least_magnitude_ = std::max(least_magnitude_, other.least_magnitude_);
  boolean_ |= other.boolean_;
  integer_ |= other.integer_;
  floating_ |= other.floating_;
  text_ |= other.text_;
  missing_ |= other.missing_;
  odd_number_ |= other.odd_number_;
}

bool column_guess::fits_float() const noexcept {
  return most_magnitude_ <= exact_in_double && least_magnitude_ <= exact_in_double;
}

enum column_guess::kind column_guess::kind() const noexcept {
  if (text_) return kind::text;
  if (boolean_) return integer_ || floating_ || missing_ ? kind::text : kind::boolean;
  if (floating_ || (integer_ && missing_)) return fits_float() ? kind::floating : kind::text;
  if (!integer_) return missing_ ? kind::floating : kind::nothing;
  const bool is_signed = most_magnitude_ <= INT64_MAX && least_magnitude_ <= least_int64;
  return is_signed || least_magnitude_ == 0 ? kind::integer : kind::text;
}

dtype column_guess::type() const noexcept {
  switch (kind()) {
    case kind::boolean:
      return dtype::boolean();
    case kind::integer:
      return dtype::number(
          most_magnitude_ > INT64_MAX ? nopy::kind::unsigned_int : nopy::kind::signed_int, 8);
    case kind::nothing:
    case kind::floating:
      return dtype::number(nopy::kind::floating, 8);
    case kind::text:
      break;
  }
  return dtype::text(static_cast<std::uint32_t>(
      std::min<std::uint64_t>(most_code_points_, std::uint64_t{1} << 28)));
}

result<void> csv_schema::see(const std::vector<csv_cell>& cells, std::uint64_t line) {
  if (rows_ == 0) {
    first_cells_ = cells;
    first_.resize(cells.size());
    rest_.resize(cells.size());
  }
  if (cells.size() != rest_.size()) {
    const std::string found = fmt::format("{} cells in line {}", cells.size(), line);
    const std::string expected = fmt::format("{} cells, as in the first record", rest_.size());
    return error({.code = errc::usage,
                  .summary = "the records have different numbers of cells",
                  .found = found,
                  .expected = expected,
                  .hint = "--separator names another separator than the comma"});
  }
  auto& guesses = rows_ == 0 ? first_ : rest_;
  for (std::size_t i = 0; i < cells.size(); ++i) guesses[i].see(cells[i]);
  ++rows_;
  return {};
}

/// A header names its columns: no cell of it is a value or a number, and some column below holds values.
bool csv_schema::first_is_header() const {
  if (header_ != csv_header::guess) return header_ == csv_header::present;
  if (rows_ < 2) return false;
  bool values_below = false;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (first_[i].kind() != column_guess::kind::text || first_[i].has_odd_number()) return false;
    values_below |= rest_[i].kind() != column_guess::kind::text;
  }
  return values_below;
}

std::optional<dtype> csv_schema::one_type() const {
  column_guess all;
  bool texts = false, booleans = false, numbers = false;
  for (const column_guess& column : rest_) {
    all.join(column);
    texts |= column.kind() == column_guess::kind::text;
    booleans |= column.kind() == column_guess::kind::boolean;
    numbers |= column.kind() == column_guess::kind::integer ||
               column.kind() == column_guess::kind::floating;
  }
  if (texts && (booleans || numbers)) return std::nullopt;
  if (booleans && numbers) return std::nullopt;
  // Integers and floats side by side become floats only where that loses no digit.
  if (numbers && all.kind() == column_guess::kind::text) return std::nullopt;
  return all.type();
}

result<void> csv_schema::finish() {
  if (rows_ == 0) return error({.code = errc::usage, .summary = "the CSV has no records"});
  has_header_ = first_is_header();
  if (!has_header_)
    for (std::size_t i = 0; i < first_.size(); ++i) rest_[i].join(first_[i]);
  const auto one = one_type();
  if (!has_header_ && one) {
    type_ = *one;
    return {};
  }
  std::vector<std::string> names;
  std::vector<dtype_field> fields;
  for (std::size_t i = 0; i < rest_.size(); ++i)
    names.push_back(has_header_ && !first_cells_[i].text.empty() ? first_cells_[i].text
                                                                 : fmt::format("f{}", i));
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    fields.push_back({.name = names[i], .type = rest_[i].type(), .offset = offset});
    offset += fields.back().type.item_bytes();
  }
  auto made = dtype::record(fields, offset);
  if (!made) return made.error();
  type_ = *std::move(made);
  return {};
}

}  // namespace nopy::cli
