// SPDX-License-Identifier: MIT
#include "codec/codecs.hpp"

#if NOPY_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace nopy::codec {

#if NOPY_HAS_LIBDEFLATE
namespace {

libdeflate_compressor* of(void* compressor) noexcept {
  return static_cast<libdeflate_compressor*>(compressor);
}

constexpr deflater table{
    .ends_open = false,
    .open = [](int level) noexcept -> void* { return libdeflate_alloc_compressor(level); },
    .close = [](void* compressor) noexcept { libdeflate_free_compressor(of(compressor)); },
    .bound =
        [](std::size_t bytes) noexcept {
          return libdeflate_deflate_compress_bound(nullptr, bytes);
        },
    .run =
        [](void* compressor, std::span<const std::byte> from, std::span<std::byte> into,
           bool) noexcept {
          return libdeflate_deflate_compress(of(compressor), from.data(), from.size(), into.data(),
                                             into.size());
        }};

}  // namespace

const deflater* find_libdeflate() noexcept { return &table; }
#else
const deflater* find_libdeflate() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
