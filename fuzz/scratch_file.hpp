// SPDX-License-Identifier: MIT
// The one file of a fuzz target that needs a path, in a folder that goes with the process.
#pragma once

#include "support/temporary_folder.hpp"
#include "target.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace nopy::fuzz {

class scratch_file {
 public:
  explicit scratch_file(const char* name) : path_(folder_.file(name)) {}

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Nothing else lies beside it.
  [[nodiscard]] bool alone() const { return folder_.entry_count() == 1; }
  /// Makes these its bytes.
  void put(input bytes) const {
    const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    check(fd >= 0);
    check(::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    check(::close(fd) == 0);
  }
  [[nodiscard]] std::vector<std::byte> bytes() const {
    const int fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    check(fd >= 0);
    std::vector<std::byte> all(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)));
    check(::pread(fd, all.data(), all.size(), 0) == static_cast<ssize_t>(all.size()));
    check(::close(fd) == 0);
    return all;
  }

 private:
  test::temporary_folder folder_;
  std::string path_;
};

}  // namespace nopy::fuzz
