// SPDX-License-Identifier: MIT
// Method 14: LZMA by liblzma. In an archive the stream begins with two bytes of version, the length
// of the properties, and the properties; a .lzma file begins with the properties and the size, which
// the directory says here. Source: APPNOTE 5.8.
//
//   09 14 05 00   5D 00 00 80 00   ...      version 9.20, 5 bytes of properties: lc, lp and pb; window
#include "codec/codecs.hpp"

#if NOPY_HAS_LZMA
#include <lzma.h>

#include <algorithm>
#include <cstring>
#include <new>
#endif

namespace nopy::codec {

#if NOPY_HAS_LZMA
namespace {

constexpr std::size_t head_bytes = 9;
constexpr std::size_t file_head_bytes = 13;
constexpr std::uint64_t least_window_bytes = 4096;

struct decoder {
  std::uint64_t output_bytes = 0;
  std::size_t known = 0;  // of `head`
  unsigned char head[head_bytes] = {};
  lzma_stream stream = LZMA_STREAM_INIT;
  bool ended = false;
};

outcome outcome_of(lzma_ret answer) noexcept {
  switch (answer) {
    case LZMA_OK:
    case LZMA_BUF_ERROR:  // the output is full, or the input taken
      return outcome::goes_on;
    case LZMA_STREAM_END:
      return outcome::ended;
    case LZMA_MEM_ERROR:
      return outcome::out_of_memory;
    default:
      return outcome::invalid;
  }
}

/// Makes the head of a .lzma file from that of the member, and begins with it.
outcome begin(decoder& of) noexcept {
  if (of.head[2] != 5 || of.head[3] != 0) return outcome::invalid;
  std::uint64_t window = 0;
  for (unsigned i = 0; i < 4; ++i) window |= std::uint64_t{of.head[5 + i]} << (8 * i);
  // Nothing refers to what is before the member, so a window never has to be larger than it.
  window = std::min(window, std::max(least_window_bytes, of.output_bytes));
  if (window > most_lzma_window_bytes) return outcome::too_large;
  unsigned char head[file_head_bytes];
  head[0] = of.head[4];
  for (unsigned i = 0; i < 4; ++i) head[1 + i] = static_cast<unsigned char>(window >> (8 * i));
  for (unsigned i = 0; i < 8; ++i)
    head[5 + i] = static_cast<unsigned char>(of.output_bytes >> (8 * i));
  if (lzma_alone_decoder(&of.stream, UINT64_MAX) != LZMA_OK) return outcome::out_of_memory;
  of.stream.next_in = head;
  of.stream.avail_in = file_head_bytes;
  unsigned char nothing;  // without room for a byte the library does not begin
  of.stream.next_out = &nothing;
  of.stream.avail_out = 1;
  return outcome_of(lzma_code(&of.stream, LZMA_RUN));
}

progress run(void* state, std::span<const std::byte> from, std::span<std::byte> into) noexcept {
  auto& of = *static_cast<decoder*>(state);
  if (of.ended) return {0, 0, outcome::invalid};  // another stream has no place here
  std::size_t taken = 0;
  if (of.known < head_bytes) {
    taken = std::min(head_bytes - of.known, from.size());
    if (taken != 0) std::memcpy(of.head + of.known, from.data(), taken);
    of.known += taken;
    if (of.known < head_bytes) return {taken, 0, outcome::goes_on};
    if (const outcome begun = begin(of); begun != outcome::goes_on) return {taken, 0, begun};
  }
  of.stream.next_in = reinterpret_cast<const std::uint8_t*>(from.data() + taken);
  of.stream.avail_in = from.size() - taken;
  of.stream.next_out = reinterpret_cast<std::uint8_t*>(into.data());
  of.stream.avail_out = into.size();
  const outcome came = outcome_of(lzma_code(&of.stream, LZMA_RUN));
  of.ended = came == outcome::ended;
  return {from.size() - of.stream.avail_in, into.size() - of.stream.avail_out, came};
}

constexpr expander table{.name = "LZMA",
                         .open = [](std::uint64_t output_bytes) noexcept -> void* {
                           auto* made = new (std::nothrow) decoder;
                           if (made != nullptr) made->output_bytes = output_bytes;
                           return made;
                         },
                         .close =
                             [](void* state) noexcept {
                               auto* of = static_cast<decoder*>(state);
                               lzma_end(&of->stream);
                               delete of;
                             },
                         .run = run};

}  // namespace

const expander* find_lzma() noexcept { return &table; }
#else
const expander* find_lzma() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
