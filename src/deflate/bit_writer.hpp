// SPDX-License-Identifier: MIT
// Bits into bytes, least significant first, as DEFLATE has them; never beyond its span. Source: RFC
// 1951, section 3.1.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace nopy::deflate {

class bit_writer {
 public:
  explicit bit_writer(std::span<std::byte> into) noexcept : into_(into) {}

  /// The low `count` bits, at most 32.
  void put(std::uint32_t bits, unsigned count) noexcept {
    pending_ |= std::uint64_t{bits} << pending_count_;
    pending_count_ += count;
    while (pending_count_ >= 8) {
      put_byte(static_cast<std::byte>(pending_ & 0xFF));
      pending_ >>= 8;
      pending_count_ -= 8;
    }
  }
  /// Zeros up to the next byte.
  void align() noexcept {
    if (pending_count_ > 0) put(0, 8 - pending_count_);
  }
  /// Whole bytes; it must stand at one.
  void put_bytes(std::span<const std::byte> from) noexcept {
    if (from.size() > into_.size() - count_) {
      full_ = true;
      return;
    }
    if (!from.empty()) std::memcpy(into_.data() + count_, from.data(), from.size());
    count_ += from.size();
  }
  /// Bits of the byte that is not whole yet.
  [[nodiscard]] unsigned pending_bits() const noexcept { return pending_count_; }
  /// Bytes written, or 0 where they did not fit.
  [[nodiscard]] std::size_t written() const noexcept { return full_ ? 0 : count_; }

 private:
  void put_byte(std::byte one) noexcept {
    if (count_ == into_.size())
      full_ = true;
    else
      into_[count_++] = one;
  }

  std::span<std::byte> into_;
  std::size_t count_ = 0;
  std::uint64_t pending_ = 0;
  unsigned pending_count_ = 0;
  bool full_ = false;
};

}  // namespace nopy::deflate
