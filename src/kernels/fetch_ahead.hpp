// SPDX-License-Identifier: MIT
// Asks for memory before it is needed. Compiled once for each instruction set, so everything here
// has internal linkage (see x86_avx2.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace nopy::kernels {
namespace {

/// Asks for the line that lies one page ahead. The processor's own prefetching ends at
/// each page; of the statistics of what is not in the cache, waiting for it to begin
/// again was half of the time.
inline void fetch_ahead(const std::byte* src) noexcept {
  constexpr std::uintptr_t page_bytes = 4096;
  __builtin_prefetch(
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(src) + page_bytes));
}

}  // namespace
}  // namespace nopy::kernels
