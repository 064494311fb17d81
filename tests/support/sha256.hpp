// SPDX-License-Identifier: MIT
// SHA-256 for comparing data with what a manifest says. Source: FIPS 180-4.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nopy::test {

inline std::string sha256(std::span<const std::byte> bytes) {
  // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  static const auto constants = [] {
    std::array<std::uint32_t, 64> made{};
    std::size_t count = 0;
    for (unsigned n = 2; count < made.size(); ++n) {
      bool prime = true;
      for (unsigned d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
      if (!prime) continue;
      // floor(cbrt(n) * 2^32) mod 2^32: 35 of a double's 53 bits.
      made[count++] =
          static_cast<std::uint32_t>(static_cast<std::uint64_t>(std::ldexp(std::cbrt(n), 32)));
    }
    return made;
  }();
  std::array<std::uint32_t, 8> state = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                        0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  const auto block = [&](const std::uint8_t* from) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t i = 0; i < 16; ++i)
      w[i] = std::uint32_t{from[4 * i]} << 24 | std::uint32_t{from[4 * i + 1]} << 16 |
             std::uint32_t{from[4 * i + 2]} << 8 | from[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
             (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t x = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const std::uint32_t y =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + x, d = c, c = b, b = a, a = x + y;
    }
    const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += added[i];
  };
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t left = bytes.size();
  for (; left >= 64; left -= 64, data += 64) block(data);
  std::vector<std::uint8_t> tail(data, data + left);
  tail.push_back(0x80);
  while (tail.size() % 64 != 56) tail.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8)
    tail.push_back(static_cast<std::uint8_t>(std::uint64_t{bytes.size()} * 8 >> shift));
  for (std::size_t i = 0; i < tail.size(); i += 64) block(&tail[i]);
  std::string text;
  for (const std::uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
  return text;
}

}  // namespace nopy::test
