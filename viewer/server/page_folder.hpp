// SPDX-License-Identifier: MIT
// A built page in a folder, read into memory once: instead of the one that was compiled in.
#pragma once

#include "asset.hpp"

#include <nopy/error.hpp>

#include <memory>
#include <string>
#include <vector>

namespace nopy::view {

class page_folder {
 public:
  /// Reads every file below `folder`. Errors: io, and limit above 64 MiB.
  [[nodiscard]] static result<page_folder> read(const std::string& folder);
  /// The files, valid as long as this.
  [[nodiscard]] std::span<const asset> assets() const noexcept { return assets_; }

 private:
  struct kept_file {
    std::string path;
    std::string bytes;
  };
  std::vector<std::unique_ptr<const kept_file>> files_{};
  std::vector<asset> assets_{};
};

}  // namespace nopy::view
