// SPDX-License-Identifier: MIT
// Extents and memory order. Owns the rule that a shape never allocates: at most 64 extents, held in
// place.
#pragma once

#include <nopy/version.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace nopy {
inline namespace v1 {

/// C: the last index moves fastest (row-major). Fortran: the first does (column-major).
enum class order : std::uint8_t { c, fortran };

/// Most dimensions an array can have, as in NumPy 2 (NumPy 1 reads at most 32).
inline constexpr std::size_t max_rank = 64;

/// The extents of an array, in elements, outermost first. A shape of rank 0 holds one element.
class shape {
 public:
  constexpr shape() noexcept = default;
  /// At most `max_rank` extents; what stands behind them is dropped.
  constexpr shape(std::initializer_list<std::uint64_t> extents) noexcept
      : shape(extents.begin(), extents.size()) {}
  template <class Integer, std::size_t Count>
  constexpr explicit shape(std::span<Integer, Count> extents) noexcept
      : shape(extents.data(), extents.size()) {}
  constexpr shape(const shape& other) noexcept : shape(other.extents_, other.rank_) {}
  constexpr shape& operator=(const shape& other) noexcept {
    rank_ = other.rank_;
    for (std::size_t i = 0; i < rank_; ++i) extents_[i] = other.extents_[i];
    return *this;
  }

  [[nodiscard]] constexpr std::size_t rank() const noexcept { return rank_; }
  [[nodiscard]] constexpr std::uint64_t operator[](std::size_t axis) const noexcept {
    return extents_[axis];
  }
  [[nodiscard]] constexpr std::uint64_t& operator[](std::size_t axis) noexcept {
    return extents_[axis];
  }
  [[nodiscard]] constexpr const std::uint64_t* begin() const noexcept { return extents_; }
  [[nodiscard]] constexpr const std::uint64_t* end() const noexcept { return extents_ + rank_; }
  /// Elements in all. Exact for every shape that a header gave; 2^64 - 1 where a hand-made one
  /// overflows.
  [[nodiscard]] constexpr std::uint64_t count() const noexcept {
    std::uint64_t product = 1;
    bool overflow = false;
    for (std::uint64_t extent : *this) {
      if (extent == 0) return 0;
      if (product > UINT64_MAX / extent) overflow = true;
      product *= extent;
    }
    return overflow ? UINT64_MAX : product;
  }
  /// Adds an innermost extent; false at `max_rank`.
  constexpr bool push_back(std::uint64_t extent) noexcept {
    if (rank_ == max_rank) return false;
    extents_[rank_++] = extent;
    return true;
  }

  friend constexpr bool operator==(const shape& a, const shape& b) noexcept {
    if (a.rank_ != b.rank_) return false;
    for (std::size_t i = 0; i < a.rank_; ++i)
      if (a.extents_[i] != b.extents_[i]) return false;
    return true;
  }

 private:
  template <class Integer>
  constexpr shape(const Integer* extents, std::size_t rank) noexcept {
    for (std::size_t i = 0; i < rank && i < max_rank; ++i)
      push_back(static_cast<std::uint64_t>(extents[i]));
  }

  std::uint64_t extents_[max_rank];
  std::size_t rank_ = 0;
};

}  // namespace v1
}  // namespace nopy
