// SPDX-License-Identifier: MIT
// The fast half of inflate. Why it is fast:
//   one unaligned 8-byte load refills the bit buffer, without a branch;
//   two refills serve up to three literals, or a match;
//   one entry holds code length, extra bits and base: one look-up and one shift for a length;
//   the next entry is loaded before a match is copied, so the two latencies overlap;
//   matches are copied in words of 16 or 8 bytes that may write past their end, where the margins
//   make room for that.
// Invariant at the head of the loop: at least 24 bytes of input and 336 bytes of room are left,
// `entry` belongs to the low bits of `bits`, of which at least 48 are valid.
#include "deflate/inflate_cursor.hpp"

#include "bytes/endian.hpp"

#include <algorithm>

namespace nopy::deflate {
namespace {

/// Makes at least 56 bits valid. Bits above `count` may already hold what the next load brings again.
inline void refill(std::uint64_t& bits, unsigned& count, const std::byte*& in) noexcept {
  bits |= bytes::load<std::uint64_t>(in) << count;
  in += (63 - count) >> 3;
  count |= 56;
}

inline void copy_word(std::byte* to, const std::byte* from) noexcept {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  std::memcpy(to, &word, sizeof word);
}

inline void copy_16(std::byte* to, const std::byte* from) noexcept {
  struct {
    std::uint64_t low, high;
  } words;
  std::memcpy(&words, from, sizeof words);
  std::memcpy(to, &words, sizeof words);
}

/// Stores a word twice.
inline void fill_16(std::byte* to, std::uint64_t word) noexcept {
  bytes::store<std::uint64_t>(to, word);
  bytes::store<std::uint64_t>(to + 8, word);
}

/// Copies a match; may write up to 63 bytes more. Most matches are short: the first 32 bytes cost no branch.
inline void copy_match(std::byte* out, std::size_t length, std::size_t distance) noexcept {
  const std::byte* from = out - distance;
  std::byte* const end = out + length;
  if (distance >= 16) {
    copy_16(out, from);
    copy_16(out + 16, from + 16);
    for (std::size_t done = 32; done < length; done += 32) {
      copy_16(out + done, from + done);
      copy_16(out + done + 16, from + done + 16);
    }
    return;
  }
  if (distance >= 8) {
    copy_word(out, from);
    copy_word(out + 8, from + 8);
    for (std::size_t done = 16; done < length; done += 8) copy_word(out + done, from + done);
    return;
  }
  if (distance == 1) {
    const std::uint64_t word = std::to_integer<std::uint64_t>(*from) * 0x0101010101010101u;
    fill_16(out, word);
    fill_16(out + 16, word);
    for (std::size_t done = 32; done < length; done += 64)
      for (std::size_t next = 0; next < 64; next += 16) fill_16(out + done + next, word);
    return;
  }
  // A period below 8: one word of it, stored again and again at multiples of the period.
  std::uint64_t word = bytes::load<std::uint64_t>(from);
  word &= ~std::uint64_t{0} >> (64 - 8 * distance);
  for (std::size_t width = 8 * distance; width < 64; width *= 2) word |= word << width;
  const std::size_t stride = 8 - 8 % distance;
  do {
    bytes::store<std::uint64_t>(out, word);
    bytes::store<std::uint64_t>(out + stride, word);
    out += 2 * stride;
  } while (out < end);
}

// A distance and the look-up of the entry behind it must be served by what is valid in the bit buffer.
constexpr unsigned most_distance_bits = longest_code + 13;

/// What the loop works on, in registers as far as they reach.
struct stream {
  std::uint64_t bits;
  unsigned count;
  const std::byte* in;
  std::byte* out;
};

struct limits {
  const std::byte* in;
  std::byte* out;
  const std::byte* history;
};

/// Decodes symbols while the margins last. False for a stream that is invalid; true also at the end of a block, which
/// the careful step takes.
[[gnu::always_inline]] inline bool decode(stream& state, const limits& limit,
                                          const std::uint32_t* literals,
                                          const std::uint32_t* distances) noexcept {
  constexpr std::uint64_t literal_mask = (1u << literal_root_bits) - 1;
  std::uint64_t bits = state.bits;
  unsigned count = state.count;
  const std::byte* in = state.in;
  std::byte* out = state.out;
  bool valid = true;

  const auto drop = [&](std::uint32_t entry) {
    bits >>= entry & 63;
    count -= entry & 63;
  };

  refill(bits, count, in);
  std::uint32_t entry = literals[bits & literal_mask];
  while (in < limit.in && out < limit.out) {
    if ((entry & entry_literal) != 0) {
      drop(entry);
      *out++ = static_cast<std::byte>(entry >> 16);
      entry = literals[bits & literal_mask];
      if ((entry & entry_literal) != 0) {
        drop(entry);
        *out++ = static_cast<std::byte>(entry >> 16);
        entry = literals[bits & literal_mask];
        if ((entry & entry_literal) != 0) {
          drop(entry);
          *out++ = static_cast<std::byte>(entry >> 16);
          entry = literals[bits & literal_mask];
          refill(bits, count, in);
          continue;
        }
      }
    }
    if ((entry & entry_special) != 0) {
      if ((entry & entry_subtable) == 0) {
        valid = (entry & entry_end_of_block) != 0;
        break;
      }
      const std::uint32_t inner = literals[(entry >> 16) + ((bits >> literal_root_bits) &
                                                            ((1u << ((entry >> 8) & 31)) - 1))];
      if ((inner & entry_special) != 0) {
        valid = (inner & entry_end_of_block) != 0;
        break;
      }
      drop(entry);
      entry = inner;
      if ((entry & entry_literal) != 0) {
        drop(entry);
        *out++ = static_cast<std::byte>(entry >> 16);
        entry = literals[bits & literal_mask];
        refill(bits, count, in);
        continue;
      }
    }

    const std::uint64_t of_length = bits;
    drop(entry);
    const std::size_t length =
        (entry >> 16) +
        static_cast<std::size_t>((of_length & ((std::uint64_t{1} << (entry & 63)) - 1)) >>
                                 ((entry >> 8) & 31));
    if (count < most_distance_bits + literal_root_bits) [[unlikely]]
      refill(bits, count, in);
    entry = distances[bits & ((1u << distance_root_bits) - 1)];
    if ((entry & entry_special) != 0) {
      if ((entry & entry_subtable) == 0) {
        valid = false;
        break;
      }
      drop(entry);
      entry = distances[(entry >> 16) + (bits & ((1u << ((entry >> 8) & 31)) - 1))];
      if ((entry & entry_special) != 0) {
        valid = false;
        break;
      }
    }
    const std::uint64_t of_distance = bits;
    drop(entry);
    const std::size_t distance =
        (entry >> 16) +
        static_cast<std::size_t>((of_distance & ((std::uint64_t{1} << (entry & 63)) - 1)) >>
                                 ((entry >> 8) & 31));
    if (distance > static_cast<std::size_t>(out - limit.history)) {
      valid = false;
      break;
    }
    entry = literals[bits & literal_mask];
    refill(bits, count, in);
    copy_match(out, length, distance);
    out += length;
  }

  // Whole bytes that were only looked at go back, but for those of an earlier input, which is not here any more.
  const unsigned ahead = count / 8;
  const auto taken = static_cast<std::size_t>(in - state.in);
  const unsigned back = ahead < taken ? ahead : static_cast<unsigned>(taken);
  count -= 8 * back;
  state = {bits & ((std::uint64_t{1} << count) - 1), count, in - back, out};
  return valid;
}

bool decode_baseline(stream& state, const limits& limit, const std::uint32_t* literals,
                     const std::uint32_t* distances) noexcept {
  return decode(state, limit, literals, distances);
}

#if defined(__x86_64__) && !defined(NOPY_PORTABLE)
// The same loop with BMI2's shifts, which need no fixed register: 5-10 % faster.
[[gnu::target("bmi,bmi2")]] bool decode_bmi2(stream& state, const limits& limit,
                                             const std::uint32_t* literals,
                                             const std::uint32_t* distances) noexcept {
  return decode(state, limit, literals, distances);
}
#endif

}  // namespace

bool inflater::fast_symbols(cursor& at) noexcept {
  stream state{bits_, bit_count_, at.in, at.out};
  const limits limit{at.in_end - cursor::fast_input_margin,
                     std::min(at.out_end - cursor::fast_output_margin, at.enough), at.history};
  bool (*decoder)(stream&, const limits&, const std::uint32_t*, const std::uint32_t*) noexcept =
      decode_baseline;
#if defined(__x86_64__) && !defined(NOPY_PORTABLE)
  if (__builtin_cpu_supports("bmi2")) decoder = decode_bmi2;
#endif
  const bool valid = decoder(state, limit, literals_, distances_);
  at.in = state.in;
  at.out = state.out;
  bits_ = state.bits;
  bit_count_ = state.count;
  return valid;
}

}  // namespace nopy::deflate
