// SPDX-License-Identifier: MIT
// Finding matches. What blocks look like stands in block_writer.cpp.
#include "deflate/deflater.hpp"

#include "deflate/block_codes.hpp"

#include <algorithm>

namespace nopy::deflate {
namespace {

constexpr std::size_t least_match = 3;
constexpr std::size_t most_match = 258;
// A match of three bytes from far away costs more than three literals.
constexpr std::uint32_t far_for_three = 4096;
// Positions are 32 bits: larger inputs are parts that know nothing of each other.
constexpr std::size_t part_bytes = std::size_t{1} << 30;

std::uint32_t hash_of(const std::byte* at, unsigned bits) noexcept {
  const std::uint32_t three = static_cast<std::uint32_t>(at[0]) |
                              static_cast<std::uint32_t>(at[1]) << 8 |
                              static_cast<std::uint32_t>(at[2]) << 16;
  return three * 0x9E3779B1u >> (32 - bits);  // 2^32 / golden ratio
}

}  // namespace

deflater::deflater(int level) noexcept {
  constexpr effort efforts[most_level + 1] = {
      {4, 16, false},   {4, 16, false},    {8, 32, false},   {16, 64, false},  {16, 32, true},
      {24, 64, true},   {48, 128, true},   {96, 258, true},  {192, 258, true}, {384, 258, true},
      {768, 258, true}, {1536, 258, true}, {4096, 258, true}};
  effort_ = efforts[std::clamp(level, 1, most_level)];
}

std::size_t deflater::bound(std::size_t input_bytes) noexcept {
  // Stored blocks at worst, 5 bytes each: of 65 535 bytes, and one more where a block of tokens ends. Then a flush.
  return input_bytes + 5 * (input_bytes / 65535 + 2 * (input_bytes / most_tokens) + 4) + 16;
}

std::size_t deflater::run(std::span<const std::byte> from, std::span<std::byte> into,
                          bool last) noexcept {
  bit_writer to(into);
  do {
    const auto part = from.first(std::min(from.size(), part_bytes));
    from = from.subspan(part.size());
    run_part(part, to, last && from.empty());
  } while (!from.empty());
  if (!last) put_stored(to, {}, false);  // up to a byte
  to.align();
  return to.written();
}

void deflater::run_part(std::span<const std::byte> from, bit_writer& to, bool last) noexcept {
  first_.fill(0);
  std::size_t begin = 0;  // of the block
  std::size_t at = 0;
  match next{};  // found already for `at`
  bool known = false;
  while (at < from.size()) {
    const match here = known ? next : find(from, at);
    known = false;
    insert(from, at);
    std::size_t taken = 1;
    if (here.length >= least_match && effort_.lazy && here.length < effort_.enough) {
      next = find(from, at + 1);
      known = true;
    }
    if (here.length < least_match || (known && next.length > here.length)) {
      add_literal(from[at]);
    } else {
      add_match(here);
      known = false;
      for (; taken < here.length; ++taken) insert(from, at + taken);
    }
    at += taken;
    if (token_count_ == most_tokens && at < from.size()) {
      end_block(from.subspan(begin, at - begin), to, false);
      begin = at;
    }
  }
  if (token_count_ > 0 || last) end_block(from.subspan(begin), to, last);
}

void deflater::insert(std::span<const std::byte> from, std::size_t at) noexcept {
  if (from.size() - at < least_match) return;
  std::uint32_t& newest = first_[hash_of(from.data() + at, hash_bits)];
  earlier_[at % window_bytes] = newest;
  newest = static_cast<std::uint32_t>(at + 1);
}

deflater::match deflater::find(std::span<const std::byte> from, std::size_t at) const noexcept {
  match best;
  if (from.size() - at < least_match) return best;
  const std::size_t most = std::min(most_match, from.size() - at);
  const std::byte* const here = from.data() + at;
  std::size_t candidate = first_[hash_of(here, hash_bits)];
  for (unsigned tries = effort_.chain; candidate != 0 && tries > 0; --tries) {
    const std::size_t position = candidate - 1;
    if (at - position > window_bytes) break;
    const std::byte* const there = from.data() + position;
    if (best.length < most && there[best.length] == here[best.length]) {
      std::size_t length = 0;
      while (length < most && there[length] == here[length]) ++length;
      if (length > best.length)
        best = {static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(at - position)};
      if (length >= effort_.enough) break;
    }
    candidate = earlier_[position % window_bytes];
  }
  if (best.length == least_match && best.distance > far_for_three) return {};
  return best;
}

void deflater::add_literal(std::byte value) noexcept {
  tokens_[token_count_++] = static_cast<std::uint32_t>(value);
  ++literal_counts_[static_cast<std::size_t>(value)];
}

void deflater::add_match(const match& found) noexcept {
  tokens_[token_count_++] = found.length << 16 | found.distance;
  ++literal_counts_[length_code(found.length).symbol];
  ++distance_counts_[distance_code(found.distance).symbol];
}

}  // namespace nopy::deflate
