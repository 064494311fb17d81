// SPDX-License-Identifier: MIT
// Arrays whose type is known at run time only: any_view borrows, any_array owns.
#pragma once

#include <nopy/header.hpp>
#include <nopy/memory.hpp>
#include <nopy/options.hpp>
#include <nopy/record.hpp>
#include <nopy/view.hpp>

#include <vector>

namespace nopy {
inline namespace v1 {

template <class T, std::size_t Rank, class Layout = layout_right>
class array;

class any_array;

/// Makes an `any_view` of another library's array; bridges specialise it with `static any_view
/// of(const A&)`.
template <class A>
struct view_traits;

/// What `any_view` takes as a list of elements: std::vector, std::span, std::array. Not
/// std::string, whose meaning nobody said, and not std::vector<bool>, which has no elements in
/// memory.
template <class V>
concept contiguous_elements = requires(const V& v) {
  { v.data() } -> std::convertible_to<const typename V::value_type*>;
  { v.size() } -> std::convertible_to<std::size_t>;
  requires element<typename V::value_type>;
}
// Nor anything with a shape: an Eigen matrix saved as a list would have lost it.
// clang-format off
&&!requires(const V& v) { v.c_str(); } && !requires(const V& v) { v.rows(); }
&&!requires(const V& v) { v.extents(); } && !requires(const V& v) { v.extent(0); } && !requires(const V& v) { v.shape(); };
// clang-format on

/// What a save writes for bytes that no field of a record names (and for the unused bytes of an x87
/// long double). In C++ values they are whatever memory held, which must not leak: `zero`. In bytes
/// that came from a file they belong to the file: `raw`.
enum class padding : std::uint8_t { zero, raw };

/// A borrowed array of run-time type: dtype, shape, order and bytes. Views of C++ elements have
/// `padding::zero`, views of bytes `padding::raw`.
class any_view {
 public:
  any_view() noexcept = default;
  /// `bytes` hold the items in `order`; exactly shape x item size of them, else reading verbs
  /// refuse with `usage`.
  any_view(nopy::dtype type, const nopy::shape& shape, std::span<const std::byte> bytes,
           nopy::order order = order::c) noexcept
      : dtype_(std::move(type)), shape_(shape), bytes_(bytes), order_(order) {}
  template <class T, std::size_t Rank, class Layout>
  requires(element<T> && !std::same_as<Layout, layout_stride>)
      any_view(const array_view<T, Rank, Layout>& view)
  noexcept
      : any_view(dtype_of<T>(), view.shape(), std::as_bytes(std::span(view.data(), view.size())),
                 std::same_as<Layout, layout_left> ? order::fortran : order::c) {
    padding_ = padding::zero;
  }
  /// Strides in bytes: the elements need not lie side by side.
  template <class T, std::size_t Rank>
  requires element<T> any_view(const array_view<T, Rank, layout_stride>& view)
  noexcept
      : any_view(dtype_of<T>(), view.shape(),
                 {reinterpret_cast<const std::byte*>(view.data()), 0}) {
    padding_ = padding::zero;
    strided_ = true;
    for (std::size_t axis = 0; axis < Rank; ++axis)
      strides_[axis] = view.stride(axis) * static_cast<std::ptrdiff_t>(sizeof(T));
  }
  /// Of what owns elements: array, mapped_array.
  // clang-format off
  template <class A> requires requires(const A& a) { a.view().extents(); }
  any_view(const A& from) noexcept : any_view(from.view()) {}
  // clang-format on
  template <contiguous_elements V>
  any_view(const V& v) noexcept
      : any_view(dtype_of<typename V::value_type>(), {v.size()},
                 std::as_bytes(std::span(v.data(), v.size()))) {
    padding_ = padding::zero;
  }
  template <class A>
  requires requires(const A& a) {
    { view_traits<A>::of(a) } -> std::same_as<any_view>;
  }
  any_view(const A& foreign) : any_view(view_traits<A>::of(foreign)) {}
  any_view(const any_array& from) noexcept;  ///< like `any_array::view()`
  any_view(const std::string&) = delete;     // which bytes? say std::span or fixed_bytes<N>
  any_view(const std::vector<bool>&) =
      delete;  // has no elements in memory: use std::vector<nopy::boolean>

  [[nodiscard]] const nopy::dtype& dtype() const noexcept { return dtype_; }
  [[nodiscard]] const nopy::shape& shape() const noexcept { return shape_; }
  [[nodiscard]] nopy::order order() const noexcept { return order_; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
  /// Whether the items have strides of their own; then `bytes()` is empty and only begins at the
  /// first item.
  [[nodiscard]] bool strided() const noexcept { return strided_; }
  /// What a save writes for the bytes that no field names.
  [[nodiscard]] nopy::padding padding() const noexcept { return padding_; }
  /// The same view with another answer to that.
  [[nodiscard]] any_view with_padding(nopy::padding padding) const noexcept {
    any_view made = *this;
    made.padding_ = padding;
    return made;
  }
  /// Bytes from one index to the next along `axis`, whatever the order.
  [[nodiscard]] NOPY_API std::ptrdiff_t stride_bytes(std::size_t axis) const noexcept;
  /// The first byte of the item at a position in C order (of any order of the bytes).
  [[nodiscard]] NOPY_API const std::byte* item(std::uint64_t c_order_position) const noexcept;

 private:
  nopy::dtype dtype_;
  nopy::shape shape_;
  std::span<const std::byte> bytes_{};
  nopy::order order_ = order::c;
  nopy::padding padding_ = padding::raw;
  bool strided_ = false;
  std::ptrdiff_t strides_[max_rank]{};
};

/// An array whose type the file decided. Owns its memory, or shares the mapping it lies in; copies
/// share.
class NOPY_API any_array {
 public:
  any_array() noexcept = default;
  any_array(nopy::header header, memory bytes) noexcept
      : header_(std::move(header)), bytes_(std::move(bytes)) {}

  [[nodiscard]] const nopy::header& header() const noexcept { return header_; }
  [[nodiscard]] const nopy::dtype& dtype() const noexcept { return header_.dtype; }
  [[nodiscard]] const nopy::shape& shape() const noexcept { return header_.shape; }
  [[nodiscard]] nopy::any_view view() const& noexcept {
    return {header_.dtype, header_.shape, bytes_.bytes(), header_.order};
  }
  void view() && = delete;
  [[nodiscard]] const nopy::memory& memory() const noexcept { return bytes_; }

  /// A typed view in place. Errors: type_mismatch (byte order included), rank_mismatch,
  /// order_mismatch, unaligned.
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] result<array_view<const T, Rank, Layout>> try_as() const& noexcept {
    static_assert(!std::same_as<T, bool>, "as<nopy::boolean>, or load<bool>");
    return in_place<const T, Rank, Layout>();
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  void try_as() && = delete;
  /// Takes the memory over, without a copy. Like `try_as`, but the result owns, with whoever has a copy
  /// of this array. Elements that `map` gave are not to be written: for that there are `load` and `map_private`.
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] result<array<T, Rank, Layout>> try_into() && noexcept;
#if NOPY_EXCEPTIONS
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] array_view<const T, Rank, Layout> as() const& {
    return try_as<T, Rank, Layout>().value();
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  void as() && = delete;
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] array<T, Rank, Layout> into() && {
    return std::move(*this).template try_into<T, Rank, Layout>().value();
  }
  /// Every item of an S or U array as UTF-8, in C order; what is no code point becomes U+FFFD.
  /// Errors, thrown: type_mismatch; too_large, for more than 2^20 strings of no bytes.
  [[nodiscard]] std::vector<std::string> strings() const;
#endif
  /// Calls `f` with an `array_view<const T, any_rank>` of the element's C++ type: the eight integers,
  /// boolean, float16, float, double, complex<float>, complex<double>. False where the type is
  /// another, is foreign-endian or unaligned, or the order is Fortran.
  template <class F>
  [[nodiscard]] bool visit(F&& f) const&;

 private:
  template <class T, std::size_t Rank, class Layout>
  [[nodiscard]] result<array_view<T, Rank, Layout>> in_place() const noexcept;

  nopy::header header_;
  nopy::memory bytes_;
};

/// The checks between what a file holds and what was asked for; one message for the whole API.
struct in_place_request {
  nopy::dtype type;
  std::size_t rank = any_rank;
  nopy::order order = order::c;
  bool any_order = false;  ///< strided layouts take both
  std::uint64_t alignment = 1;
  const void* address = nullptr;
};
/// Errors: type_mismatch, rank_mismatch, order_mismatch, unaligned. Cost: no allocation where all
/// fits.
[[nodiscard]] NOPY_API result<void> check_in_place(const header& found,
                                                   const in_place_request& asked) noexcept;

inline any_view::any_view(const any_array& from) noexcept : any_view(from.view()) {}

template <class T, std::size_t Rank, class Layout>
result<array_view<T, Rank, Layout>> any_array::in_place() const noexcept {
  using value = std::remove_cv_t<T>;
  const auto fits = check_in_place(
      header_, {.type = dtype_of<value>(),
                .rank = Rank,
                .order = std::same_as<Layout, layout_left> ? order::fortran : order::c,
                .alignment = alignof(value),
                .address = bytes_.data()});
  if (!fits) return fits.error();
  return array_view<T, Rank, Layout>(reinterpret_cast<T*>(bytes_.data()),
                                     nopy::extents<Rank>(header_.shape));
}

template <class F>
bool any_array::visit(F&& f) const& {
  bool seen = false;
  const auto offer = [&]<class T>(type<T>) {
    if (seen || !(header_.dtype == dtype_of<T>())) return;
    if (const auto typed = in_place<const T, any_rank, layout_right>()) {
      seen = true;
      f(*typed);
    }
  };
  const auto each = [&]<class... T>(type<T>... tags) { (offer(tags), ...); };
  each(type<double>{}, type<float>{}, type<std::int64_t>{}, type<std::int32_t>{},
       type<std::uint8_t>{}, type<std::int8_t>{}, type<std::int16_t>{}, type<std::uint16_t>{},
       type<std::uint32_t>{}, type<std::uint64_t>{}, type<boolean>{}, type<float16>{},
       type<complex<float>>{}, type<complex<double>>{});
  return seen;
}

}  // namespace v1
}  // namespace nopy
