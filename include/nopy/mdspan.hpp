// SPDX-License-Identifier: MIT
// nopy's views as mdspan and back: the standard's (C++23) where the compiler has it, else Kokkos'
// (mdspan/mdspan.hpp or experimental/mdspan). No element is copied; constness stays.
//
//   const auto volume = nopy::map<float, 3>("volume.npy");
//   const auto m = nopy::mdspan_of(volume.view());       // std::mdspan<const float, dextents<..., 3>>
//   nopy::save("part.npy", nopy::view_of(part));         // any layout with strides
#pragma once

#include <nopy/any.hpp>
#include <nopy/view.hpp>

#if __has_include(<mdspan>)
#include <mdspan>
#endif
#if defined(__cpp_lib_mdspan)
#define NOPY_MDSPAN std
#elif __has_include(<mdspan/mdspan.hpp>)
#include <mdspan/mdspan.hpp>
#define NOPY_MDSPAN Kokkos
#elif __has_include(<experimental/mdspan>)
#include <experimental/mdspan>
#define NOPY_MDSPAN std::experimental
#else
#error "nopy/mdspan.hpp needs <mdspan> (C++23: clang 19 with libc++, GCC 16) or Kokkos' mdspan"
#endif

namespace nopy::inline v1 {

namespace md = NOPY_MDSPAN;

/// The elements of a view as an mdspan of the same layout; borrowed.
template <class T, std::size_t Rank>
requires(Rank != any_rank) [[nodiscard]] auto mdspan_of(const array_view<T, Rank>& view) noexcept {
  std::array<std::size_t, Rank> extents;
  for (std::size_t axis = 0; axis < Rank; ++axis) extents[axis] = view.extent(axis);
  return md::mdspan<T, md::dextents<std::size_t, Rank>>(view.data(), extents);
}
/// The same of a view in Fortran order.
template <class T, std::size_t Rank>
requires(Rank != any_rank)
    [[nodiscard]] auto mdspan_of(const array_view<T, Rank, layout_left>& view) noexcept {
  std::array<std::size_t, Rank> extents;
  for (std::size_t axis = 0; axis < Rank; ++axis) extents[axis] = view.extent(axis);
  return md::mdspan<T, md::dextents<std::size_t, Rank>, md::layout_left>(view.data(), extents);
}
/// Strides must not be negative: mdspan has none of those.
template <class T, std::size_t Rank>
[[nodiscard]] auto mdspan_of(const array_view<T, Rank, layout_stride>& view) noexcept {
  std::array<std::size_t, Rank> extents, strides;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    extents[axis] = view.extent(axis);
    strides[axis] = static_cast<std::size_t>(view.stride(axis));
  }
  using shape_type = md::dextents<std::size_t, Rank>;
  return md::mdspan<T, shape_type, md::layout_stride>(
      view.data(), md::layout_stride::mapping<shape_type>(shape_type(extents), strides));
}

/// The elements of an mdspan as a view: `layout_right`, `layout_left`, or strides of their own. What
/// has no strides, and an accessor that computes, does not compile.
template <class T, class Extents, class Layout>
requires element<T>
[[nodiscard]] auto view_of(
    const md::mdspan<T, Extents, Layout, md::default_accessor<T>>& from) noexcept {
  constexpr std::size_t rank = Extents::rank();
  std::array<std::size_t, rank> extents;
  for (std::size_t axis = 0; axis < rank; ++axis)
    extents[axis] = static_cast<std::size_t>(from.extent(axis));
  if constexpr (std::same_as<Layout, md::layout_right>) {
    return array_view<T, rank>(from.data_handle(), extents);
  } else if constexpr (std::same_as<Layout, md::layout_left>) {
    return array_view<T, rank, layout_left>(from.data_handle(), extents);
  } else {
    static_assert(md::mdspan<T, Extents, Layout>::is_always_strided(),
                  "a layout without strides has no view: copy the elements first");
    std::array<std::ptrdiff_t, rank> strides;
    for (std::size_t axis = 0; axis < rank; ++axis)
      strides[axis] = static_cast<std::ptrdiff_t>(from.stride(axis));
    return array_view<T, rank, layout_stride>(from.data_handle(), extents, strides);
  }
}

/// `save` and its like take an mdspan.
template <class T, class Extents, class Layout>
requires element<T>
struct view_traits<md::mdspan<T, Extents, Layout, md::default_accessor<T>>> {
  static any_view of(const md::mdspan<T, Extents, Layout, md::default_accessor<T>>& from) noexcept {
    return view_of(from);
  }
};

}  // namespace nopy::inline v1

#undef NOPY_MDSPAN
