// SPDX-License-Identifier: MIT
// What happens to items between file and memory: nothing, bools made 0 or 1, or a conversion.
#pragma once

#include <nopy/load.hpp>

#include <cstring>
#include <optional>

#include "array/conversion_plan.hpp"

namespace nopy::inline v1::verbs {

class item_transform {
 public:
  /// The items stay as they are.
  explicit item_transform(const dtype& type) noexcept
      : from_bytes_(type.item_bytes()), to_bytes_(type.item_bytes()) {}
  /// Errors: type_mismatch, out_of_memory. Cost: no allocation where the types are equal.
  [[nodiscard]] static result<item_transform> make(const dtype& from, const load_request& to,
                                                   casting casting) noexcept {
    const bool bools = to.normalise_bool && from.kind() == kind::boolean;
    item_transform made(from);
    if (from == to.type) {
      if (bools) made.action_ = action::normalise;
      return made;
    }
    auto plan = core::conversion_plan::make(from, to.type, casting);
    if (!plan) return plan.error();
    made.to_bytes_ = plan->to_bytes();
    if (!plan->is_copy())
      made.action_ = plan->is_swap_only() ? action::swap : action::convert;
    else if (bools)
      made.action_ = action::normalise;
    made.plan_.emplace(*std::move(plan));
    return made;
  }

  [[nodiscard]] bool is_copy() const noexcept { return action_ == action::copy; }
  /// Whether `run` may have `dst == src`.
  [[nodiscard]] bool works_in_place() const noexcept { return action_ != action::convert; }
  [[nodiscard]] std::uint64_t from_bytes() const noexcept { return from_bytes_; }
  [[nodiscard]] std::uint64_t to_bytes() const noexcept { return to_bytes_; }

  /// Transforms items without gaps. `first_index` is for the message. Errors: out_of_range.
  [[nodiscard]] result<void> run(std::byte* dst, const std::byte* src, std::uint64_t count,
                                 std::uint64_t first_index = 0) const noexcept {
    if (action_ == action::swap || action_ == action::convert)
      return plan_->run(dst, src, count, first_index);
    if (dst != src && count * from_bytes_ != 0)
      std::memcpy(dst, src, static_cast<std::size_t>(count * from_bytes_));
    if (action_ == action::normalise) normalise(dst, count);
    return {};
  }
  /// Whether a bool byte other than 0 and 1 came by.
  [[nodiscard]] bool saw_odd_bool() const noexcept {
    return __atomic_load_n(&saw_odd_bool_, __ATOMIC_RELAXED);
  }

 private:
  enum class action : std::uint8_t { copy, normalise, swap, convert };

  void normalise(std::byte* data, std::uint64_t count) const noexcept {
    auto bits = std::byte{0};
    for (std::uint64_t i = 0; i < count; ++i) bits |= data[i];
    if (bits <= std::byte{1}) return;
    __atomic_store_n(&saw_odd_bool_, true, __ATOMIC_RELAXED);
    core::normalise_bool(data, count);
  }

  action action_ = action::copy;
  mutable bool saw_odd_bool_ = false;  // set from any thread, only to true
  std::uint64_t from_bytes_;
  std::uint64_t to_bytes_;
  std::optional<core::conversion_plan> plan_{};
};

}  // namespace nopy::inline v1::verbs
