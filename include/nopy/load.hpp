// SPDX-License-Identifier: MIT
// Reading verbs. Load gives what you asked for; map gives what is there. The mmap mode is the verb,
// so constness is in the return type: map (NumPy's r), map_private (c), map_writable (r+). No verb
// here creates or truncates a file.
//
//   const auto image = nopy::load<float, 2>("image.npy");      owning, row-major, converted
//   const auto cloud = nopy::map<particle, 1>("cloud.npy");    read where it is touched
//   const nopy::any_array any = nopy::load("unknown.npy");     the file decides the type
//   auto result = nopy::try_load<float, 2>("a.npy");           the same without exceptions
#pragma once

#include <nopy/array.hpp>
#include <nopy/source.hpp>

namespace nopy {
inline namespace v1 {

/// Reads the header only. Errors: io, not_regular, bad_magic, bad_version, header_*, bad_dtype,
/// too_large. Object arrays are no error here, and data that ends early is a finding of weight
/// `severity::error`. Cost: O(header); four system calls for a path, three where it ends within 1 KiB.
[[nodiscard]] NOPY_API result<header> try_read_header(const source& from,
                                                      const load_options& options = {}) noexcept;

/// Loads with the file's own type and order. Errors: like `try_read_header`, and data_truncated,
/// object_dtype, out_of_memory, changed (under strict), cancelled. Cost: one pass over the data;
/// memory: the array.
[[nodiscard]] NOPY_API result<any_array> try_load(const source& from,
                                                  const load_options& options = {}) noexcept;

/// What a typed load asks for.
struct load_request {
  nopy::dtype type;
  nopy::order order = order::c;
  std::size_t rank = any_rank;
  bool normalise_bool = false;  ///< bytes other than 0 and 1 become 1, in records, too
};
/// Loads into fresh memory as the request says. Errors: like `try_load`, and type_mismatch (what
/// `casting` does not allow), rank_mismatch, out_of_range.
[[nodiscard]] NOPY_API result<any_array> try_load_as(const source& from,
                                                     const load_request& request,
                                                     const load_options& options = {}) noexcept;
/// Like `try_load_as`, but into memory the caller owns: exactly the request's items, of this shape.
/// Errors: also shape_mismatch, usage (`into` is not the bytes of the shape). Memory: nothing
/// beyond a block of 256 KiB.
[[nodiscard]] NOPY_API result<void> try_load_into(const source& from, const load_request& request,
                                                  const shape& extents, std::span<std::byte> into,
                                                  const load_options& options = {}) noexcept;

/// Makes room for the items of an array of that shape, or says why not. It is called once, and only
/// when all that the header says was held against the bytes that are there and the limits.
using make_room = function_ref<result<std::span<std::byte>>(const shape& extents)>;
/// Like `try_load_as`, but into memory that the caller makes when the shape is known.
[[nodiscard]] NOPY_API result<void> try_load_into(const source& from, const load_request& request,
                                                  make_room make,
                                                  const load_options& options = {}) noexcept;

/// The request for elements of T.
template <class T>
[[nodiscard]] load_request request_for(std::size_t rank, order order = order::c) noexcept {
  return {dtype_of<T>(), order, rank, !std::same_as<T, boolean>};
}

/// Loads elements of T in row-major order; converts as `casting` allows.
template <element T, std::size_t Rank = any_rank>
[[nodiscard]] result<array<T, Rank>> try_load(const source& from,
                                              const load_options& options = {}) noexcept {
  auto loaded = try_load_as(from, request_for<T>(Rank), options);
  if (!loaded) return loaded.error();
  return array<T, Rank>(loaded->memory(), nopy::extents<Rank>(loaded->shape()));
}

/// Like `try_load`, but into a view of memory the caller owns. Errors: also shape_mismatch.
template <element T, std::size_t Rank, class Layout>
[[nodiscard]] result<void> try_load_into(const source& from,
                                         const array_view<T, Rank, Layout>& into,
                                         const load_options& options = {}) noexcept {
  static_assert(!std::same_as<Layout, layout_stride>,
                "load_into fills contiguous memory; use npy_file::read");
  constexpr auto wanted = std::same_as<Layout, layout_left> ? order::fortran : order::c;
  return try_load_into(from, request_for<T>(Rank, wanted), into.shape(),
                       std::as_writable_bytes(into.span()), options);
}

/// Ways of mapping a file.
enum class map_mode : std::uint8_t { read, private_copy, writable };
/// Maps an array of a file, or of a stored member of one; `request` says what must be there.
/// Nothing of a member is verified. Errors: like `try_read_header`, and data_truncated,
/// object_dtype, type_mismatch, rank_mismatch, order_mismatch, unaligned (with offset and cure),
/// compressed (the member is), usage (no file is behind the source; a member, or a file on a
/// network, mapped for writing). Cost: O(header), whatever the file's size.
[[nodiscard]] NOPY_API result<any_array> try_map_as(const source& from, map_mode mode,
                                                    const in_place_request& request,
                                                    const map_options& options = {}) noexcept;
/// Maps an array of the file's own type and order, read-only. Errors and cost: like `try_map_as`.
[[nodiscard]] NOPY_API result<any_array> try_map(const source& from,
                                                 const map_options& options = {}) noexcept;

/// What the typed map verbs share.
template <class T, std::size_t Rank, class Layout>
[[nodiscard]] result<mapped_array<T, Rank, Layout>> map_typed(const source& from, map_mode mode,
                                                              const map_options& options) noexcept {
  using value = std::remove_cv_t<T>;
  static_assert(
      !std::same_as<value, bool>,
      "a byte other than 0 and 1 is undefined as bool: map<nopy::boolean>, or load<bool>");
  static_assert(!std::same_as<Layout, layout_stride> || Rank != any_rank,
                "a strided view has a static rank");
  const in_place_request request{
      .type = dtype_of<value>(),
      .rank = Rank,
      .order = std::same_as<Layout, layout_left> ? order::fortran : order::c,
      .any_order = std::same_as<Layout, layout_stride>,
      .alignment = alignof(value)};
  auto mapped = try_map_as(from, mode, request, options);
  if (!mapped) return mapped.error();
  const nopy::extents<Rank> extents(mapped->shape());
  T* data = reinterpret_cast<T*>(mapped->memory().data());
  if constexpr (std::same_as<Layout, layout_stride>) {
    if (mapped->header().order == order::fortran)
      return mapped_array<T, Rank, Layout>(mapped->memory(),
                                           array_view<T, Rank, layout_left>(data, extents));
    return mapped_array<T, Rank, Layout>(mapped->memory(),
                                         array_view<T, Rank, layout_right>(data, extents));
  } else {
    return mapped_array<T, Rank, Layout>(mapped->memory(),
                                         array_view<T, Rank, Layout>(data, extents));
  }
}

/// Maps elements of T in place, read-only: what is there, never converted. `layout_left` for
/// Fortran files, `layout_stride` takes both orders.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] result<mapped_array<const T, Rank, Layout>> try_map(
    const source& from, const map_options& options = {}) noexcept {
  return map_typed<const T, Rank, Layout>(from, map_mode::read, options);
}
/// Like `try_map`, but writes go to private pages and never reach the file.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] result<mapped_array<T, Rank, Layout>> try_map_private(
    const source& from, const map_options& options = {}) noexcept {
  return map_typed<T, Rank, Layout>(from, map_mode::private_copy, options);
}
/// Like `try_map`, but writes reach the file.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] result<mapped_array<T, Rank, Layout>> try_map_writable(
    const source& from, const map_options& options = {}) noexcept {
  return map_typed<T, Rank, Layout>(from, map_mode::writable, options);
}

#if NOPY_EXCEPTIONS
/// Every array of a source that holds several, one after another, each with its own type and order.
/// `trailing_bytes` is no finding here. Errors: like `try_load`, of the first bad one, thrown.
[[nodiscard]] NOPY_API std::vector<any_array> load_all(const source& from,
                                                       const load_options& options = {});

// The same verbs, throwing nopy::exception.
/// Like `try_read_header`; throws nopy::exception.
[[nodiscard]] inline header read_header(const source& from, const load_options& options = {}) {
  return try_read_header(from, options).value();
}
/// Like `try_load`; throws nopy::exception.
[[nodiscard]] inline any_array load(const source& from, const load_options& options = {}) {
  return try_load(from, options).value();
}
/// Like `try_load<T, Rank>`; throws nopy::exception.
template <element T, std::size_t Rank = any_rank>
[[nodiscard]] array<T, Rank> load(const source& from, const load_options& options = {}) {
  return try_load<T, Rank>(from, options).value();
}
/// Like `try_load_into`; throws nopy::exception.
template <element T, std::size_t Rank, class Layout>
void load_into(const source& from, const array_view<T, Rank, Layout>& into,
               const load_options& options = {}) {
  try_load_into(from, into, options).value();
}
/// Replaces the vector's elements by the array's, in C order; `extents` receives the shape. A file
/// that is refused leaves it as it was; what fails while the data is read (io, zip_crc,
/// out_of_range, cancelled, ...) leaves it empty.
template <element T>
requires(!std::same_as<T, bool>) void load_into(const source& from, std::vector<T>& into,
                                                shape* extents = nullptr,
                                                const load_options& options = {}) {
  bool emptied = false;
  const auto room = [&](const shape& found) noexcept -> result<std::span<std::byte>> {
    try {
      into.resize(static_cast<std::size_t>(found.count()));
    } catch (const std::exception&) {
      return error(errc::out_of_memory);
    }
    if (extents != nullptr) *extents = found;
    emptied = true;
    return std::as_writable_bytes(std::span(into));
  };
  const auto done = try_load_into(from, request_for<T>(any_rank), room, options);
  if (!done && emptied) into.clear();
  done.value();
}
/// Like `try_map`; throws nopy::exception.
[[nodiscard]] inline any_array map(const source& from, const map_options& options = {}) {
  return try_map(from, options).value();
}
/// Like `try_map<T, Rank>`; throws nopy::exception.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] mapped_array<const T, Rank, Layout> map(const source& from,
                                                      const map_options& options = {}) {
  return try_map<T, Rank, Layout>(from, options).value();
}
/// Like `try_map_private`; throws nopy::exception.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] mapped_array<T, Rank, Layout> map_private(const source& from,
                                                        const map_options& options = {}) {
  return try_map_private<T, Rank, Layout>(from, options).value();
}
/// Like `try_map_writable`; throws nopy::exception.
template <element T, std::size_t Rank, class Layout = layout_right>
[[nodiscard]] mapped_array<T, Rank, Layout> map_writable(const source& from,
                                                         const map_options& options = {}) {
  return try_map_writable<T, Rank, Layout>(from, options).value();
}
#endif

}  // namespace v1
}  // namespace nopy
