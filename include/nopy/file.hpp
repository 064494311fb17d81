// SPDX-License-Identifier: MIT
// One array, opened once and read in windows from many threads. Reads are positional (pread), so a
// file that another process shortens gives the error `data_truncated` or `changed`, never a signal.
//
//   const nopy::npy_file data("40gb.npy");
//   auto window = data.region<float, 3>({16, 0, 0}, {16, 256, 256});
#pragma once

#include <nopy/array.hpp>
#include <nopy/load.hpp>
#include <nopy/source.hpp>

namespace nopy {
inline namespace v1 {

/// A rectangular part of an array: `extents[i]` elements from `start[i]` on, every `steps[i]`-th of
/// them.
struct region {
  shape start;
  shape extents;
  shape steps{};  ///< empty: every element
};

/// How a file will be read, for the operating system's read-ahead.
enum class access : std::uint8_t { normal, sequential, random, drop_behind };

/// An open array. Const, cheap to copy, safe for many threads; C and Fortran order; few large
/// reads.
class NOPY_API npy_file {
 public:
  /// Errors: like `try_read_header`, and data_truncated, object_dtype. Cost: O(header).
  [[nodiscard]] static result<npy_file> open(const source& from,
                                             const load_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit npy_file(const source& from, const load_options& options = {})
      : npy_file(open(from, options).value()) {}
#endif
  npy_file(const npy_file& other) noexcept;
  npy_file(npy_file&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  npy_file& operator=(npy_file other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  ~npy_file();

  [[nodiscard]] const nopy::header& header() const noexcept;
  [[nodiscard]] const nopy::shape& shape() const noexcept { return header().shape; }
  /// Tells how the file will be read. `drop_behind` gives pages back as soon as they were copied.
  void advise(access how) const noexcept;

  /// Reads a window into memory that holds exactly its items in the request's order.
  /// Errors: rank_mismatch, out_of_range (outside the array; a value that does not fit),
  /// type_mismatch, shape_mismatch, data_truncated, changed, io, cancelled. Cost: one read where
  /// the window is contiguous, else few large ones.
  [[nodiscard]] result<void> try_read_as(const region& window, const load_request& request,
                                         std::span<std::byte> into) const noexcept;
  /// Reads a window of the file's own type, in C order. Errors: like `try_read_as`, and too_large,
  /// out_of_memory.
  [[nodiscard]] result<any_array> try_region(const region& window) const noexcept;

  template <element T, std::size_t Rank, class Layout>
  [[nodiscard]] result<void> try_read(const std::array<std::uint64_t, Rank>& start,
                                      const array_view<T, Rank, Layout>& into) const noexcept {
    static_assert(!std::same_as<Layout, layout_stride>, "read fills contiguous memory");
    constexpr auto wanted = std::same_as<Layout, layout_left> ? order::fortran : order::c;
    return try_read_as({nopy::shape(std::span(start)), into.shape()}, request_for<T>(Rank, wanted),
                       std::as_writable_bytes(into.span()));
  }
  template <element T, std::size_t Rank>
  [[nodiscard]] result<void> try_read(const std::array<std::uint64_t, Rank>& start,
                                      const array_view<T, Rank>& into) const noexcept {
    return try_read<T, Rank, layout_right>(start, into);
  }
  template <element T, std::size_t Rank>
  [[nodiscard]] result<array<T, Rank>> try_region(
      const std::array<std::uint64_t, Rank>& start,
      const std::array<std::uint64_t, Rank>& extents) const noexcept {
    auto made = array<T, Rank>::make(nopy::extents<Rank>(nopy::shape(std::span(extents))));
    if (!made) return made.error();
    const auto read = try_read<T, Rank, layout_right>(start, made->view());
    if (!read) return read.error();
    return made;
  }
#if NOPY_EXCEPTIONS
  template <element T, std::size_t Rank, class Layout = layout_right>
  void read(const std::array<std::uint64_t, Rank>& start,
            const array_view<T, Rank, Layout>& into) const {
    try_read<T, Rank, Layout>(start, into).value();
  }
  template <element T, std::size_t Rank>
  [[nodiscard]] array<T, Rank> region(const std::array<std::uint64_t, Rank>& start,
                                      const std::array<std::uint64_t, Rank>& extents) const {
    return try_region<T, Rank>(start, extents).value();
  }
  [[nodiscard]] any_array region(const nopy::region& window) const {
    return try_region(window).value();
  }
#endif

  /// Calls `body` with blocks that follow one another in the file and cover the array: whole rows of
  /// the growth axis (the first in C order, the last in Fortran order) where they fit, else parts of
  /// one row; each of at most `block_bytes`, but of one item at least. A block is in the file's order
  /// and lives while `body` runs. Errors: the first, or what `body` returns; it stops there. Memory:
  /// one block.
  [[nodiscard]] result<void> for_each_chunk(
      std::uint64_t block_bytes,
      function_ref<result<void>(const nopy::region& where, const any_view& block)> body)
      const noexcept;

 private:
  friend class npy_files;
  struct opened;
  explicit npy_file(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

/// Several files as one array, joined along the first axis: same dtype, order C, and the same other
/// extents.
class NOPY_API npy_files {
 public:
  /// Errors: those of `npy_file::open`, and type_mismatch, shape_mismatch, order_mismatch against
  /// the first file.
  [[nodiscard]] static result<npy_files> open(std::span<const source> parts,
                                              const load_options& options = {}) noexcept;
  npy_files(const npy_files& other) noexcept;
  npy_files(npy_files&& other) noexcept : joined_(std::exchange(other.joined_, nullptr)) {}
  npy_files& operator=(npy_files other) noexcept {
    std::swap(joined_, other.joined_);
    return *this;
  }
  ~npy_files();

  /// dtype and shape of the whole; offsets are those of the first file.
  [[nodiscard]] const nopy::header& header() const noexcept;
  /// Like `npy_file::try_read_as`.
  [[nodiscard]] result<void> try_read_as(const region& window, const load_request& request,
                                         std::span<std::byte> into) const noexcept;
  template <element T, std::size_t Rank>
  [[nodiscard]] result<array<T, Rank>> try_region(
      const std::array<std::uint64_t, Rank>& start,
      const std::array<std::uint64_t, Rank>& extents) const noexcept {
    auto made = array<T, Rank>::make(nopy::extents<Rank>(nopy::shape(std::span(extents))));
    if (!made) return made.error();
    const auto read = try_read_as({nopy::shape(std::span(start)), made->shape()},
                                  request_for<T>(Rank), std::as_writable_bytes(made->span()));
    if (!read) return read.error();
    return made;
  }
#if NOPY_EXCEPTIONS
  explicit npy_files(std::span<const source> parts, const load_options& options = {})
      : npy_files(open(parts, options).value()) {}
  template <element T, std::size_t Rank>
  [[nodiscard]] array<T, Rank> region(const std::array<std::uint64_t, Rank>& start,
                                      const std::array<std::uint64_t, Rank>& extents) const {
    return try_region<T, Rank>(start, extents).value();
  }
#endif

 private:
  struct joined;
  explicit npy_files(joined* made) noexcept : joined_(made) {}
  joined* joined_ = nullptr;
};

}  // namespace v1
}  // namespace nopy
