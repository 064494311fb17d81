// SPDX-License-Identifier: MIT
// Typed arrays: `array` owns its elements, `mapped_array` shares a mapped file. Owns the lifetime
// rules: what borrows can not be taken from a temporary (`view()`, `span()`, `begin()` are deleted
// there), and an element of a temporary is given by value.
#pragma once

#include <nopy/any.hpp>

namespace nopy {
inline namespace v1 {

/// An owned array. Moves are cheap; there are no copies. What was moved from may only be assigned to
/// or destroyed.
template <class T, std::size_t Rank, class Layout>
class array {
 public:
  static_assert(element<T>,
                "T is no element type: see docs/types.md, or say its fields (record.hpp)");
  static_assert(!std::same_as<Layout, layout_stride>, "an owned array is contiguous");
  using value_type = T;

  array() noexcept = default;
  array(array&&) noexcept = default;
  array& operator=(array&&) noexcept = default;
  array(const array&) = delete;
  array& operator=(const array&) = delete;

#if NOPY_EXCEPTIONS
  /// Elements are value-initialised.
  explicit array(const std::array<std::size_t, Rank>& extents) requires(Rank != any_rank) {
    *this = make(nopy::extents<Rank>(extents)).value();
    for (T& each : span()) each = T{};
  }
#endif
  /// An array of uninitialised elements. Errors: too_large, out_of_memory.
  [[nodiscard]] static result<array> make(const nopy::extents<Rank>& extents) noexcept {
    const std::uint64_t count = extents.shape().count();
    if (count > static_cast<std::uint64_t>(PTRDIFF_MAX) / sizeof(T))
      return nopy::error(errc::too_large);
    auto block = memory::allocate(count * sizeof(T));
    if (!block) return block.error();
    return array(*std::move(block), extents);
  }
  /// Takes over a block that holds the elements; its start must be aligned for T.
  array(memory block, const nopy::extents<Rank>& extents) noexcept
      : view_(reinterpret_cast<T*>(block.data()), extents), block_(std::move(block)) {}

  [[nodiscard]] array_view<T, Rank, Layout> view() & noexcept { return view_; }
  [[nodiscard]] array_view<const T, Rank, Layout> view() const& noexcept { return view_; }
  void view() && = delete;
  [[nodiscard]] std::size_t rank() const noexcept { return view_.rank(); }
  [[nodiscard]] std::size_t extent(std::size_t axis) const noexcept { return view_.extent(axis); }
  [[nodiscard]] nopy::shape shape() const noexcept { return view_.shape(); }
  [[nodiscard]] std::size_t size() const noexcept { return view_.size(); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] T* data() & noexcept { return view_.data(); }
  [[nodiscard]] const T* data() const& noexcept { return view_.data(); }
  void data() && = delete;

  template <class... Index>
  requires(Rank == any_rank || sizeof...(Index) == Rank) [[nodiscard]] T& operator()(
      Index... index) & noexcept {
    return view_(index...);
  }
  template <class... Index>
  requires(Rank == any_rank || sizeof...(Index) == Rank) [[nodiscard]] const T& operator()(
      Index... index) const& noexcept {
    return view_(index...);
  }
  template <class... Index>
  requires(Rank == any_rank || sizeof...(Index) == Rank) [[nodiscard]] T operator()(
      Index... index) && noexcept {
    return view_(index...);
  }

  [[nodiscard]] std::span<T> span() & noexcept { return view_.span(); }
  [[nodiscard]] std::span<const T> span() const& noexcept { return view_.span(); }
  void span() && = delete;
  [[nodiscard]] T* begin() & noexcept { return view_.begin(); }
  [[nodiscard]] T* end() & noexcept { return view_.end(); }
  [[nodiscard]] const T* begin() const& noexcept { return view_.begin(); }
  [[nodiscard]] const T* end() const& noexcept { return view_.end(); }
  void begin() && = delete;
  void end() && = delete;

  /// Hands the memory on: converts to std::shared_ptr<T> (and so to torch, cv::Mat or Arrow
  /// owners).
  [[nodiscard]] shared_elements<T> share() && noexcept { return {view_.data(), std::move(block_)}; }

 private:
  array_view<T, Rank, Layout> view_{};
  memory block_{};
};

/// A mapped array: the elements are the file's pages, read when they are touched. Copies share the
/// mapping; the last one unmaps. A file that another process shortens while it is mapped ends the
/// program on a touch (SIGBUS): read through `npy_file` where that can happen.
template <class T, std::size_t Rank, class Layout = layout_right>
class mapped_array {
 public:
  static_assert(element<T>,
                "T is no element type: see docs/types.md, or say its fields (record.hpp)");
  static_assert(
      !std::same_as<std::remove_cv_t<T>, bool>,
      "a byte other than 0 and 1 is undefined as bool: map<nopy::boolean>, or load<bool>");
  using value_type = std::remove_cv_t<T>;

  mapped_array() noexcept = default;
  mapped_array(memory mapping, const array_view<T, Rank, Layout>& view) noexcept
      : view_(view), mapping_(std::move(mapping)) {}

  [[nodiscard]] array_view<T, Rank, Layout> view() const& noexcept { return view_; }
  void view() && = delete;
  [[nodiscard]] std::size_t rank() const noexcept { return view_.rank(); }
  [[nodiscard]] std::size_t extent(std::size_t axis) const noexcept { return view_.extent(axis); }
  [[nodiscard]] nopy::shape shape() const noexcept { return view_.shape(); }
  [[nodiscard]] std::size_t size() const noexcept { return view_.size(); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] T* data() const& noexcept { return view_.data(); }
  void data() && = delete;

  template <class... Index>
  requires(Rank == any_rank || sizeof...(Index) == Rank) [[nodiscard]] T& operator()(
      Index... index) const& noexcept {
    return view_(index...);
  }
  template <class... Index>
  requires(Rank == any_rank || sizeof...(Index) == Rank) [[nodiscard]] typename value_of<T>::type
  operator()(Index... index) const&& noexcept {
    return view_(index...);
  }

  [[nodiscard]] std::span<T> span() const& noexcept { return view_.span(); }
  void span() && = delete;
  [[nodiscard]] T* begin() const& noexcept { return view_.begin(); }
  [[nodiscard]] T* end() const& noexcept { return view_.end(); }
  void begin() && = delete;
  void end() && = delete;

  /// Writes changed pages to the file and waits; of `map_writable` and `create` only. Errors: io.
  [[nodiscard]] result<void> try_flush() const noexcept requires(!std::is_const_v<T>);
#if NOPY_EXCEPTIONS
  void flush() const requires(!std::is_const_v<T>) { try_flush().value(); }
#endif
  [[nodiscard]] shared_elements<T> share() && noexcept {
    return {view_.data(), std::move(mapping_)};
  }

 private:
  array_view<T, Rank, Layout> view_{};
  memory mapping_{};
};

/// Synchronises a mapping with its file. Errors: io.
[[nodiscard]] NOPY_API result<void> flush_mapping(std::span<std::byte> pages) noexcept;

template <class T, std::size_t Rank, class Layout>
result<void> mapped_array<T, Rank, Layout>::try_flush() const noexcept
    requires(!std::is_const_v<T>) {
  return flush_mapping(mapping_.bytes());
}

template <element T, std::size_t Rank, class Layout>
result<array<T, Rank, Layout>> any_array::try_into() && noexcept {
  static_assert(!std::same_as<T, bool>, "into<nopy::boolean>, or load<bool>");
  const auto typed = in_place<T, Rank, Layout>();
  if (!typed) return typed.error();
  return array<T, Rank, Layout>(std::move(bytes_), typed->extents());
}

}  // namespace v1
}  // namespace nopy
