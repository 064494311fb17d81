// SPDX-License-Identifier: MIT
// An open folder: names are looked up in it, and nowhere else. On POSIX wherever its path leads by now;
// on Windows it can not be moved while it is open.
#pragma once

#include "system/files.hpp"

#include <nopy/bytes.hpp>

#include <utility>

namespace nopy::cli::system {

/// What fails says why by errno.
class folder {
 public:
  folder() noexcept = default;
  folder(folder&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}
  folder& operator=(folder&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(path_, other.path_);
    return *this;
  }
  ~folder();

  /// The folder that `path` leads to, through links. Not `is_open` where that fails.
  [[nodiscard]] static folder open(const std::string& path) noexcept;
  /// A folder in this one; a link is none.
  [[nodiscard]] folder below(const std::string& name) const noexcept;
  /// The folder this one lies in by now.
  [[nodiscard]] folder above() const noexcept;
  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  /// Whether it stays what it is when those above it are closed.
  [[nodiscard]] static bool stands_alone() noexcept;
  [[nodiscard]] std::optional<file_id> id() const noexcept;

  /// Every name in it, but "." and "..". False where it can not be read to its end.
  [[nodiscard]] bool each_entry(function_ref<void(std::string_view, file_type)> each) const;
  /// What has that name, links not followed; nothing where there is none.
  [[nodiscard]] std::optional<file_state> look(const std::string& name) const noexcept;

  /// Makes a folder. False, with EEXIST, where the name is taken.
  [[nodiscard]] bool make_folder(const std::string& name) const noexcept;
  /// Like the others, of a file here; -1 and ELOOP where the name is a link.
  [[nodiscard]] int open_to_read(const std::string& name) const noexcept;
  [[nodiscard]] int create_new(const std::string& name) const noexcept;
  void remove(const std::string& name) const noexcept;
  [[nodiscard]] bool rename(const std::string& from, const std::string& to) const noexcept;
  [[nodiscard]] bool rename_new(const std::string& from, const std::string& to) const noexcept;

 private:
  int fd_ = -1;
  std::string path_{};  // of Windows, ends with what separates names
};

/// The folder, and those it lies in, as far as they are missing. Where one can not be made, its path, and
/// errno.
[[nodiscard]] std::optional<std::string> make_folders(const std::string& path);

}  // namespace nopy::cli::system
