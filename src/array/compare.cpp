// SPDX-License-Identifier: MIT
// Walks two arrays in C order, whatever the order of their bytes, in blocks of items.
#include <nopy/compare.hpp>

#include "array/compare_items.hpp"
#include "array/type_text.hpp"
#include "array/view_fit.hpp"
#include "bytes/tuple_text.hpp"

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

/// The addresses of an array's items, in C order.
class item_walk {
 public:
  explicit item_walk(const any_view& of) noexcept : at_(of.bytes().data()), extents_(of.shape()) {
    for (std::size_t axis = 0; axis < extents_.rank(); ++axis)
      strides_[axis] = of.stride_bytes(axis);
  }
  const std::byte* next() noexcept {
    const std::byte* item = at_;
    for (std::size_t axis = extents_.rank(); axis-- > 0;) {
      at_ += strides_[axis];
      if (++index_[axis] < extents_[axis]) break;
      at_ -= strides_[axis] * static_cast<std::ptrdiff_t>(extents_[axis]);
      index_[axis] = 0;
    }
    return item;
  }

 private:
  const std::byte* at_;
  shape extents_;
  std::ptrdiff_t strides_[max_rank];
  std::uint64_t index_[max_rank] = {};
};

shape index_of(std::uint64_t position, const shape& extents) noexcept {
  shape index = extents;
  for (std::size_t axis = extents.rank(); axis-- > 0;) {
    index[axis] = position % extents[axis];
    position /= extents[axis];
  }
  return index;
}

/// Whether the bytes are those of the shape; a strided view answers for itself.
error types_differ(const any_view& a, const any_view& b, bool by_bits) noexcept {
  const message_text found([&](bytes::text_sink& sink) { put_type(sink, a.dtype()); });
  const message_text expected([&](bytes::text_sink& sink) { put_type(sink, b.dtype()); });
  return error({.code = errc::type_mismatch,
                .found = found,
                .expected = expected,
                .hint = by_bits ? "compare values (.equality = nopy::equality::values) to hold "
                                  "different types against each other"
                                : "these types have no values in common"});
}

error shapes_differ(const any_view& a, const any_view& b) noexcept {
  const message_text found([&](bytes::text_sink& sink) { bytes::put_tuple(sink, a.shape()); });
  const message_text expected([&](bytes::text_sink& sink) { bytes::put_tuple(sink, b.shape()); });
  return error({.code = errc::shape_mismatch, .found = found, .expected = expected});
}

std::optional<error> not_comparable(const any_view& a, const any_view& b,
                                    const item_comparer& comparer, bool by_bits) noexcept {
  for (const any_view* view : {&a, &b})
    if (auto fits = check_fit(*view); !fits) return fits.error();
  if (!(a.shape() == b.shape())) return shapes_differ(a, b);
  if (a.dtype().has_objects() || b.dtype().has_objects()) return error(errc::object_dtype);
  if (!comparer.comparable(a.dtype(), b.dtype())) return types_differ(a, b, by_bits);
  return std::nullopt;
}

}  // namespace
}  // namespace core

comparison compare(const any_view& a, const any_view& b, const compare_options& options) noexcept {
  return compare(a, b, options, [](std::uint64_t) { return false; });
}

comparison compare(const any_view& a, const any_view& b, const compare_options& options,
                   function_ref<bool(std::uint64_t c_order_position)> emit) noexcept {
  core::item_comparer comparer(options);
  comparison found;
  found.reason = core::not_comparable(
      a, b, comparer, options.equality == equality::bits && options.rtol <= 0 && options.atol <= 0);
  if (found.reason) return found;
  core::item_walk a_items(a);
  core::item_walk b_items(b);
  core::item_block block;
  const std::uint64_t count = a.shape().count();
  const bool no_bytes = a.dtype().item_bytes() == 0 && b.dtype().item_bytes() == 0;
  bool emitting = true;
  for (std::uint64_t first = 0; first < count && !no_bytes; first += block.count) {
    block.count = static_cast<std::size_t>(
        count - first < core::item_block::capacity ? count - first : core::item_block::capacity);
    for (std::size_t i = 0; i < block.count; ++i) {
      block.a[i] = a_items.next();
      block.b[i] = b_items.next();
    }
    comparer.compare(a.dtype(), b.dtype(), block);
    for (std::size_t i = 0; i < block.count; ++i) {
      if (!block.differs[i]) continue;
      if (found.different++ == 0) found.first_index = core::index_of(first + i, a.shape());
      if (!block.by_more_than_a_sign[i]) ++found.signed_zeros;
      if (emitting) emitting = emit(first + i);
    }
  }
  found.max_abs = comparer.max_abs();
  found.same = found.different == 0;
  return found;
}

}  // namespace v1
}  // namespace nopy
