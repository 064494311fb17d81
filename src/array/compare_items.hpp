// SPDX-License-Identifier: MIT
// Holds blocks of items of two arrays against each other, part by part: the inner loop of compare.
#pragma once

#include <nopy/compare.hpp>

#include "kernels/table.hpp"

namespace nopy::inline v1::core {

/// Items of two arrays, given by their addresses, and what was found about them.
struct item_block {
  static constexpr std::size_t capacity = 256;

  const std::byte* a[capacity];
  const std::byte* b[capacity];
  std::size_t count = 0;
  bool differs[capacity];
  bool by_more_than_a_sign[capacity];  ///< not only 0.0 against -0.0
};

/// Compares items of two dtypes that `comparable` allows.
class item_comparer {
 public:
  explicit item_comparer(const compare_options& options) noexcept;

  /// Whether items of these dtypes can be held against each other: of equal type but for byte order
  /// and padding where bits are compared, else of types that have a common value.
  [[nodiscard]] bool comparable(const dtype& a, const dtype& b) const noexcept;
  /// Sets the block's flags. Recursion is bounded by the nesting of records.
  void compare(const dtype& a, const dtype& b, item_block& block) noexcept;
  /// The largest difference of two numbers so far; NaN where only one was NaN.
  [[nodiscard]] double max_abs() const noexcept { return max_abs_; }

 private:
  struct part;
  void parts(const dtype& a, const dtype& b, const part& at, item_block& block) noexcept;
  void numbers(const dtype& a, const dtype& b, const part& at, item_block& block) noexcept;
  void times(const dtype& a, const dtype& b, const part& at, item_block& block) const noexcept;
  void texts(const dtype& a, const dtype& b, const part& at, item_block& block) const noexcept;
  void raw_bytes(const dtype& a, const part& at, item_block& block) const noexcept;
  void note_difference(double difference) noexcept;
  template <class Number>
  [[nodiscard]] bool equal_numbers(const Number* a, const Number* b) noexcept;
  [[nodiscard]] bool equal_integers(std::uint64_t a, bool a_negative, std::uint64_t b,
                                    bool b_negative) noexcept;

  double rtol_;
  double atol_;
  bool tolerant_;
  bool equal_nan_;
  bool by_bits_;
  double max_abs_ = 0;
};

}  // namespace nopy::inline v1::core
