// SPDX-License-Identifier: MIT
// What stat says, in the words of the tool.
#pragma once

#include "system/files.hpp"

#include <sys/stat.h>

namespace nopy::cli::system {

[[nodiscard]] inline file_type type_of(mode_t mode) noexcept {
  if (S_ISREG(mode)) return file_type::regular;
  if (S_ISDIR(mode)) return file_type::folder;
  if (S_ISLNK(mode)) return file_type::link;
  if (S_ISFIFO(mode)) return file_type::pipe;
  if (S_ISSOCK(mode)) return file_type::socket;
  return file_type::device;
}

[[nodiscard]] inline file_state state_of(const struct stat& found) noexcept {
  return {type_of(found.st_mode),
          static_cast<std::uint64_t>(found.st_size),
          {static_cast<std::uint64_t>(found.st_dev), static_cast<std::uint64_t>(found.st_ino)}};
}

}  // namespace nopy::cli::system
