// SPDX-License-Identifier: MIT
// Writing windows of an array that is there already: threads, processes and machines fill one file that
// `create` made, each its own part. Writes are positional (pwrite), so they need no mapping, and work on
// network file systems; bytes outside the window are not touched.
//
//   nopy::create("grid.npy", nopy::dtype_of<double>(), {4000, 3000});  // once
//   const nopy::npy_region_writer grid("grid.npy");                    // in each process
//   grid.write({1000 * rank, 0}, block);                               // 1000 x 3000 of its own
#pragma once

#include <nopy/any.hpp>
#include <nopy/file.hpp>

namespace nopy {
inline namespace v1 {

/// Writes `bytes` at `offset`, all of them, or says why not; called from several threads at once.
using write_at_callback =
    callback<result<void>(std::uint64_t offset, std::span<const std::byte> bytes)>;

/// Options of `npy_region_writer`.
struct region_write_options {
  nopy::policy policy = policy::tolerant;
  /// What may happen to the values on their way into the file's type, as for `load`.
  nopy::casting casting = casting::same_kind;
  nopy::limits limits{};
  callback<void(const finding&)> on_finding{};  ///< every deviation of the header
};

/// An array that is open for writing in windows. Const, cheap to copy, safe for many threads; who
/// writes the same elements at once gets either value. The shape never changes: to grow a file, see
/// <nopy/append.hpp>.
class NOPY_API npy_region_writer {
 public:
  /// Opens a file. Errors: those of reading its header, and io, not_regular, data_truncated,
  /// object_dtype. Cost: O(header).
  [[nodiscard]] static result<npy_region_writer> open(
      path_ref path, const region_write_options& options = {}) noexcept;
  /// Writes through `write_at`; `of` says what stands there, its `data_offset` counts from where
  /// `write_at` does. Errors: object_dtype, usage (nothing to call).
  [[nodiscard]] static result<npy_region_writer> over(
      const nopy::header& of, write_at_callback write_at,
      const region_write_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit npy_region_writer(path_ref path, const region_write_options& options = {})
      : npy_region_writer(open(path, options).value()) {}
#endif
  npy_region_writer(const npy_region_writer& other) noexcept;
  npy_region_writer(npy_region_writer&& other) noexcept
      : open_(std::exchange(other.open_, nullptr)) {}
  npy_region_writer& operator=(npy_region_writer other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  ~npy_region_writer();

  [[nodiscard]] const nopy::header& header() const noexcept;
  [[nodiscard]] const nopy::shape& shape() const noexcept { return header().shape; }

  /// Writes `values` to the elements from `start` on, every `steps[i]`-th of axis i (empty: each).
  /// Errors: rank_mismatch, out_of_range (outside the array; a value that does not fit),
  /// type_mismatch, usage, io, out_of_memory; after an error part of the window may be written.
  /// Cost: one write for each run of elements that follow one another in the file; values that lie
  /// otherwise in memory, or are of another type, go through 1 MiB.
  [[nodiscard]] result<void> try_write(const nopy::shape& start, const any_view& values,
                                       const nopy::shape& steps = {}) const noexcept;
  /// Waits until what was written is on disk. Errors: io; changed, where the file was deleted or
  /// replaced. Nothing to wait for behind `over`.
  [[nodiscard]] result<void> try_flush() const noexcept;
#if NOPY_EXCEPTIONS
  void write(const nopy::shape& start, const any_view& values,
             const nopy::shape& steps = {}) const {
    try_write(start, values, steps).value();
  }
  void flush() const { try_flush().value(); }
#endif

 private:
  struct opened;
  explicit npy_region_writer(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

}  // namespace v1
}  // namespace nopy
