// SPDX-License-Identifier: MIT
// The one way a parser walks over bytes: forward only, every step checked.
#pragma once

#include "bytes/endian.hpp"

#include <optional>
#include <span>

namespace nopy::bytes {

/// A forward-only reader of a byte span. Never moves past the end.
class cursor {
 public:
  explicit cursor(std::span<const std::byte> bytes, std::uint64_t first_offset = 0) noexcept
      : rest_(bytes), offset_(first_offset) {}

  /// Bytes from the start of the subject to the next byte.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  [[nodiscard]] std::size_t left() const noexcept { return rest_.size(); }
  [[nodiscard]] std::span<const std::byte> rest() const noexcept { return rest_; }

  /// The next `count` bytes, or nothing (and no step) where fewer are left.
  [[nodiscard]] std::optional<std::span<const std::byte>> take(std::uint64_t count) noexcept {
    if (count > rest_.size()) return std::nullopt;
    const auto taken = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(taken.size());
    offset_ += taken.size();
    return taken;
  }
  /// The next integer of `Bits` in byte order `order`, or nothing where too few bytes are left.
  template <class Bits>
  [[nodiscard]] std::optional<Bits> take_integer(endian order = endian::little) noexcept {
    const auto taken = take(sizeof(Bits));
    if (!taken) return std::nullopt;
    return load<Bits>(taken->data(), order);
  }

 private:
  std::span<const std::byte> rest_;
  std::uint64_t offset_;
};

}  // namespace nopy::bytes
