// SPDX-License-Identifier: MIT
// Where an inflater's input and output stand, and the two operations on its bit buffer.
#pragma once

#include "deflate/inflate.hpp"

#include "bytes/endian.hpp"

#include <cstring>

namespace nopy::deflate {

struct inflater::cursor {
  // What one turn of the fast loop may read ahead and write ahead: two literals, a match of 258 bytes, 63 more.
  static constexpr std::ptrdiff_t fast_input_margin = 24;
  static constexpr std::ptrdiff_t fast_output_margin = 336;

  const std::byte* in;
  const std::byte* in_end;
  std::byte* history;  // the first byte a match may reach
  std::byte* out;
  std::byte* out_end;
  std::byte* enough;  // where to stop, or the end

  [[nodiscard]] bool has_fast_margins() const noexcept {
    return in_end - in > fast_input_margin && out_end - out > fast_output_margin;
  }
  [[nodiscard]] std::size_t room() const noexcept {
    return static_cast<std::size_t>(out_end - out);
  }

  /// Takes whole bytes while they fit. Stops at 63 bits, so that no shift is as wide as the buffer.
  void fill(std::uint64_t& bits, unsigned& count) noexcept {
    if (in_end - in >= 8) [[likely]] {
      const unsigned taken = (63 - count) / 8;
      bits |= bytes::load<std::uint64_t>(in) << count;
      in += taken;
      count += 8 * taken;
      bits &= (std::uint64_t{1} << count) - 1;
      return;
    }
    while (count <= 55 && in != in_end) {
      bits |= std::uint64_t{std::to_integer<std::uint8_t>(*in++)} << count;
      count += 8;
    }
  }
  static void drop(std::uint64_t& bits, unsigned& count, unsigned used) noexcept {
    bits >>= used;
    count -= used;
  }
  /// Copies up to `most` bytes from input to output; returns how many.
  std::size_t copy_through(std::size_t most) noexcept {
    std::size_t count = most < room() ? most : room();
    const auto there = static_cast<std::size_t>(in_end - in);
    if (there < count) count = there;
    if (count != 0) std::memcpy(out, in, count);
    in += count;
    out += count;
    return count;
  }
};

/// One symbol's entry with the bits it takes in all, subtables resolved.
struct look_up {
  std::uint32_t entry;
  unsigned bits;    // of code and extra bits, the root's included
  unsigned before;  // bits in front of the extra bits

  [[nodiscard]] static look_up in(const std::uint32_t* table, unsigned root,
                                  std::uint64_t stream) noexcept {
    std::uint32_t entry = table[stream & ((1u << root) - 1)];
    unsigned skipped = 0;
    if ((entry & (entry_special | entry_subtable)) == (entry_special | entry_subtable)) {
      skipped = root;
      entry = table[(entry >> 16) + ((stream >> root) & ((1u << ((entry >> 8) & 31)) - 1))];
    }
    return {entry, skipped + (entry & 0xFF), skipped + ((entry >> 8) & 31)};
  }
  /// Base plus extra bits.
  [[nodiscard]] std::uint32_t value(std::uint64_t stream) const noexcept {
    const std::uint64_t extra = (stream >> before) & ((std::uint64_t{1} << (bits - before)) - 1);
    return (entry >> 16) + static_cast<std::uint32_t>(extra);
  }
};

}  // namespace nopy::deflate
