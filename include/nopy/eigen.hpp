// SPDX-License-Identifier: MIT
// nopy's views as Eigen maps and back. No element is copied; constness stays. A file's order decides
// the map's: ask for the view you want (`map<float, 2, nopy::layout_left>`), which is an error where
// the file holds another (order_mismatch, type_mismatch, rank_mismatch).
//
//   const auto m = nopy::map<double, 2, nopy::layout_left>("m.npy");
//   Eigen::VectorXd y = nopy::eigen_of(m.view()) * x;
//   nopy::save("y.npy", y);                                   // matrices, maps and blocks
#pragma once

#include <nopy/any.hpp>
#include <nopy/view.hpp>

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>
#endif

namespace nopy::inline v1 {

/// `Eigen::Map<const M>` for const elements.
template <class T, int Columns, int Options>
using eigen_matrix = std::conditional_t<
    std::is_const_v<T>,
    const Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, Columns, Options>,
    Eigen::Matrix<T, Eigen::Dynamic, Columns, Options>>;

/// The elements of a view as a map; borrowed. A matrix in row-major or column-major order, as the view.
template <class T>
[[nodiscard]] auto eigen_of(const array_view<T, 2>& view) noexcept {
  return Eigen::Map<eigen_matrix<T, Eigen::Dynamic, Eigen::RowMajor>>(
      view.data(), static_cast<Eigen::Index>(view.extent(0)),
      static_cast<Eigen::Index>(view.extent(1)));
}
/// The same of a view in Fortran order.
template <class T>
[[nodiscard]] auto eigen_of(const array_view<T, 2, layout_left>& view) noexcept {
  return Eigen::Map<eigen_matrix<T, Eigen::Dynamic, Eigen::ColMajor>>(
      view.data(), static_cast<Eigen::Index>(view.extent(0)),
      static_cast<Eigen::Index>(view.extent(1)));
}
/// The same of a view with strides.
template <class T>
[[nodiscard]] auto eigen_of(const array_view<T, 2, layout_stride>& view) noexcept {
  using strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<eigen_matrix<T, Eigen::Dynamic, Eigen::ColMajor>, Eigen::Unaligned, strides>(
      view.data(), static_cast<Eigen::Index>(view.extent(0)),
      static_cast<Eigen::Index>(view.extent(1)), strides(view.stride(1), view.stride(0)));
}
/// A column vector.
template <class T, class Layout>
[[nodiscard]] auto eigen_of(const array_view<T, 1, Layout>& view) noexcept {
  static_assert(!std::same_as<Layout, layout_stride>,
                "a vector with a stride: take it as a matrix");
  return Eigen::Map<eigen_matrix<T, 1, Eigen::ColMajor>>(view.data(),
                                                         static_cast<Eigen::Index>(view.size()));
}

/// An object of Eigen's whose elements lie in memory: a matrix, an array, a map, a block of one.
template <class D>
concept eigen_dense = std::derived_from<D, Eigen::DenseBase<D>> &&
                          (int(D::Flags) & int(Eigen::DirectAccessBit)) != 0 &&
                      element<typename D::Scalar>;

/// Its elements as a view with the strides it has; a vector has rank 1. Borrowed: of a temporary it does
/// not compile.
template <eigen_dense D>
[[nodiscard]] auto view_of(const D& from) noexcept {
  using scalar = const typename D::Scalar;
  if constexpr (bool(D::IsVectorAtCompileTime)) {
    return array_view<scalar, 1, layout_stride>(
        from.data(), std::array<std::size_t, 1>{static_cast<std::size_t>(from.size())},
        {static_cast<std::ptrdiff_t>(from.innerStride())});
  } else {
    const std::array<std::size_t, 2> extents{static_cast<std::size_t>(from.rows()),
                                             static_cast<std::size_t>(from.cols())};
    if constexpr (std::derived_from<D, Eigen::PlainObjectBase<D>>)
      return array_view<scalar, 2,
                        std::conditional_t<bool(D::IsRowMajor), layout_right, layout_left>>(
          from.data(), extents);
    else
      return array_view<scalar, 2, layout_stride>(from.data(), extents,
                                                  {static_cast<std::ptrdiff_t>(from.rowStride()),
                                                   static_cast<std::ptrdiff_t>(from.colStride())});
  }
}
template <eigen_dense D>
void view_of(const D&& from) = delete;

/// `save` and its like take them.
template <eigen_dense D>
struct view_traits<D> {
  static any_view of(const D& from) noexcept { return view_of(from); }
};

}  // namespace nopy::inline v1
