// SPDX-License-Identifier: MIT
// How items of one dtype become items of another: decided once from the two dtypes and the casting,
// then run over consecutive ranges of items, so that a reader can convert what it has just read.
// Owns the rules of `casting` (docs/types.md).
#pragma once

#include <nopy/options.hpp>

#include "array/conversion_step.hpp"
#include "bytes/growing.hpp"

namespace nopy::inline v1::core {

/// A conversion from one dtype to another. Movable; `run` may be called from several threads.
///
///     auto plan = core::conversion_plan::make(file.dtype, wanted, options.casting);
///     if (!plan) return plan.error();
///     if (plan->is_copy()) ...read straight into the destination...
///     while (items are left) if (auto done = plan->run(to, block, n, first); !done) return ...
class conversion_plan {
 public:
  /// Cost: O(fields). Errors: type_mismatch, where `casting` does not allow it (the hint names what
  /// does); out_of_memory.
  [[nodiscard]] static result<conversion_plan> make(const dtype& from, const dtype& to,
                                                    casting casting) noexcept;

  /// The items' bytes stay as they are.
  [[nodiscard]] bool is_copy() const noexcept;
  /// Only the byte order of equal units changes: `run` works in place (`dst == src`), too.
  [[nodiscard]] bool is_swap_only() const noexcept;
  [[nodiscard]] std::uint64_t from_bytes() const noexcept { return from_bytes_; }
  [[nodiscard]] std::uint64_t to_bytes() const noexcept { return to_bytes_; }

  /// Converts `count` items from `src` to `dst`, both without gaps, at any address. `first_index`
  /// is the number of the first item, for messages. The destination's padding becomes zero. Cost:
  /// one pass, no allocation. Errors: out_of_range, of the lowest item whose value does not fit.
  [[nodiscard]] result<void> run(std::byte* dst, const std::byte* src, std::uint64_t count,
                                 std::uint64_t first_index = 0) const noexcept;

 private:
  conversion_plan() noexcept = default;
  friend class plan_maker;

  bytes::growing<conversion_step> steps_;
  dtype from_;
  dtype to_;
  std::uint64_t from_bytes_ = 0;
  std::uint64_t to_bytes_ = 0;
  bool zero_first_ = false;  // the destination has padding
};

/// Bool bytes other than 0 and 1 become 1.
void normalise_bool(std::byte* data, std::uint64_t count) noexcept;

}  // namespace nopy::inline v1::core
