// SPDX-License-Identifier: MIT
// Where the items of an any_view lie.
#include <nopy/any.hpp>

namespace nopy {
inline namespace v1 {

std::ptrdiff_t any_view::stride_bytes(std::size_t axis) const noexcept {
  if (strided_) return strides_[axis];
  auto stride = static_cast<std::ptrdiff_t>(dtype_.item_bytes());
  const std::size_t first = order_ == order::c ? axis + 1 : 0;
  const std::size_t last = order_ == order::c ? shape_.rank() : axis;
  for (std::size_t i = first; i < last; ++i) stride *= static_cast<std::ptrdiff_t>(shape_[i]);
  return stride;
}

const std::byte* any_view::item(std::uint64_t c_order_position) const noexcept {
  if (!strided_ && order_ == order::c)
    return bytes_.data() + c_order_position * dtype_.item_bytes();
  std::ptrdiff_t at = 0;
  std::ptrdiff_t fortran_stride = static_cast<std::ptrdiff_t>(dtype_.item_bytes());
  for (std::size_t axis = 0; axis < shape_.rank(); ++axis)
    fortran_stride *= static_cast<std::ptrdiff_t>(shape_[axis]);
  for (std::size_t axis = shape_.rank(); axis-- > 0 && shape_[axis] != 0;) {
    fortran_stride /= static_cast<std::ptrdiff_t>(shape_[axis]);
    const std::ptrdiff_t stride = strided_ ? strides_[axis] : fortran_stride;
    at += static_cast<std::ptrdiff_t>(c_order_position % shape_[axis]) * stride;
    c_order_position /= shape_[axis];
  }
  return bytes_.data() + at;
}

}  // namespace v1
}  // namespace nopy
