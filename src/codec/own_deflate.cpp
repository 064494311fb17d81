// SPDX-License-Identifier: MIT
// The core's deflate as one of the tables: always there.
#include "codec/codecs.hpp"
#include "deflate/deflater.hpp"

#include <new>

namespace nopy::codec {
namespace {

constexpr deflater table{
    .ends_open = true,
    .open = [](int level) noexcept -> void* { return new (std::nothrow) deflate::deflater(level); },
    .close = [](void* of) noexcept { delete static_cast<deflate::deflater*>(of); },
    .bound = [](std::size_t bytes) noexcept { return deflate::deflater::bound(bytes); },
    .run =
        [](void* of, std::span<const std::byte> from, std::span<std::byte> into,
           bool last) noexcept {
          return static_cast<deflate::deflater*>(of)->run(from, into, last);
        }};

}  // namespace

const deflater& own_deflater() noexcept { return table; }

}  // namespace nopy::codec
