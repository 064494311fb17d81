// SPDX-License-Identifier: MIT
// Files below one folder, and never anywhere else: every folder on the way is opened without following
// links, and a file gets its name when it is whole.
#pragma once

#include "output/output.hpp"
#include "system/folder.hpp"

#include <functional>
#include <mutex>
#include <set>
#include <vector>

namespace nopy::cli {

class folder_output {
 public:
  /// Opens the folder, made where it is missing, and those it lies in. Throws io.
  explicit folder_output(const std::string& path);
  folder_output(const folder_output&) = delete;
  folder_output& operator=(const folder_output&) = delete;

  using sink = std::function<void(std::span<const std::byte>)>;
  /// Writes a file of `parts`, the last one its name; `fill` gives its bytes, and the file exists only
  /// if it returns. A file that was written here before is never replaced: a file system may take two
  /// names for one. From any thread. Throws io, exists, unsafe_name, and what `fill` throws.
  void write(const std::vector<std::string>& parts, overwrite existing,
             const std::function<void(const sink&)>& fill);

 private:
  std::string path_;
  std::mutex lock_{};  // of what was written
  std::set<system::file_id> written_{};
  system::folder folder_{};
};

}  // namespace nopy::cli
