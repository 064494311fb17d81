// SPDX-License-Identifier: MIT
// nopy's views as Armadillo's vectors, matrices and cubes, and back, without a copy. Armadillo is
// column-major: the views are `layout_left`, and a file in C order is `order_mismatch` when it is
// mapped so (`load_into` rearranges). Its objects can be written to, so a read-only view is refused by
// the compiler. Complex elements want <nopy/complex.hpp> as well.
//
//   auto m = nopy::map_private<double, 2, nopy::layout_left>("m.npy");
//   arma::mat a = nopy::arma_of(m.view());                       // borrows: keep `m`
//   nopy::save("a.npy", a, {.order = nopy::order::fortran});
#pragma once

#include <nopy/any.hpp>
#include <nopy/view.hpp>

#include <armadillo>

namespace nopy::inline v1 {

/// The elements of a view as an arma::Col, Mat or Cube, which can not change its size; borrowed.
template <class T>
[[nodiscard]] arma::Col<T> arma_of(const array_view<T, 1>& view) {
  static_assert(!std::is_const_v<T>, "Armadillo's objects can be written to: load, or map_private");
  return {view.data(), static_cast<arma::uword>(view.extent(0)), false, true};
}
/// The same of two axes.
template <class T>
[[nodiscard]] arma::Mat<T> arma_of(const array_view<T, 2, layout_left>& view) {
  static_assert(!std::is_const_v<T>, "Armadillo's objects can be written to: load, or map_private");
  return {view.data(), static_cast<arma::uword>(view.extent(0)),
          static_cast<arma::uword>(view.extent(1)), false, true};
}
/// The same of three axes.
template <class T>
[[nodiscard]] arma::Cube<T> arma_of(const array_view<T, 3, layout_left>& view) {
  static_assert(!std::is_const_v<T>, "Armadillo's objects can be written to: load, or map_private");
  return {view.data(),
          static_cast<arma::uword>(view.extent(0)),
          static_cast<arma::uword>(view.extent(1)),
          static_cast<arma::uword>(view.extent(2)),
          false,
          true};
}

/// Back: rank 2, 3, and 1 for vectors; borrowed.
template <element T>
[[nodiscard]] array_view<const T, 2, layout_left> view_of(const arma::Mat<T>& from) noexcept {
  return {from.memptr(), std::array<std::size_t, 2>{from.n_rows, from.n_cols}};
}
/// Back: rank 3.
template <element T>
[[nodiscard]] array_view<const T, 3, layout_left> view_of(const arma::Cube<T>& from) noexcept {
  return {from.memptr(), std::array<std::size_t, 3>{from.n_rows, from.n_cols, from.n_slices}};
}
/// Back: rank 1.
template <element T>
[[nodiscard]] array_view<const T, 1> view_of(const arma::Col<T>& from) noexcept {
  return {from.memptr(), std::array<std::size_t, 1>{from.n_elem}};
}
/// Back: rank 1, too.
template <element T>
[[nodiscard]] array_view<const T, 1> view_of(const arma::Row<T>& from) noexcept {
  return {from.memptr(), std::array<std::size_t, 1>{from.n_elem}};
}

// `save` and its like take them.
template <element T>
struct view_traits<arma::Mat<T>> {
  static any_view of(const arma::Mat<T>& from) noexcept { return view_of(from); }
};
template <element T>
struct view_traits<arma::Cube<T>> {
  static any_view of(const arma::Cube<T>& from) noexcept { return view_of(from); }
};
template <element T>
struct view_traits<arma::Col<T>> {
  static any_view of(const arma::Col<T>& from) noexcept { return view_of(from); }
};
template <element T>
struct view_traits<arma::Row<T>> {
  static any_view of(const arma::Row<T>& from) noexcept { return view_of(from); }
};

}  // namespace nopy::inline v1
