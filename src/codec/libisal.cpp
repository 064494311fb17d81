// SPDX-License-Identifier: MIT
#include "codec/codecs.hpp"

#if NOPY_HAS_ISAL
#include <isa-l/igzip_lib.h>

#include <new>
#endif

namespace nopy::codec {

#if NOPY_HAS_ISAL
namespace {

// Of its levels 0 to 3: three to ten times faster than libdeflate's level 1, at about its size.
constexpr std::uint32_t level = 2;

struct compressor {
  isal_zstream stream{};  // its init leaves hist_bits as they are, which would be any window
  std::uint8_t buffer[ISAL_DEF_LVL2_DEFAULT];
};

constexpr deflater table{
    .ends_open = true,
    .open = [](int) noexcept -> void* { return new (std::nothrow) compressor; },
    .close = [](void* of) noexcept { delete static_cast<compressor*>(of); },
    // Stored blocks of what does not compress, the head of a block, and a flush.
    .bound = [](std::size_t bytes) noexcept { return bytes + bytes / 4096 + 512; },
    .run = [](void* of, std::span<const std::byte> from, std::span<std::byte> into,
              bool last) noexcept -> std::size_t {
      auto& [stream, buffer] = *static_cast<compressor*>(of);
      isal_deflate_stateless_init(&stream);
      stream.level = level;
      stream.level_buf = buffer;
      stream.level_buf_size = sizeof buffer;
      stream.flush = FULL_FLUSH;
      stream.end_of_stream = last ? 1 : 0;
      // Its interface is C's: it does not write to its input.
      stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(from.data()));
      stream.avail_in = static_cast<std::uint32_t>(from.size());
      stream.next_out = reinterpret_cast<std::uint8_t*>(into.data());
      stream.avail_out = static_cast<std::uint32_t>(into.size());
      if (isal_deflate_stateless(&stream) != COMP_OK || stream.avail_in != 0) return 0;
      return into.size() - stream.avail_out;
    }};

}  // namespace

const deflater* find_isal() noexcept { return &table; }
#else
const deflater* find_isal() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
