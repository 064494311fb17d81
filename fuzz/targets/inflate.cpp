// SPDX-License-Identifier: MIT
// Any bytes as a DEFLATE stream: the own inflate says what zlib says and gives the same bytes, whole and in pieces, with a
// checkpoint in the middle; a walk over the blocks agrees. The first bytes of the input say the pieces.
#include "deflate/block_walk.hpp"
#include "deflate/inflate.hpp"

#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using nopy::deflate::inflater;
using nopy::deflate::status;

constexpr std::size_t most_bytes = 1 << 16;

void check(bool holds) {
  if (!holds) std::abort();
}

struct verdict {
  bool whole = false;
  std::size_t consumed = 0;
  std::vector<std::byte> output;
};

verdict by_zlib(std::span<const std::byte> stream) {
  verdict seen;
  seen.output.resize(most_bytes);
  z_stream state{};
  check(inflateInit2(&state, -15) == Z_OK);
  state.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(stream.data()));
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = reinterpret_cast<Bytef*>(seen.output.data());
  state.avail_out = most_bytes;
  seen.whole = inflate(&state, Z_FINISH) == Z_STREAM_END;
  seen.consumed = stream.size() - state.avail_in;
  seen.output.resize(most_bytes - state.avail_out);
  (void)inflateEnd(&state);
  return seen;
}

/// In pieces of these sizes; goes on from a copy of the state now and then, as from a checkpoint.
verdict by_pieces(std::span<const std::byte> stream, std::size_t in_piece, std::size_t out_piece) {
  verdict seen;
  seen.output.resize(most_bytes);
  inflater state;
  std::size_t taken = 0, made = 0, given = 0, room = 0, turn = 0;
  for (;;) {
    if (++turn % 3 == 0) {
      const inflater copy = state;
      state = copy;
    }
    const auto step =
        state.run(stream.subspan(taken, given - taken), std::span(seen.output).first(room), made);
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
  seen.output.resize(made);
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::span stream(reinterpret_cast<const std::byte*>(data) + 2, size - 2);
  const verdict zlib = by_zlib(stream);
  const verdict own = by_pieces(stream, std::size_t{1} + data[0], std::size_t{1} + 16u * data[1]);
  const verdict at_once = by_pieces(stream, stream.size() + 1, most_bytes);
  check(own.whole == zlib.whole && at_once.whole == zlib.whole);
  const auto walked = nopy::deflate::walk_blocks(stream);
  if (!zlib.whole) return 0;
  check(own.output == zlib.output && at_once.output == zlib.output);
  check(own.consumed == zlib.consumed && at_once.consumed == zlib.consumed);
  check(walked && (walked->end_bit + 7) / 8 == zlib.consumed);
  return 0;
}
