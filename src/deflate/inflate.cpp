// SPDX-License-Identifier: MIT
// The careful half of inflate: every step checks that its bits and its room are there, and takes
// nothing until they are, so that it can stop and go on anywhere. The bulk of the work is done by
// the fast loop (inflate_fast.cpp).
#include "deflate/inflate.hpp"

#include "deflate/inflate_cursor.hpp"

#include <algorithm>

namespace nopy::deflate {
namespace {

// RFC 1951, 3.2.7: the order in which the lengths of the precode stand.
constexpr std::uint8_t precode_order[precode_symbols] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                         11, 4,  12, 3, 13, 2, 14, 1, 15};

/// Marks a step that was made in full: go on.
constexpr status carry_on = static_cast<status>(0xFF);

}  // namespace

step inflater::run(std::span<const std::byte> input, std::span<std::byte> buffer,
                   std::size_t filled) noexcept {
  return run_some(input, buffer, filled, buffer.size() - filled);
}

step inflater::run_some(std::span<const std::byte> input, std::span<std::byte> buffer,
                        std::size_t filled, std::size_t wanted) noexcept {
  cursor at{.in = input.data(),
            .in_end = input.data() + input.size(),
            .history = buffer.data(),
            .out = buffer.data() + filled,
            .out_end = buffer.data() + buffer.size(),
            .enough = buffer.data() + filled + wanted};
  status now = carry_on;
  while (now == carry_on) {
    if (at.out >= at.enough && at.enough != at.out_end) {
      now = status::needs_output;
      break;
    }
    if (phase_ == phase::symbols && pending_length_ == 0 && at.has_fast_margins() &&
        !fast_symbols(at)) {
      now = status::invalid;
      break;
    }
    now = careful_step(at);
  }
  // Whole bytes that were taken ahead go back. Those of an earlier input stay: a call that asked
  // for more input left only the bits of a symbol that is not whole, so that at the end of the
  // stream there are none.
  const auto taken = static_cast<std::size_t>(at.in - input.data());
  const unsigned back = bit_count_ / 8 < taken ? bit_count_ / 8 : static_cast<unsigned>(taken);
  if (now == status::done || now == status::needs_output) {
    at.in -= back;
    bit_count_ -= 8 * back;
    bits_ &= (std::uint64_t{1} << bit_count_) - 1;
  }
  return {static_cast<std::size_t>(at.in - input.data()),
          static_cast<std::size_t>(at.out - (buffer.data() + filled)), now};
}

status inflater::careful_step(cursor& at) noexcept {
  if (pending_length_ != 0) return copy_pending(at);
  switch (phase_) {
    case phase::block_header:
      return take_block_header(at);
    case phase::stored_header:
      return take_stored_header(at);
    case phase::stored:
      return copy_stored(at);
    case phase::code_counts:
      return take_code_counts(at);
    case phase::precode:
      return take_precode(at);
    case phase::code_lengths:
      return take_code_lengths(at);
    case phase::symbols:
      return take_symbol(at);
    case phase::ended:
      break;
  }
  return status::done;
}

status inflater::take_block_header(cursor& at) noexcept {
  at.fill(bits_, bit_count_);
  if (bit_count_ < 3) return status::needs_input;
  last_block_ = (bits_ & 1) != 0;
  const unsigned type = (bits_ >> 1) & 3;
  at.drop(bits_, bit_count_, 3);
  if (type == 0) {
    at.drop(bits_, bit_count_, bit_count_ % 8);  // a stored block begins at a byte
    phase_ = phase::stored_header;
  } else if (type == 1) {
    use_fixed_codes();
    phase_ = phase::symbols;
  } else if (type == 2) {
    phase_ = phase::code_counts;
  } else {
    return status::invalid;
  }
  return carry_on;
}

status inflater::take_stored_header(cursor& at) noexcept {
  at.fill(bits_, bit_count_);
  if (bit_count_ < 32) return status::needs_input;
  const auto length = static_cast<std::uint32_t>(bits_ & 0xFFFF);
  const auto complement = static_cast<std::uint32_t>((bits_ >> 16) & 0xFFFF);
  if (length != (complement ^ 0xFFFF)) return status::invalid;
  at.drop(bits_, bit_count_, 32);
  stored_left_ = length;
  phase_ = phase::stored;
  return carry_on;
}

status inflater::copy_stored(cursor& at) noexcept {
  while (stored_left_ != 0 && bit_count_ != 0) {  // bytes that the bit buffer took ahead
    if (at.out == at.enough) return status::needs_output;
    *at.out++ = static_cast<std::byte>(bits_ & 0xFF);
    at.drop(bits_, bit_count_, 8);
    --stored_left_;
  }
  const std::size_t count = at.copy_through(
      std::min<std::size_t>(stored_left_, static_cast<std::size_t>(at.enough - at.out)));
  stored_left_ -= static_cast<std::uint32_t>(count);
  if (stored_left_ == 0) {
    end_block();
    return carry_on;
  }
  return at.out == at.enough ? status::needs_output : status::needs_input;
}

status inflater::take_code_counts(cursor& at) noexcept {
  at.fill(bits_, bit_count_);
  if (bit_count_ < 14) return status::needs_input;
  literal_count_ = static_cast<std::uint16_t>(257 + (bits_ & 31));
  distance_count_ = static_cast<std::uint16_t>(1 + ((bits_ >> 5) & 31));
  precode_count_ = static_cast<std::uint16_t>(4 + ((bits_ >> 10) & 15));
  at.drop(bits_, bit_count_, 14);
  for (std::uint8_t& length : lengths_) length = 0;
  lengths_known_ = 0;
  phase_ = phase::precode;
  return carry_on;
}

status inflater::take_precode(cursor& at) noexcept {
  while (lengths_known_ < precode_count_) {
    if (bit_count_ < 3) at.fill(bits_, bit_count_);
    if (bit_count_ < 3) return status::needs_input;
    lengths_[precode_order[lengths_known_++]] = static_cast<std::uint8_t>(bits_ & 7);
    at.drop(bits_, bit_count_, 3);
  }
  // The precode's table lies where the distances' will: it is used up before they are known.
  if (!build_table(alphabet::precode, {lengths_, precode_symbols}, distances_))
    return status::invalid;
  lengths_known_ = 0;
  phase_ = phase::code_lengths;
  return carry_on;
}

/// Reads the lengths of both codes, with what changes in registers: the lengths are bytes, which may alias anything.
status inflater::read_code_lengths(cursor& at) noexcept {
  constexpr unsigned most_bits = 14;  // of a code and what follows it
  const unsigned total = literal_count_ + distance_count_;
  std::uint64_t bits = bits_;
  unsigned count = bit_count_;
  unsigned known = lengths_known_;
  status now = carry_on;
  while (known < total) {
    if (count < most_bits) at.fill(bits, count);
    const std::uint32_t entry = distances_[bits & (precode_entries - 1)];
    const unsigned code_bits = entry & 0xFF;
    const unsigned symbol = entry >> 16;
    if (symbol < 16) {
      if (code_bits > count) break;
      at.drop(bits, count, code_bits);
      lengths_[known++] = static_cast<std::uint8_t>(symbol);
      continue;
    }
    const unsigned extra_bits = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (code_bits + extra_bits > count) break;
    const unsigned repeat = (symbol == 18 ? 11 : 3) +
                            static_cast<unsigned>((bits >> code_bits) & ((1u << extra_bits) - 1));
    if ((symbol == 16 && known == 0) || repeat > total - known) {
      now = status::invalid;
      break;
    }
    at.drop(bits, count, code_bits + extra_bits);
    const std::uint64_t word = symbol == 16 ? lengths_[known - 1] * 0x0101010101010101u : 0;
    for (unsigned at_length = known; at_length < known + repeat; at_length += 8)
      std::memcpy(lengths_ + at_length, &word, sizeof word);
    known += repeat;
  }
  bits_ = bits;
  bit_count_ = count;
  lengths_known_ = static_cast<std::uint16_t>(known);
  if (now == carry_on && known < total) return status::needs_input;
  return now;
}

status inflater::take_code_lengths(cursor& at) noexcept {
  if (const status read = read_code_lengths(at); read != carry_on) return read;
  if (lengths_[256] == 0) return status::invalid;  // a block that can not end
  if (!build_table(alphabet::literals, {lengths_, literal_count_}, literals_) ||
      !build_table(alphabet::distances, {lengths_ + literal_count_, distance_count_}, distances_))
    return status::invalid;
  phase_ = phase::symbols;
  return carry_on;
}

void inflater::use_fixed_codes() noexcept {
  for (unsigned i = 0; i < literal_symbols; ++i)
    lengths_[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  for (unsigned i = 0; i < distance_symbols; ++i) lengths_[literal_symbols + i] = 5;
  (void)build_table(alphabet::literals, {lengths_, literal_symbols}, literals_);
  (void)build_table(alphabet::distances, {lengths_ + literal_symbols, distance_symbols},
                    distances_);
}

/// One literal, one match (its 48 bits whole), or the end of the block.
status inflater::take_symbol(cursor& at) noexcept {
  at.fill(bits_, bit_count_);
  const look_up literal = look_up::in(literals_, literal_root_bits, bits_);
  if (literal.bits > bit_count_) return status::needs_input;
  if ((literal.entry & entry_literal) != 0) {
    if (at.room() == 0) return status::needs_output;
    *at.out++ = static_cast<std::byte>((literal.entry >> 16) & 0xFF);
    at.drop(bits_, bit_count_, literal.bits);
    return carry_on;
  }
  if ((literal.entry & entry_special) != 0) {
    if ((literal.entry & entry_end_of_block) == 0) return status::invalid;
    at.drop(bits_, bit_count_, literal.bits);
    end_block();
    return carry_on;
  }
  const look_up distance = look_up::in(distances_, distance_root_bits, bits_ >> literal.bits);
  if ((distance.entry & entry_special) != 0)
    return literal.bits + distance.bits > bit_count_ ? status::needs_input : status::invalid;
  if (literal.bits + distance.bits > bit_count_) return status::needs_input;
  pending_length_ = literal.value(bits_);
  pending_distance_ = distance.value(bits_ >> literal.bits);
  at.drop(bits_, bit_count_, literal.bits + distance.bits);
  if (pending_distance_ > static_cast<std::size_t>(at.out - at.history)) return status::invalid;
  return carry_on;
}

status inflater::copy_pending(cursor& at) noexcept {
  while (pending_length_ != 0) {
    if (at.room() == 0) return status::needs_output;
    *at.out = *(at.out - pending_distance_);
    ++at.out;
    --pending_length_;
  }
  return carry_on;
}

}  // namespace nopy::deflate
