// SPDX-License-Identifier: MIT
// CRC-32 as ZIP uses it: polynomial EDB88320, reflected. Source: APPNOTE 4.4.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nopy::deflate {

/// The CRC of what `crc` is the CRC of, followed by `bytes`; 0 for nothing before. Cost:
/// about one memory read where the processor multiplies without carry, else eight table
/// look-ups for eight bytes.
[[nodiscard]] std::uint32_t crc32(std::uint32_t crc, std::span<const std::byte> bytes) noexcept;
/// The CRC of two parts joined, from the CRC of each and the bytes of the second. Cost: O(log bytes).
[[nodiscard]] std::uint32_t crc32_join(std::uint32_t first, std::uint32_t second,
                                       std::uint64_t second_bytes) noexcept;

/// Joins many parts whose second has the same number of bytes. Cost: constant.
class crc32_joiner {
 public:
  explicit crc32_joiner(std::uint64_t second_bytes) noexcept;
  [[nodiscard]] std::uint32_t join(std::uint32_t first, std::uint32_t second) const noexcept;

 private:
  std::uint32_t power_;  // x to the bits of the second part
};

using crc32_function = std::uint32_t (*)(std::uint32_t crc,
                                         std::span<const std::byte> bytes) noexcept;
/// One way of computing it; every one this machine can run gives the same.
struct crc32_way {
  std::string_view name;
  crc32_function run;
  bool (*runs_here)() noexcept;
};
/// All ways, the plainest first; for tests and for forcing one by name.
[[nodiscard]] std::span<const crc32_way> crc32_ways() noexcept;

}  // namespace nopy::deflate
