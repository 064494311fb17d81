// SPDX-License-Identifier: MIT
// The own inflate as a module of its own, compiled as in the viewer's engine: what row 24 runs under node.
#include "deflate/inflate.hpp"

namespace {

constexpr std::size_t room_bytes = std::size_t{10} << 20;
std::byte stream[room_bytes];
std::byte inflated[room_bytes];

}  // namespace

#define NOPY_EXPORT(name) extern "C" __attribute__((export_name(#name)))

NOPY_EXPORT(room) std::byte* room() { return stream; }
/// How many bytes come out of the first `bytes` of the room.
NOPY_EXPORT(inflate) std::uint32_t inflate(std::uint32_t bytes) {
  nopy::deflate::inflater inflater;
  return static_cast<std::uint32_t>(inflater.run({stream, bytes}, inflated, 0).produced);
}
