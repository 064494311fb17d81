// SPDX-License-Identifier: MIT
// Method 93: zstd frames, one behind another, by libzstd.
#include "codec/codecs.hpp"

#if NOPY_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include <bit>
#endif

namespace nopy::codec {

#if NOPY_HAS_ZSTD
namespace {

constexpr int most_window_log = std::countr_zero(most_zstd_window_bytes);

ZSTD_DCtx* of(void* decoder) noexcept { return static_cast<ZSTD_DCtx*>(decoder); }

outcome outcome_of(std::size_t answer) noexcept {
  switch (ZSTD_getErrorCode(answer)) {
    case ZSTD_error_no_error:
      return answer == 0 ? outcome::ended : outcome::goes_on;
    case ZSTD_error_frameParameter_windowTooLarge:
      return outcome::too_large;
    case ZSTD_error_memory_allocation:
      return outcome::out_of_memory;
    default:
      return outcome::invalid;
  }
}

constexpr expander table{
    .name = "zstd",
    .open = [](std::uint64_t) noexcept -> void* {
      ZSTD_DCtx* made = ZSTD_createDCtx();
      if (made != nullptr) (void)ZSTD_DCtx_setParameter(made, ZSTD_d_windowLogMax, most_window_log);
      return made;
    },
    .close = [](void* decoder) noexcept { (void)ZSTD_freeDCtx(of(decoder)); },
    .run = [](void* decoder, std::span<const std::byte> from,
              std::span<std::byte> into) noexcept -> progress {
      ZSTD_inBuffer input{from.data(), from.size(), 0};
      ZSTD_outBuffer output{into.data(), into.size(), 0};
      const std::size_t answer = ZSTD_decompressStream(of(decoder), &output, &input);
      return {input.pos, output.pos, outcome_of(answer)};
    }};

}  // namespace

const expander* find_zstd() noexcept { return &table; }
#else
const expander* find_zstd() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
