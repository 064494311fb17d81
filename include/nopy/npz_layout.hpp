// SPDX-License-Identifier: MIT
// Archives whose arrays are known before their data: where every byte will lie. Threads, processes
// and machines write the data side by side, in any order; when all is there, one of them writes the
// records. Before, it is no archive.
//
//   const auto plan = npz_layout::plan({{{"x", dtype_of<double>(), {rows, 3}}}}).value();
//   ... each writer puts its part at plan.header(0).data_offset + its offset in the array,
//   ... and adds it to a scattered_crc32
//   ... plan.try_write_records(checksums, put)
#pragma once

#include <nopy/header.hpp>

#include <cstdint>

namespace nopy::inline v1 {

/// The CRC-32 of bytes that come in parts, in any order and to several writers: each adds its own,
/// sums are joined by ^. Bytes that nobody adds are zero.
class scattered_crc32 {
 public:
  explicit scattered_crc32(std::uint64_t total_bytes) noexcept : total_bytes_(total_bytes) {}

  /// Bytes that stand at `offset` of the whole, inside it; no byte may be added twice. Cost: one pass over them, and
  /// O(log total).
  NOPY_API void add(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  /// What this writer added, to be joined with the others'.
  [[nodiscard]] std::uint32_t sum() const noexcept { return sum_; }
  void join(std::uint32_t sum) noexcept { sum_ ^= sum; }
  /// The CRC-32 of the whole, once every sum was joined. Cost: O(log total).
  [[nodiscard]] NOPY_API std::uint32_t value() const noexcept;

 private:
  std::uint64_t total_bytes_;
  std::uint32_t sum_ = 0;
};

/// An array that an archive will have.
struct planned_array {
  std::string_view key;
  nopy::dtype dtype;
  nopy::shape shape;
  nopy::order order = order::c;  ///< of the bytes in the file
};

/// Where everything lies in an archive of stored members: byte for byte what `save_npz` writes of the same arrays.
/// Const and safe for many threads. What was moved from may only be assigned to or destroyed.
class NOPY_API npz_layout {
 public:
  /// `alignment` of the data in the file: a power of two up to 32 768. Nothing is kept of
  /// `arrays`. Errors: object_dtype, too_large, zip_duplicate, zip_name, usage (the
  /// alignment), out_of_memory.
  [[nodiscard]] static result<npz_layout> plan(std::span<const planned_array> arrays,
                                               std::uint32_t alignment = 64) noexcept;
  npz_layout(npz_layout&& other) noexcept : planned_(std::exchange(other.planned_, nullptr)) {}
  npz_layout& operator=(npz_layout&& other) noexcept {
    std::swap(planned_, other.planned_);
    return *this;
  }
  ~npz_layout();

  [[nodiscard]] std::size_t size() const noexcept;
  /// Of an array, below `size()`; its `data_offset` counts from the archive's first byte.
  [[nodiscard]] const nopy::header& header(std::size_t index) const noexcept;
  /// Of the whole archive.
  [[nodiscard]] std::uint64_t total_bytes() const noexcept;
  /// Hands out everything but the data: what stands before each array, in file order, and at last
  /// the directory, without which nothing of it is an archive. `data_crc32`: of each array's data,
  /// as `scattered_crc32` tells it. Errors: the first of `put`, usage (another number of
  /// checksums), out_of_memory.
  [[nodiscard]] result<void> try_write_records(
      std::span<const std::uint32_t> data_crc32,
      function_ref<result<void>(std::uint64_t offset, std::span<const std::byte> bytes)> put)
      const noexcept;

 private:
  struct planned;
  explicit npz_layout(planned* made) noexcept : planned_(made) {}
  planned* planned_ = nullptr;
};

}  // namespace nopy::inline v1
