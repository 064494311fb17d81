// SPDX-License-Identifier: MIT
// Growing files. npy_appender extends an array in place, crash-safe: rows first, the header last in
// one small write, so a reader sees the rows of the last commit or the new ones, never something
// between. npy_writer streams rows of unknown count into a new file that gets its name when it is
// closed.
#pragma once

#include <nopy/array.hpp>
#include <nopy/source.hpp>

namespace nopy {
inline namespace v1 {

/// Options of `npy_appender`.
struct append_options {
  /// Of the file: the last axis grows in Fortran order, the first in C order. A file of the other
  /// order is `order_mismatch` (but one axis has no order).
  nopy::order order = order::c;
  /// Of a commit. `full`: the rows, then the header are on disk before it returns. `data`: the rows
  /// are on disk before the header says so. `none`: safe when the process dies, but after a power
  /// cut the header may promise rows that are not there.
  nopy::durability durability = durability::full;
};

/// The run-time-typed appender behind `npy_appender`. One writer at a time, which a lock sees to;
/// not safe for several threads. What was moved from may only be assigned to or destroyed.
class NOPY_API any_appender {
 public:
  /// Opens an array to append to, or makes an empty one of rows of `row` elements of `type`. Bytes
  /// behind the array (an append that was not committed) are cut off before the first new row is
  /// written. Errors: those of reading, and type_mismatch, shape_mismatch, order_mismatch, usage
  /// (rank 0; rows of no bytes; another array behind this one), no_room (an old header without room
  /// for more digits: `nopy append --rewrite`), io (also where another writer is at it).
  [[nodiscard]] static result<any_appender> open(path_ref path, const dtype& type, const shape& row,
                                                 const append_options& options = {}) noexcept;
  any_appender(any_appender&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  any_appender& operator=(any_appender&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  /// Rows that were not committed are given up, and cut off where the system lets it.
  ~any_appender();

  /// Appends whole rows: a multiple of the row's bytes, as they stand in the file; all of them, or
  /// none after an error. Errors: usage, no_room (the rows so far can still be committed), too_large,
  /// io, changed (the file was shortened).
  [[nodiscard]] result<void> try_append(std::span<const std::byte> rows,
                                        padding padding = padding::raw) noexcept;
  /// Makes the rows so far visible, and durable as the options say; nothing where there are none.
  /// Errors: io, changed (the file was deleted, replaced or shortened); the file then still holds the rows of
  /// the last commit, and after a failed synchronisation the appender must be opened again.
  [[nodiscard]] result<void> try_commit() noexcept;
  /// Rows in the file, appended ones included.
  [[nodiscard]] std::uint64_t rows() const noexcept;

 private:
  struct opened;
  explicit any_appender(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

/// Appends rows of T; the rank counts the growing axis.
template <element T, std::size_t Rank>
class npy_appender {
 public:
  static_assert(Rank >= 1, "an array of rank 0 has no axis to grow along");
  [[nodiscard]] static result<npy_appender> open(path_ref path,
                                                 const std::array<std::size_t, Rank - 1>& row,
                                                 const append_options& options = {}) noexcept {
    auto opened =
        any_appender::open(path, dtype_of<T>(), shape(std::span<const std::size_t>(row)), options);
    if (!opened) return opened.error();
    return npy_appender(*std::move(opened));
  }

  [[nodiscard]] result<void> try_append(std::span<const T> one_or_more_rows) noexcept {
    return rows_.try_append(std::as_bytes(one_or_more_rows), padding::zero);
  }
  [[nodiscard]] result<void> try_append(const array_view<const T, Rank>& rows) noexcept {
    return try_append(rows.span());
  }
  [[nodiscard]] result<void> try_commit() noexcept { return rows_.try_commit(); }
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_.rows(); }
#if NOPY_EXCEPTIONS
  explicit npy_appender(path_ref path, const std::array<std::size_t, Rank - 1>& row = {},
                        const append_options& options = {})
      : npy_appender(open(path, row, options).value()) {}
  void append(std::span<const T> one_or_more_rows) { try_append(one_or_more_rows).value(); }
  void append(const array_view<const T, Rank>& rows) { try_append(rows).value(); }
  void commit() { try_commit().value(); }
#endif

 private:
  explicit npy_appender(any_appender rows) noexcept : rows_(std::move(rows)) {}
  any_appender rows_;
};

/// Streams rows of unknown count into a new file: nothing has the file's name until `close`. What was
/// moved from may only be assigned to or destroyed.
class NOPY_API any_writer {
 public:
  /// The first axis grows in C order, the last in Fortran order. `progress` is told of bytes of an
  /// unknown total (0). Errors: io, exists, not_regular, object_dtype, usage (rows of no bytes).
  [[nodiscard]] static result<any_writer> open(path_ref path, const dtype& type, const shape& row,
                                               const save_options& options = {}) noexcept;
  any_writer(any_writer&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  any_writer& operator=(any_writer&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  /// A writer that was not closed leaves nothing.
  ~any_writer();

  /// Writes whole rows; all of them, or none after an error. Errors: usage, too_large, io,
  /// cancelled.
  [[nodiscard]] result<void> try_write(std::span<const std::byte> rows,
                                       padding padding = padding::raw) noexcept;
  /// Finishes the header and gives the file its name. After an error nothing is left, and the
  /// writer is done for. Errors: io, exists, usage (closed already).
  [[nodiscard]] result<void> try_close() noexcept;
  [[nodiscard]] std::uint64_t rows() const noexcept;

 private:
  struct opened;
  explicit any_writer(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

/// Streams rows of T; the rank counts the growing axis.
template <element T, std::size_t Rank>
class npy_writer {
 public:
  static_assert(Rank >= 1, "an array of rank 0 has no rows");
  [[nodiscard]] static result<npy_writer> open(path_ref path,
                                               const std::array<std::size_t, Rank - 1>& row,
                                               const save_options& options = {}) noexcept {
    auto opened =
        any_writer::open(path, dtype_of<T>(), shape(std::span<const std::size_t>(row)), options);
    if (!opened) return opened.error();
    return npy_writer(*std::move(opened));
  }

  [[nodiscard]] result<void> try_write(std::span<const T> one_or_more_rows) noexcept {
    return rows_.try_write(std::as_bytes(one_or_more_rows), padding::zero);
  }
  [[nodiscard]] result<void> try_close() noexcept { return rows_.try_close(); }
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_.rows(); }
#if NOPY_EXCEPTIONS
  explicit npy_writer(path_ref path, const std::array<std::size_t, Rank - 1>& row = {},
                      const save_options& options = {})
      : npy_writer(open(path, row, options).value()) {}
  void write(std::span<const T> one_or_more_rows) { try_write(one_or_more_rows).value(); }
  void close() { try_close().value(); }
#endif

 private:
  explicit npy_writer(any_writer rows) noexcept : rows_(std::move(rows)) {}
  any_writer rows_;
};

}  // namespace v1
}  // namespace nopy
