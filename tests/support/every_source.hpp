// SPDX-License-Identifier: MIT
// The same bytes behind each kind of source, so that a test can hold them against each other.
#pragma once

#include <nopy/source.hpp>

#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

namespace nopy::test {

struct named_source {
  std::string name;
  nopy::source source;
};

class every_source {
 public:
  explicit every_source(std::vector<std::byte> bytes)
      : bytes_(std::move(bytes)), path_(folder_.write("a.npy", bytes_)) {
    descriptor_ = ::open(path_.c_str(), O_RDONLY);
  }
  every_source(const every_source&) = delete;
  every_source& operator=(const every_source&) = delete;
  ~every_source() { ::close(descriptor_); }

  [[nodiscard]] std::vector<named_source> all() const {
    const auto read = [this](std::uint64_t offset, std::span<std::byte> into) -> result<void> {
      if (offset > bytes_.size() || into.size() > bytes_.size() - offset)
        return error(errc::data_truncated, "asked for bytes behind the end");
      std::memcpy(into.data(), bytes_.data() + offset, into.size());
      return {};
    };
    return {{"path", nopy::source(path_)},
            {"memory", nopy::source::memory(bytes_)},
            {"descriptor", nopy::source::descriptor(descriptor_)},
            {"custom", nopy::source::custom(bytes_.size(), read)}};
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::vector<std::byte> bytes_;
  temporary_folder folder_;
  std::string path_;
  int descriptor_;
};

}  // namespace nopy::test
