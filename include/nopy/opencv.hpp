// SPDX-License-Identifier: MIT
// nopy's views as cv::Mat and back, without a copy. A Mat has no constness, so a read-only view is
// refused by the compiler: `map_private` gives elements that may be written. What a Mat can not say is
// an error.
//
//   auto image = nopy::load<std::uint8_t, 3>("bgr.npy");         // height x width x channels
//   cv::Mat m = nopy::try_mat_of(image.view()).value();          // borrows: keep `image`
//   nopy::save("out.npy", nopy::try_view_of(m).value());
#pragma once

#include <nopy/any.hpp>
#include <nopy/view.hpp>

#include <climits>
#include <opencv2/core/mat.hpp>

namespace nopy::inline v1 {

/// OpenCV's number of an element type, or -1.
template <class T>
inline constexpr int cv_depth = std::same_as<T, std::uint8_t>    ? CV_8U
                                : std::same_as<T, std::int8_t>   ? CV_8S
                                : std::same_as<T, std::uint16_t> ? CV_16U
                                : std::same_as<T, std::int16_t>  ? CV_16S
                                : std::same_as<T, std::int32_t>  ? CV_32S
                                : std::same_as<T, float>         ? CV_32F
                                : std::same_as<T, double>        ? CV_64F
                                : std::same_as<T, float16>       ? CV_16F
                                                                 : -1;

/// The elements of a view as a Mat; borrowed. Rank 2 has one channel, rank 3 its last extent of them.
/// Errors: too_large (an extent beyond int, or more than 512 channels).
template <class T, std::size_t Rank>
[[nodiscard]] result<cv::Mat> try_mat_of(const array_view<T, Rank>& view) {
  static_assert(!std::is_const_v<T>, "a cv::Mat can be written to: load it, or map_private");
  static_assert(cv_depth<T> >= 0, "OpenCV has no such element type");
  static_assert(Rank == 2 || Rank == 3, "height x width, or height x width x channels");
  const std::size_t channels = Rank == 3 ? view.extent(Rank - 1) : 1;
  if (view.extent(0) > INT_MAX || view.extent(1) > INT_MAX || channels < 1 || channels > CV_CN_MAX)
    return error({.code = errc::too_large,
                  .summary = "a cv::Mat can not have this shape",
                  .expected = "extents of an int, and 1 to 512 channels"});
  return cv::Mat(static_cast<int>(view.extent(0)), static_cast<int>(view.extent(1)),
                 CV_MAKETYPE(cv_depth<T>, static_cast<int>(channels)), view.data());
}

/// A Mat as a view: its extents, and the channels as one more where there are several; borrowed.
/// Errors: order_mismatch (its rows do not lie one behind the other, as those of a region);
/// type_mismatch (an element type of the user's own).
[[nodiscard]] inline result<any_view> try_view_of(const cv::Mat& from) noexcept {
  static const dtype types[] = {dtype_of<std::uint8_t>(),  dtype_of<std::int8_t>(),
                                dtype_of<std::uint16_t>(), dtype_of<std::int16_t>(),
                                dtype_of<std::int32_t>(),  dtype_of<float>(),
                                dtype_of<double>(),        dtype_of<float16>()};
  if (!from.isContinuous())
    return error({.code = errc::order_mismatch,
                  .summary = "the rows of the cv::Mat do not lie one behind the other",
                  .hint = "save its clone(), which copies the region"});
  if (from.depth() < 0 || from.depth() > CV_16F) return error(errc::type_mismatch);
  shape extents;
  for (int axis = 0; axis < from.dims; ++axis)
    extents.push_back(static_cast<std::uint64_t>(from.size[axis]));
  if (from.channels() > 1) extents.push_back(static_cast<std::uint64_t>(from.channels()));
  return any_view(types[from.depth()], extents,
                  {reinterpret_cast<const std::byte*>(from.data), from.total() * from.elemSize()});
}

}  // namespace nopy::inline v1
