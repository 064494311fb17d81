// SPDX-License-Identifier: MIT
// What happens to items between file and memory: nothing, bools made 0 or 1, or a conversion.
#pragma once

#include <nopy/load.hpp>

#include <cstring>
#include <optional>

#include "array/conversion_plan.hpp"

namespace nopy::inline v1::verbs {

/// Whether a bool stands anywhere in it.
[[nodiscard]] inline bool has_bools(const dtype& type) noexcept {
  if (type.kind() == kind::subarray) return has_bools(type.base());
  for (const dtype_field& field : type.fields())
    if (has_bools(field.type)) return true;
  return type.kind() == kind::boolean;
}

class item_transform {
 public:
  /// The items stay as they are.
  explicit item_transform(const dtype& type) noexcept
      : from_bytes_(type.item_bytes()), to_bytes_(type.item_bytes()) {}
  /// Errors: type_mismatch, out_of_memory. Cost: no allocation where the types are equal.
  [[nodiscard]] static result<item_transform> make(const dtype& from, const load_request& to,
                                                   casting casting) noexcept {
    item_transform made(from);
    if (to.normalise_bool && has_bools(to.type)) made.bools_ = to.type;
    if (from == to.type) return made;
    auto plan = core::conversion_plan::make(from, to.type, casting);
    if (!plan) return plan.error();
    made.to_bytes_ = plan->to_bytes();
    if (!plan->is_copy()) made.action_ = plan->is_swap_only() ? action::swap : action::convert;
    made.plan_.emplace(*std::move(plan));
    return made;
  }

  [[nodiscard]] bool is_copy() const noexcept {
    return action_ == action::copy && bools_.item_bytes() == 0;
  }
  /// Whether `run` may have `dst == src`.
  [[nodiscard]] bool works_in_place() const noexcept { return action_ != action::convert; }
  [[nodiscard]] std::uint64_t from_bytes() const noexcept { return from_bytes_; }
  [[nodiscard]] std::uint64_t to_bytes() const noexcept { return to_bytes_; }

  /// Transforms items without gaps. `first_index` is for the message. Errors: out_of_range.
  [[nodiscard]] result<void> run(std::byte* dst, const std::byte* src, std::uint64_t count,
                                 std::uint64_t first_index = 0) const noexcept {
    if (action_ != action::copy) {
      if (const auto done = plan_->run(dst, src, count, first_index); !done) return done;
    } else if (dst != src && count * from_bytes_ != 0) {
      std::memcpy(dst, src, static_cast<std::size_t>(count * from_bytes_));
    }
    if (bools_.item_bytes() != 0) normalise(bools_, dst, to_bytes_, count);
    return {};
  }
  /// Whether a bool byte other than 0 and 1 came by.
  [[nodiscard]] bool saw_odd_bool() const noexcept {
    return __atomic_load_n(&saw_odd_bool_, __ATOMIC_RELAXED);
  }

 private:
  enum class action : std::uint8_t { copy, swap, convert };

  /// Of the bools in `count` items that lie `stride` bytes apart.
  void normalise(const dtype& of, std::byte* first, std::uint64_t stride,
                 std::uint64_t count) const noexcept {
    for (const dtype_field& field : of.fields())
      if (has_bools(field.type)) normalise(field.type, first + field.offset, stride, count);
    if (of.kind() == kind::subarray && of.item_bytes() != 0) {
      const std::uint64_t part = of.base().item_bytes();
      for (std::uint64_t i = 0; i < count; ++i)
        normalise(of.base(), first + i * stride, part, of.item_bytes() / part);
    }
    if (of.kind() != kind::boolean) return;
    auto bits = std::byte{0};
    for (std::uint64_t i = 0; i < count; ++i) bits |= first[i * stride];
    if (bits <= std::byte{1}) return;
    __atomic_store_n(&saw_odd_bool_, true, __ATOMIC_RELAXED);
    if (stride == 1) return core::normalise_bool(first, count);
    for (std::uint64_t i = 0; i < count; ++i) core::normalise_bool(first + i * stride, 1);
  }

  action action_ = action::copy;
  mutable bool saw_odd_bool_ = false;  // set from any thread, only to true
  std::uint64_t from_bytes_;
  std::uint64_t to_bytes_;
  dtype bools_;  // of the items in memory where their bools become 0 or 1, else of no bytes
  std::optional<core::conversion_plan> plan_{};
};

}  // namespace nopy::inline v1::verbs
