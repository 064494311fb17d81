// SPDX-License-Identifier: MIT
// A whole file of a server that gives no parts: in memory, larger ones in a temporary file without a
// name.
#pragma once

#include <nopy/error.hpp>

#include <optional>
#include <span>
#include <vector>

namespace nopy::inline v1::http {

class whole_copy {
 public:
  explicit whole_copy(std::uint64_t most_bytes) noexcept : most_bytes_(most_bytes) {}
  whole_copy(const whole_copy&) = delete;
  whole_copy& operator=(const whole_copy&) = delete;
  ~whole_copy();

  /// False where it can not be kept; `why` tells.
  [[nodiscard]] bool append(std::span<const std::byte> bytes);
  void clear();
  [[nodiscard]] const std::optional<error>& why() const noexcept { return why_; }
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_; }
  /// Errors: io.
  [[nodiscard]] result<void> read_at(std::uint64_t offset, std::span<std::byte> into) const;

 private:
  [[nodiscard]] bool fail(errc code, std::string_view summary, int number);
  [[nodiscard]] bool write(std::span<const std::byte> bytes);

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::vector<std::byte> memory_{};
  int fd_ = -1;
  std::optional<error> why_{};
};

}  // namespace nopy::inline v1::http
