// SPDX-License-Identifier: MIT
// Any bytes as a DEFLATE stream: the own inflate says what zlib says and gives the same bytes,
// whole and in pieces, with a checkpoint now and then; a walk over the blocks agrees. The first
// bytes of the input say the pieces.
#include "deflate/inflate.hpp"
#include "deflate/block_walk.hpp"
#include "target.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using nopy::deflate::inflater;
using nopy::deflate::status;
using nopy::fuzz::check;
using nopy::fuzz::input;

// More than a window of 32 KiB, so that the far distances are reached.
constexpr std::size_t most_bytes = 40 << 10;
// A copy of the state is larger than most inputs.
constexpr std::size_t most_copies = 16;

struct verdict {
  bool whole = false;
  std::size_t consumed = 0;
  std::vector<std::byte> output;
};

/// Room that is not allocated for every input; its first bytes, as many as are expected, are overwritten.
std::span<std::byte> room_number(std::size_t number, std::size_t expected = 0) {
  static std::vector<std::byte> rooms[3];
  rooms[number].resize(most_bytes);
  std::fill_n(rooms[number].begin(), expected, std::byte{0xA5});
  return rooms[number];
}

verdict by_zlib(input stream) {
  static z_stream state = [] {
    z_stream made{};
    check(inflateInit2(&made, -15) == Z_OK);
    return made;
  }();
  check(inflateReset2(&state, -15) == Z_OK);
  const auto room = room_number(0);
  state.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(stream.data()));
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = reinterpret_cast<Bytef*>(room.data());
  state.avail_out = most_bytes;
  verdict seen;
  seen.whole = inflate(&state, Z_FINISH) == Z_STREAM_END;
  seen.consumed = stream.size() - state.avail_in;
  const auto made = room.first(most_bytes - state.avail_out);
  seen.output.assign(made.begin(), made.end());
  return seen;
}

/// In pieces of these sizes; goes on from a copy of the state now and then, as from a checkpoint.
verdict by_pieces(input stream, std::size_t in_piece, std::size_t out_piece,
                  std::span<std::byte> output) {
  verdict seen;
  inflater state;
  std::size_t taken = 0, made = 0, given = 0, room = 0, turn = 0;
  for (;;) {
    if (++turn % 3 == 0 && turn / 3 < most_copies) {
      const inflater copy = state;
      state = copy;
    }
    const auto step = state.run(stream.subspan(taken, given - taken), output.first(room), made);
    taken += step.consumed;
    made += step.produced;
    check(taken <= given && made <= room);
    seen.whole = step.status == status::done;
    if (seen.whole || step.status == status::invalid) break;
    if (step.status == status::needs_input) {
      check(taken == given);
      if (given == stream.size()) break;
      given = std::min(stream.size(), given + in_piece);
    } else {
      check(made == room);
      if (room == most_bytes) break;
      room = std::min(most_bytes, room + out_piece);
    }
  }
  seen.consumed = taken;
  seen.output.assign(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(made));
  return seen;
}

void run(input bytes) {
  nopy::fuzz::choices from(bytes);
  const std::size_t in_piece = std::size_t{1} + from.byte();
  const std::size_t out_piece = std::size_t{1} + std::size_t{16} * from.byte();
  const input stream = from.rest();
  const verdict zlib = by_zlib(stream);
  // At most some hundred pieces.
  const std::size_t expected = zlib.output.size();
  const verdict own = by_pieces(stream, std::max(in_piece, stream.size() / 200),
                                std::max(out_piece, expected / 200), room_number(1, expected));
  const verdict at_once =
      by_pieces(stream, stream.size() + 1, most_bytes, room_number(2, expected));
  check(own.whole == zlib.whole && at_once.whole == zlib.whole);
  const auto walked = nopy::deflate::walk_blocks(stream);
  if (!zlib.whole) return;
  check(own.output == zlib.output && at_once.output == zlib.output);
  check(own.consumed == zlib.consumed && at_once.consumed == zlib.consumed);
  check(walked && (walked->end_bit + 7) / 8 == zlib.consumed);
}

const nopy::fuzz::target self("inflate", run);

}  // namespace
