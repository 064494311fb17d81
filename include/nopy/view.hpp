// SPDX-License-Identifier: MIT
// Typed, borrowed views in mdspan's words. Views are trivially copyable and own nothing; taking one
// of a temporary array does not compile (array.hpp).
#pragma once

#include <nopy/element.hpp>

#include <array>
#include <span>

namespace nopy {
inline namespace v1 {

struct layout_right {};   ///< row-major, C order
struct layout_left {};    ///< column-major, Fortran order
struct layout_stride {};  ///< strides of their own, in elements

/// As a template argument: the rank is known at run time only.
inline constexpr std::size_t any_rank = static_cast<std::size_t>(-1);

/// Extents of a typed array: `Rank` of them, or as many as there are.
template <std::size_t Rank>
class extents {
 public:
  constexpr extents() noexcept = default;
  constexpr extents(const std::array<std::size_t, Rank>& values) noexcept : values_(values) {}
  constexpr explicit extents(const shape& from) noexcept {
    for (std::size_t i = 0; i < Rank; ++i) values_[i] = static_cast<std::size_t>(from[i]);
  }
  [[nodiscard]] static constexpr std::size_t rank() noexcept { return Rank; }
  [[nodiscard]] constexpr std::size_t operator[](std::size_t axis) const noexcept {
    return values_[axis];
  }
  [[nodiscard]] constexpr std::size_t& operator[](std::size_t axis) noexcept {
    return values_[axis];
  }
  [[nodiscard]] constexpr nopy::shape shape() const noexcept {
    return nopy::shape(std::span<const std::size_t>(values_));
  }

 private:
  std::array<std::size_t, Rank> values_{};
};
template <>
class extents<any_rank> {
 public:
  constexpr extents() noexcept = default;
  constexpr extents(const nopy::shape& from) noexcept : values_(from) {}
  [[nodiscard]] constexpr std::size_t rank() const noexcept { return values_.rank(); }
  [[nodiscard]] constexpr std::size_t operator[](std::size_t axis) const noexcept {
    return static_cast<std::size_t>(values_[axis]);
  }
  [[nodiscard]] constexpr const nopy::shape& shape() const noexcept { return values_; }

 private:
  nopy::shape values_;
};

template <class T, std::size_t Rank, class Layout = layout_right>
class array_view;

/// A borrowed array of elements. Indices are of any integer type and are not checked, like a
/// pointer's.
template <class T, std::size_t Rank, class Layout>
class array_view {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using extents_type = nopy::extents<Rank>;

  constexpr array_view() noexcept = default;
  /// `data` must hold as many elements as the extents multiply to.
  constexpr array_view(T* data, const extents_type& extents) noexcept
      : data_(data), extents_(extents) {}
  constexpr array_view(T* data, const std::array<std::size_t, Rank>& extents) noexcept
      requires(Rank != any_rank)
      : data_(data), extents_(extents) {}
  template <class U>
  requires(!std::same_as<U, T> && std::is_convertible_v<U (*)[], T (*)[]>) constexpr array_view(
      const array_view<U, Rank, Layout>& other) noexcept
      : data_(other.data()), extents_(other.extents()) {}

  [[nodiscard]] constexpr std::size_t rank() const noexcept { return extents_.rank(); }
  [[nodiscard]] constexpr std::size_t extent(std::size_t axis) const noexcept {
    return extents_[axis];
  }
  [[nodiscard]] constexpr const extents_type& extents() const noexcept { return extents_; }
  [[nodiscard]] constexpr nopy::shape shape() const noexcept { return extents_.shape(); }
  /// Elements in all.
  [[nodiscard]] constexpr std::size_t size() const noexcept {
    std::size_t product = 1;
    for (std::size_t axis = 0; axis < rank(); ++axis) product *= extents_[axis];
    return product;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] constexpr T* data() const noexcept { return data_; }

  template <class... Index>
  requires((Rank == any_rank || sizeof...(Index) == Rank) && (std::integral<Index> && ...))
      [[nodiscard]] constexpr T&
      operator()(Index... index) const noexcept {
    const std::array<std::size_t, sizeof...(Index)> at{static_cast<std::size_t>(index)...};
    std::size_t position = 0;
    if constexpr (std::same_as<Layout, layout_right>) {
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        position = position * extents_[axis] + at[axis];
    } else {
      for (std::size_t axis = at.size(); axis-- > 0;)
        position = position * extents_[axis] + at[axis];
    }
    return data_[position];
  }

  /// All elements in memory order.
  [[nodiscard]] constexpr std::span<T> span() const noexcept { return {data_, size()}; }
  [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
  [[nodiscard]] constexpr T* end() const noexcept { return data_ + size(); }

  /// Rows [first, last) of the outermost axis; row-major only.
  [[nodiscard]] constexpr array_view rows(std::size_t first, std::size_t last) const noexcept
      requires(std::same_as<Layout, layout_right>&& Rank != any_rank && Rank > 0) {
    std::size_t row = 1;
    for (std::size_t axis = 1; axis < Rank; ++axis) row *= extents_[axis];
    extents_type part = extents_;
    part[0] = last - first;
    return {data_ + first * row, part};
  }

 private:
  T* data_ = nullptr;
  extents_type extents_{};
};

/// A borrowed array with strides in elements, for data that is a window of something larger.
template <class T, std::size_t Rank>
class array_view<T, Rank, layout_stride> {
 public:
  static_assert(Rank != any_rank, "a strided view has a static rank");
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using extents_type = nopy::extents<Rank>;
  using strides_type = std::array<std::ptrdiff_t, Rank>;

  constexpr array_view() noexcept = default;
  constexpr array_view(T* data, const extents_type& extents, const strides_type& strides) noexcept
      : data_(data), extents_(extents), strides_(strides) {}
  template <class U>
  requires(!std::same_as<U, T> && std::is_convertible_v<U (*)[], T (*)[]>) constexpr array_view(
      const array_view<U, Rank, layout_stride>& other) noexcept
      : data_(other.data()), extents_(other.extents()), strides_(other.strides()) {}
  /// Every view is a strided view.
  template <class U, class Layout>
  requires(
      std::is_convertible_v<U (*)[], T (*)[]> &&
      !std::same_as<Layout, layout_stride>) constexpr array_view(const array_view<U, Rank, Layout>&
                                                                     other) noexcept
      : data_(other.data()), extents_(other.extents()) {
    std::ptrdiff_t stride = 1;
    for (std::size_t i = 0; i < Rank; ++i) {
      const std::size_t axis = std::same_as<Layout, layout_right> ? Rank - 1 - i : i;
      strides_[axis] = stride;
      stride *= static_cast<std::ptrdiff_t>(extents_[axis]);
    }
  }

  [[nodiscard]] static constexpr std::size_t rank() noexcept { return Rank; }
  [[nodiscard]] constexpr std::size_t extent(std::size_t axis) const noexcept {
    return extents_[axis];
  }
  [[nodiscard]] constexpr const extents_type& extents() const noexcept { return extents_; }
  [[nodiscard]] constexpr nopy::shape shape() const noexcept { return extents_.shape(); }
  [[nodiscard]] constexpr std::ptrdiff_t stride(std::size_t axis) const noexcept {
    return strides_[axis];
  }
  [[nodiscard]] constexpr const strides_type& strides() const noexcept { return strides_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept {
    std::size_t product = 1;
    for (std::size_t axis = 0; axis < Rank; ++axis) product *= extents_[axis];
    return product;
  }
  [[nodiscard]] constexpr T* data() const noexcept { return data_; }

  template <class... Index>
  requires(sizeof...(Index) == Rank && (std::integral<Index> && ...)) [[nodiscard]] constexpr T&
  operator()(Index... index) const noexcept {
    const std::array<std::ptrdiff_t, Rank> at{static_cast<std::ptrdiff_t>(index)...};
    std::ptrdiff_t position = 0;
    for (std::size_t axis = 0; axis < Rank; ++axis) position += at[axis] * strides_[axis];
    return data_[position];
  }

 private:
  T* data_ = nullptr;
  extents_type extents_{};
  strides_type strides_{};
};

}  // namespace v1
}  // namespace nopy
