// SPDX-License-Identifier: MIT
// nopy's views as xtensor adaptors and back. No element is copied; constness stays. What is no whole
// array in C or Fortran order (a strided view) is an error, never a silent copy.
//
//   const auto image = nopy::map<float, 3>("image.npy");
//   const auto x = nopy::xtensor_of(image.view());
//   nopy::save("mean.npy", nopy::try_view_of(mean).value());
#pragma once

#include <nopy/any.hpp>
#include <nopy/view.hpp>

#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>

namespace nopy::inline v1 {

/// The elements of a view as an adaptor of static rank; borrowed.
template <class T, std::size_t Rank, class Layout>
requires(Rank != any_rank && !std::same_as<Layout, layout_stride>)
    [[nodiscard]] auto xtensor_of(const array_view<T, Rank, Layout>& view) {
  constexpr auto order = std::same_as<Layout, layout_left> ? xt::layout_type::column_major
                                                           : xt::layout_type::row_major;
  std::array<std::size_t, Rank> extents;
  for (std::size_t axis = 0; axis < Rank; ++axis) extents[axis] = view.extent(axis);
  return xt::adapt<order>(view.data(), view.size(), xt::no_ownership(), extents);
}
/// Of a rank known at run time: an adaptor like an xarray.
template <class T, class Layout>
requires(!std::same_as<Layout, layout_stride>)
    [[nodiscard]] auto xarray_of(const array_view<T, any_rank, Layout>& view) {
  constexpr auto order = std::same_as<Layout, layout_left> ? xt::layout_type::column_major
                                                           : xt::layout_type::row_major;
  std::vector<std::size_t> extents(view.rank());
  for (std::size_t axis = 0; axis < extents.size(); ++axis) extents[axis] = view.extent(axis);
  return xt::adapt<order>(view.data(), view.size(), xt::no_ownership(), extents);
}

/// An xarray, an xtensor or an adaptor as a view; borrowed. Errors: order_mismatch, where its layout is
/// neither C's nor Fortran's; rank_mismatch, beyond `max_rank`.
template <class X>
requires element<typename X::value_type>
[[nodiscard]] result<any_view> try_view_of(const xt::xcontainer<X>& of) noexcept {
  const X& from = static_cast<const X&>(of);
  if (from.dimension() > max_rank) return error(errc::rank_mismatch);
  const bool columns = from.layout() == xt::layout_type::column_major;
  // Of one axis any layout is a run of elements, but for strides of its own.
  const bool one_run = from.dimension() == 0 ||
                       (from.dimension() == 1 && (from.shape()[0] < 2 || from.strides()[0] == 1));
  if (!columns && from.layout() != xt::layout_type::row_major && !one_run)
    return error({.code = errc::order_mismatch,
                  .summary = "the elements do not lie one behind the other",
                  .expected = "a row-major or column-major layout",
                  .hint = "evaluate it first: xt::eval(x), or xt::xarray<T>(x)"});
  shape extents;
  for (const auto extent : from.shape()) extents.push_back(static_cast<std::uint64_t>(extent));
  using value = typename X::value_type;
  return any_view(dtype_of<value>(), extents, std::as_bytes(std::span(from.data(), from.size())),
                  columns ? order::fortran : order::c)
      .with_padding(padding::zero);
}

}  // namespace nopy::inline v1
