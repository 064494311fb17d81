// SPDX-License-Identifier: MIT
// The notation NumPy's print chooses for all floats of an array: one precision, one width, exponents
// for all or for none.
#pragma once

#include "bytes/text_sink.hpp"
#include "text/binary_float.hpp"
#include "text/decimal_digits.hpp"

#include <string_view>

namespace nopy::texts {

/// Show every value to `observe`, then every value to `measure`, then `put` any.
class numpy_float {
 public:
  explicit numpy_float(bool plus) noexcept : plus_(plus) {}

  void observe(const binary_float& value) noexcept;
  void measure(const binary_float& value) noexcept;
  /// Writes the number, `suffix`, and the spaces up to the width of the column.
  void put(bytes::text_sink& sink, const binary_float& value,
           std::string_view suffix = {}) const noexcept;

 private:
  [[nodiscard]] decimal_digits digits(const binary_float& value, int least,
                                      int most) const noexcept;
  [[nodiscard]] int left() const noexcept;
  [[nodiscard]] int right() const noexcept;
  void put_plain(bytes::text_sink& sink, const binary_float& value,
                 std::string_view suffix) const noexcept;
  void put_scientific(bytes::text_sink& sink, const binary_float& value,
                      std::string_view suffix) const noexcept;
  void put_left(bytes::text_sink& sink, const binary_float& value, int digits) const noexcept;

  bool plus_;  ///< positive numbers have a sign: the imaginary part of a complex number
  bool scientific_ = false;  ///< with exponents
  bool any_other_ = false;
  bool any_negative_infinity_ = false;
  binary_float largest_{};   ///< of the finite values that are not zero
  binary_float smallest_{};  ///< zero where there is none
  int left_ = 0;             ///< characters before the point, the sign among them
  int behind_ = 0;           ///< digits behind the point
  int exponent_digits_ = 0;
};

}  // namespace nopy::texts
