// SPDX-License-Identifier: MIT
// The bytes of a new archive on their way to its file: small records are gathered, large blocks go
// out with what was gathered before them in one call, and a header that turned out too early is
// patched where it is, in memory or in the file.
#pragma once

#include "bytes/growing.hpp"
#include "os/atomic_file.hpp"

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
  /// Replaces bytes that were put. Errors: io.
  [[nodiscard]] result<void> patch(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  /// Writes what is gathered, and gives the file its name. Errors: io, exists.
  [[nodiscard]] result<void> commit() noexcept;

 private:
  explicit archive_output(os::atomic_file file) noexcept : file_(std::move(file)) {}

  os::atomic_file file_;
  bytes::growing<std::byte> gathered_{};  // reserved once
  std::uint64_t written_ = 0;
};

}  // namespace nopy::inline v1::verbs
