// SPDX-License-Identifier: MIT
// Changing an open file: what POSIX may do in part or interrupted is done to the end, or fails.
#pragma once

#include <nopy/error.hpp>

#include <span>

namespace nopy::os {

using write_part = std::span<const std::byte>;

/// Writes all bytes of `parts`, which are used up, where the descriptor stands. Errors: io.
/// Cost: one system call for up to 8 parts and 1 GiB (Windows: one for each part).
[[nodiscard]] result<void> write_all(int fd, std::span<write_part> parts) noexcept;

/// Writes all of `bytes` at `offset`. Errors: io.
[[nodiscard]] result<void> write_all_at(int fd, std::span<const std::byte> bytes,
                                        std::uint64_t offset) noexcept;

/// Copies bytes of `from` at `offset` to where `to` stands without bringing them into the process; a
/// file system that can shares them. Returns how many, at most `count`; 0 where this system or this
/// pair of files can not, or `from` ends there: then they have to be read and written. Errors: io.
[[nodiscard]] result<std::uint64_t> copy_some(int from, std::uint64_t offset, int to,
                                              std::uint64_t count) noexcept;

/// Makes the file `bytes` long: cuts it, or extends it by a hole that reads as zeros. Errors: io.
[[nodiscard]] result<void> set_size(int fd, std::uint64_t bytes) noexcept;

/// Whether all that a file is must reach the disk, or only what is needed to read its bytes back.
enum class synchronised : std::uint8_t { bytes, everything };
/// Waits until the file is on disk. Errors: io; the bytes written since the last success are then
/// in doubt for good, whatever a later call says (Linux forgets the pages that it failed to write).
[[nodiscard]] result<void> synchronise(int fd, synchronised what) noexcept;

/// Keeps other writers out until the descriptor is closed; on file systems without locks nothing is
/// kept out. Errors: io, where another writer is at it.
[[nodiscard]] result<void> lock_for_writing(int fd) noexcept;

/// What an open file is now.
struct file_state {
  std::uint64_t bytes;
  bool has_name;
};
/// Errors: io.
[[nodiscard]] result<file_state> state_of(int fd) noexcept;
/// Whether the file still has a name. Errors: io; changed, where it was deleted or replaced: what is
/// written to it then is lost.
[[nodiscard]] result<void> check_has_name(int fd) noexcept;
/// Whether the file still holds the `bytes` that were in it: rows behind a shorter end would follow
/// zeros. Errors: io, changed.
[[nodiscard]] result<void> check_not_shortened(int fd, std::uint64_t bytes) noexcept;

}  // namespace nopy::os
