// SPDX-License-Identifier: MIT
// A file that the user named, opened anew for each request, so that a file replaced by a rename is
// seen, and told by its tag.
#pragma once

#include <nopy/error.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace nopy::view {

struct served_file {
  std::string path;     ///< by which it is opened
  std::string written;  ///< how the user names it
  std::string name{};   ///< what the page shows
};

/// A descriptor of a regular file, and what the file was when it was opened.
class opened_file {
 public:
  /// Errors: io, not_regular.
  [[nodiscard]] static result<opened_file> open(const std::string& path);
  opened_file(opened_file&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), bytes_(other.bytes_), tag_(std::move(other.tag_)) {}
  opened_file& operator=(opened_file&&) = delete;
  ~opened_file();

  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_; }
  /// The ETag, with quotes: another after any change that the file system tells of (size, time of
  /// the last write in nanoseconds, another file of that name).
  [[nodiscard]] const std::string& tag() const noexcept { return tag_; }
  /// Hands the descriptor over.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  explicit opened_file(int fd) noexcept : fd_(fd) {}
  int fd_;
  std::uint64_t bytes_ = 0;
  std::string tag_{};
};

}  // namespace nopy::view
