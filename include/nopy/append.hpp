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
  nopy::order order = order::c;                    ///< of a file that is made new
  nopy::durability durability = durability::full;  ///< of a commit
};

/// The run-time-typed appender behind `npy_appender`. One writer at a time; not safe for several
/// threads.
class NOPY_API any_appender {
 public:
  /// Opens an array to append to, or makes an empty one of rows of `row` elements of `type`. In
  /// Fortran order the last axis grows. Bytes behind the array (an append that was not committed)
  /// are cut off first. Errors: those of reading, and type_mismatch, shape_mismatch, usage (rank
  /// 0), no_room (an old header without room for more digits: `nopy append --rewrite`), io.
  [[nodiscard]] static result<any_appender> open(path_ref path, const dtype& type, const shape& row,
                                                 const append_options& options = {}) noexcept;
  any_appender(any_appender&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  any_appender& operator=(any_appender&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  /// Rows that were not committed are given up.
  ~any_appender();

  /// Appends whole rows: a multiple of the row's bytes, as they stand in the file. Errors: usage,
  /// io, too_large.
  [[nodiscard]] result<void> try_append(std::span<const std::byte> rows) noexcept;
  /// Makes the rows so far visible, and durable as the options say. Errors: no_room, io; the file
  /// then still holds the rows of the last commit.
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
    return rows_.try_append(std::as_bytes(one_or_more_rows));
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

/// Streams rows of unknown count into a new file: nothing has the file's name until `close`.
class NOPY_API any_writer {
 public:
  /// Errors: io, exists, object_dtype.
  [[nodiscard]] static result<any_writer> open(path_ref path, const dtype& type, const shape& row,
                                               const save_options& options = {}) noexcept;
  any_writer(any_writer&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  any_writer& operator=(any_writer&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  /// A writer that was not closed leaves nothing.
  ~any_writer();

  [[nodiscard]] result<void> try_write(std::span<const std::byte> rows) noexcept;
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
    return rows_.try_write(std::as_bytes(one_or_more_rows));
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
