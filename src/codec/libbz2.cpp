// SPDX-License-Identifier: MIT
// Method 12: bzip2 streams, one behind another, by libbz2. A decoder takes at most 3.7 MB.
#include "codec/codecs.hpp"

#if NOPY_HAS_BZIP2
#include <bzlib.h>

#include <algorithm>
#include <new>
#endif

namespace nopy::codec {

#if NOPY_HAS_BZIP2
namespace {

struct decoder {
  bz_stream stream{};
  bool begun = false;
};

void end(decoder& of) noexcept {
  if (of.begun) (void)BZ2_bzDecompressEnd(&of.stream);
  of.begun = false;
}

outcome outcome_of(int answer) noexcept {
  if (answer == BZ_OK) return outcome::goes_on;
  if (answer == BZ_STREAM_END) return outcome::ended;
  return answer == BZ_MEM_ERROR ? outcome::out_of_memory : outcome::invalid;
}

progress run(void* state, std::span<const std::byte> from, std::span<std::byte> into) noexcept {
  auto& of = *static_cast<decoder*>(state);
  if (!of.begun) {
    of.stream = {};
    if (BZ2_bzDecompressInit(&of.stream, 0, 0) != BZ_OK) return {0, 0, outcome::out_of_memory};
    of.begun = true;
  }
  constexpr std::size_t most = std::size_t{1} << 30;  // the library counts with 32 bits
  const auto input = static_cast<unsigned>(std::min(from.size(), most));
  const auto room = static_cast<unsigned>(std::min(into.size(), most));
  // The library only reads what it is given as `char*`.
  of.stream.next_in = reinterpret_cast<char*>(const_cast<std::byte*>(from.data()));
  of.stream.avail_in = input;
  of.stream.next_out = reinterpret_cast<char*>(into.data());
  of.stream.avail_out = room;
  const outcome came = outcome_of(BZ2_bzDecompress(&of.stream));
  if (came != outcome::goes_on) end(of);
  return {input - of.stream.avail_in, room - of.stream.avail_out, came};
}

constexpr expander table{
    .name = "bzip2",
    .open = [](std::uint64_t) noexcept -> void* { return new (std::nothrow) decoder; },
    .close =
        [](void* state) noexcept {
          end(*static_cast<decoder*>(state));
          delete static_cast<decoder*>(state);
        },
    .run = run};

}  // namespace

const expander* find_bzip2() noexcept { return &table; }
#else
const expander* find_bzip2() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
