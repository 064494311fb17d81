// SPDX-License-Identifier: MIT
// A file that gets its name when it is whole. It is written as a hidden sibling,
// ".NAME.nopy-XXXXXXXXXX", and renamed; until then, and after any failure, what stood under the
// name is untouched: readers and mappings of the old file keep it. A crash leaves the old file, or
// the new one, and perhaps the sibling.
#pragma once

#include <nopy/options.hpp>
#include <nopy/source.hpp>

#include "os/sibling_name.hpp"

namespace nopy::os {

class atomic_file {
 public:
  /// Makes the sibling. A symbolic link is followed: the file it points to is replaced, and keeps
  /// its permissions and, where the process may give files away, its owner. Other hard links to a
  /// replaced file keep the old contents.
  /// Errors: exists, not_regular, usage (no such name can be), io (also for a write-protected
  /// target), out_of_memory.
  [[nodiscard]] static result<atomic_file> create(path_ref target, existing existing,
                                                  durability durability) noexcept;
  atomic_file(const atomic_file&) = delete;
  atomic_file(atomic_file&& other) noexcept;
  atomic_file& operator=(atomic_file&&) = delete;
  /// Removes the sibling where nothing was committed; in a forked child it is the parent's, and stays.
  ~atomic_file();

  /// To write to, from its start; belongs to this object.
  [[nodiscard]] int descriptor() const noexcept { return fd_; }

  /// Removes the sibling's name: the file lives as long as this object, and never gets another name.
  /// Errors: io; the destructor tries again.
  [[nodiscard]] result<void> drop_name() noexcept;
  /// Gives the file its name. Errors: io, exists; nothing has changed then, except where only the
  /// folder could not be brought to disk (`durability::full`): the message says so.
  [[nodiscard]] result<void> commit() noexcept;

 private:
  /// What the file that is replaced hands on; of POSIX.
  struct inheritance {
    std::uint32_t mode = 0, owner = 0, group = 0;
  };

  atomic_file(existing existing, durability durability) noexcept
      : existing_(existing), durability_(durability) {}
  [[nodiscard]] result<void> find_target(path_ref path) noexcept;
  [[nodiscard]] result<void> follow_link() noexcept;
  [[nodiscard]] result<void> check_replaceable() noexcept;
  [[nodiscard]] result<void> open_folder() noexcept;
  [[nodiscard]] result<void> open_sibling() noexcept;
  void keep_permissions() noexcept;
  [[nodiscard]] result<void> take_name() noexcept;

  path_text target_{};
  path_text sibling_{};  // empty while there is none to remove
  inheritance replaced_{};
  bool replaces_ = false;
  existing existing_;
  durability durability_;
  int fd_ = -1;
  int folder_ = -1;
  std::uint64_t maker_ = process_number();
};

}  // namespace nopy::os
