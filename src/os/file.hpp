// SPDX-License-Identifier: MIT
// A regular file opened for positional reading. Owns the rules of opening (never hangs on a FIFO,
// never becomes a terminal, is not inherited by a child) and of reading: exactly what was asked
// for, whatever the system returns in one call.
#pragma once

#include <nopy/error.hpp>

#include <span>

namespace nopy::os {

/// What tells one state of a file from another.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size_bytes = 0;
  std::int64_t modified_seconds = 0;
  std::int64_t modified_nanoseconds = 0;
  friend bool operator==(const file_identity&, const file_identity&) = default;
};

/// What a file is opened for.
enum class file_access : std::uint8_t { read, read_write };

/// How the system should read ahead.
enum class read_ahead : std::uint8_t { normal, sequential, random };

/// That something else than a regular file was found.
[[nodiscard]] error not_regular(std::string_view what, std::string_view hint) noexcept;

/// An open regular file. Moves, never copies; closed by its owner. `read_at` may be called from
/// several threads.
class file {
 public:
  file() noexcept = default;
  file(file&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)),
        first_bytes_(other.first_bytes_),
        size_is_read_(other.size_is_read_),
        identity_(other.identity_) {}
  file& operator=(file&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(first_bytes_, other.first_bytes_);
    std::swap(size_is_read_, other.size_is_read_);
    std::swap(identity_, other.identity_);
    return *this;
  }
  ~file();

  /// Opens an existing file. Errors: io, not_regular.
  [[nodiscard]] static result<file> open(const char* path,
                                         file_access access = file_access::read) noexcept;
  /// Like `open` for reading, and reads the file's first bytes into `first` at once. Its size is where it
  /// ended or says to end; nothing else is asked of it, not even whether it is a regular file, unless
  /// that fails (`size_is_read`). Errors: io, not_regular.
  [[nodiscard]] static result<file> open_and_read(const char* path,
                                                  std::span<std::byte> first) noexcept;
  /// A descriptor of its own for a file that someone else opened. Errors: io, not_regular.
  [[nodiscard]] static result<file> duplicate(int fd) noexcept;

  [[nodiscard]] int descriptor() const noexcept { return fd_; }
  /// The file's size when it was opened.
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return identity_.size_bytes; }
  [[nodiscard]] const file_identity& identity() const noexcept { return identity_; }

  /// How many of the first bytes `open_and_read` read.
  [[nodiscard]] std::size_t first_bytes() const noexcept { return first_bytes_; }
  /// Whether the size is hearsay: a device or a rare file system may have another.
  [[nodiscard]] bool size_is_read() const noexcept { return size_is_read_; }

  /// Fills `into` with the bytes at `offset`. Errors: io; changed, where the file ends earlier than
  /// it did when it was opened; data_truncated, where it always did.
  [[nodiscard]] result<void> read_at(std::uint64_t offset,
                                     std::span<std::byte> into) const noexcept;
  /// Whether the file is still what it was when it was opened. Errors: io, changed.
  [[nodiscard]] result<void> check_unchanged() const noexcept;

  /// Advice about the whole file. Never fails: a system that can not do it goes on without.
  void advise(read_ahead how) const noexcept;
  /// Gives the cached pages of a range back.
  void drop_pages(std::uint64_t offset, std::uint64_t count) const noexcept;

 private:
  explicit file(int fd) noexcept : fd_(fd) {}
  [[nodiscard]] static result<file> open_only(const char* path, file_access access) noexcept;
  /// Asks what the file is, and keeps its identity. Errors: io, not_regular.
  [[nodiscard]] result<void> look() noexcept;
  [[nodiscard]] result<file_identity> identity_now() const noexcept;
  /// Reads at `offset`, in one call that may give less; nothing behind the end. Errors: io.
  [[nodiscard]] result<std::size_t> read_some(std::uint64_t offset,
                                              std::span<std::byte> into) const noexcept;
  /// Where the file ends; 0 where that can not be said.
  [[nodiscard]] std::uint64_t end() const noexcept;
  [[nodiscard]] error ends_early(std::uint64_t wanted_bytes) const noexcept;

  int fd_ = -1;
  std::size_t first_bytes_ = 0;
  bool size_is_read_ = false;
  file_identity identity_{};
};

}  // namespace nopy::os
