// SPDX-License-Identifier: MIT
// The bytes of a new archive on their way to its file: small records are gathered, large blocks go
// out with what was gathered before them in one call, and a header that turned out too early is
// patched where it is, in memory or in the file.
#pragma once

#include <nopy/memory.hpp>

#include "bytes/growing.hpp"
#include "os/atomic_file.hpp"
#include "verbs/opened_source.hpp"

#include <optional>

namespace nopy::inline v1::verbs {

class archive_output {
 public:
  /// Errors: those of `atomic_file::create`.
  [[nodiscard]] static result<archive_output> create(path_ref path, existing existing,
                                                     durability durability) noexcept;

  /// Where the next byte goes.
  [[nodiscard]] std::uint64_t end() const noexcept { return written_ + gathered_.size(); }
  /// Errors: io.
  [[nodiscard]] result<void> put(std::span<const std::byte> bytes) noexcept;
  /// Puts `count` bytes of another archive. Errors: io, changed, data_truncated, out_of_memory.
  [[nodiscard]] result<void> copy(const opened_source& from, std::uint64_t offset,
                                  std::uint64_t count) noexcept;
  /// Replaces bytes that were put. Errors: io.
  [[nodiscard]] result<void> patch(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  /// What was put so far, to read from; it will never be an archive. Errors: io.
  [[nodiscard]] result<opened_source> give_up_for_reading() noexcept;
  /// Writes what is gathered, and gives the file its name. Errors: io, exists.
  [[nodiscard]] result<void> commit() noexcept;

 private:
  explicit archive_output(os::atomic_file file) noexcept : file_(std::move(file)) {}

  [[nodiscard]] result<void> flush() noexcept;

  os::atomic_file file_;
  bytes::growing<std::byte> gathered_{};  // reserved once
  memory block_{};                        // of what is copied and can not be by the system
  std::uint64_t written_ = 0;
};

}  // namespace nopy::inline v1::verbs
