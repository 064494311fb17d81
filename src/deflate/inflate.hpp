// SPDX-License-Identifier: MIT
// The own inflate: raw DEFLATE (RFC 1951), resumable at any byte of input and of output. It never
// allocates, never reads or writes outside the spans it is given, and ends exactly: not a byte of
// input behind the stream is taken.
//
// It reads whole members, peeks at headers, reads windows through checkpoints, and runs in the
// browser, with one verdict. A checkpoint is a copy of an `inflater` with the 32 KiB before it.
#pragma once

#include "deflate/huffman_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace nopy::deflate {

/// How far back a match may reach.
inline constexpr std::size_t window_bytes = 32768;

enum class status : std::uint8_t {
  needs_input,   ///< all input was taken
  needs_output,  ///< the output is full, and the stream is not known to end here
  done,          ///< the stream ended; the input behind it was not taken
  invalid,       ///< no DEFLATE stream; the state is lost
};

struct step {
  std::size_t consumed;  ///< bytes taken from the input
  std::size_t produced;  ///< bytes written
  deflate::status status;
};

/// The state of one stream, about 12 KiB; copying it is taking a checkpoint.
class inflater {
 public:
  inflater() noexcept {
  }  // the tables stay as they are until a block fills them: not defaulted, which would zero 12 KiB

  /// Inflates from `input` into `buffer` behind its first `filled` bytes, which are what came out before: all of it, or
  /// at least the last `window_bytes`. Cost: one pass, no allocation.
  [[nodiscard]] step run(std::span<const std::byte> input, std::span<std::byte> buffer,
                         std::size_t filled) noexcept;

  /// Like `run`, for who wants the first bytes of much: stops, with `needs_output`, when `wanted`
  /// came, or up to 260 more, so that it is the fast loop that makes them.
  [[nodiscard]] step run_some(std::span<const std::byte> input, std::span<std::byte> buffer,
                              std::size_t filled, std::size_t wanted) noexcept;

  /// Whether a match stopped where the output was full: what goes on must have the bytes before it.
  [[nodiscard]] bool inside_match() const noexcept { return pending_length_ != 0; }
  /// Whether it stands between two blocks, with nothing left of the bytes it took: a stream could begin here.
  [[nodiscard]] bool between_blocks() const noexcept {
    return phase_ == phase::block_header && bit_count_ == 0;
  }

 private:
  enum class phase : std::uint8_t {
    block_header,
    stored_header,
    stored,
    code_counts,
    precode,
    code_lengths,
    symbols,
    ended,
  };
  struct cursor;  // where input and output stand during one `run`

  bool fast_symbols(cursor& at) noexcept;
  status careful_step(cursor& at) noexcept;
  status take_block_header(cursor& at) noexcept;
  status take_stored_header(cursor& at) noexcept;
  status copy_stored(cursor& at) noexcept;
  status take_code_counts(cursor& at) noexcept;
  status take_precode(cursor& at) noexcept;
  status read_code_lengths(cursor& at) noexcept;
  status take_code_lengths(cursor& at) noexcept;
  status take_symbol(cursor& at) noexcept;
  status copy_pending(cursor& at) noexcept;
  void use_fixed_codes() noexcept;
  void end_block() noexcept { phase_ = last_block_ ? phase::ended : phase::block_header; }

  std::uint64_t bits_ = 0;  // bits taken from the input and not used yet
  unsigned bit_count_ = 0;  // how many of them
  deflate::inflater::phase phase_ = phase::block_header;
  bool last_block_ = false;
  std::uint32_t pending_length_ = 0;  // of a match that the output had no room for
  std::uint32_t pending_distance_ = 0;
  std::uint32_t stored_left_ = 0;
  std::uint16_t literal_count_ = 0;  // of a dynamic block's header
  std::uint16_t distance_count_ = 0;
  std::uint16_t precode_count_ = 0;
  std::uint16_t lengths_known_ = 0;
  std::uint8_t lengths_[literal_symbols + distance_symbols + 7];  // repeats are written in words
  std::uint32_t literals_[literal_entries];
  std::uint32_t distances_[distance_entries];
};

}  // namespace nopy::deflate
