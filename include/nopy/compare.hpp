// SPDX-License-Identifier: MIT
// When two arrays are equal: the one rule behind `nopy diff`, the viewer's difference and users'
// tests. Source: docs/text.md, "Equality".
#pragma once

#include <nopy/any.hpp>

namespace nopy {
inline namespace v1 {

/// How items are held against each other.
enum class equality : std::uint8_t {
  bits,  ///< the same bits once byte order and memory order are made equal; -0.0 differs from 0.0;
         ///< dtypes must agree
  values,  ///< NumPy's ==: 0.0 equals -0.0, 1 equals 1.0, NaN equals nothing
};

/// How to compare. A tolerance above 0 compares values: |a - b| <= atol + rtol * |b|.
struct compare_options {
  double rtol = 0;
  double atol = 0;
  bool equal_nan = false;  ///< NaN equals NaN, NaT equals NaT (under `values` and tolerances)
  nopy::equality equality = equality::bits;
};

/// What a comparison found.
struct comparison {
  bool same = false;
  std::uint64_t different = 0;     ///< items that differ
  std::uint64_t signed_zeros = 0;  ///< of them: 0.0 against -0.0
  /// The largest |a - b| of numbers; NaN where one is NaN and the other is not.
  double max_abs = 0;
  /// Of the first item that differs, in C order; none when dtype or shape differ.
  std::optional<shape> first_index;
  std::optional<error> reason;  ///< why nothing was compared: type_mismatch, shape_mismatch, ...

  explicit operator bool() const noexcept { return same; }
  /// In words: "equal", or what differs, where, and by how much.
  [[nodiscard]] NOPY_API std::string report() const;
};

/// Compares two arrays; padding of records never counts, records are compared by the names of their
/// fields. Object arrays are not compared: `reason` says object_dtype. Cost: one pass; nothing is
/// allocated beyond two blocks of 64 KiB.
[[nodiscard]] NOPY_API comparison compare(const any_view& a, const any_view& b,
                                          const compare_options& options = {}) noexcept;
/// Like `compare`, and calls `emit` with the position (in C order) of every item that differs until
/// it returns false.
[[nodiscard]] NOPY_API comparison
compare(const any_view& a, const any_view& b, const compare_options& options,
        function_ref<bool(std::uint64_t c_order_position)> emit) noexcept;

}  // namespace v1
}  // namespace nopy
