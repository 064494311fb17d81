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

// What the compressor may keep back from earlier calls: a block, and its compressed form.
constexpr std::size_t kept_bytes = std::size_t{256} << 10;

ZSTD_CCtx* compressor_of(void* compressor) noexcept { return static_cast<ZSTD_CCtx*>(compressor); }
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

constexpr packer packing{
    .least_level = 1,
    .most_level = 19,
    .open = [](int level) noexcept -> void* {
      ZSTD_CCtx* made = ZSTD_createCCtx();
      if (made != nullptr) (void)ZSTD_CCtx_setParameter(made, ZSTD_c_compressionLevel, level);
      return made;
    },
    .close = [](void* compressor) noexcept { (void)ZSTD_freeCCtx(compressor_of(compressor)); },
    .begin =
        [](void* compressor, std::uint64_t input_bytes) noexcept {
          (void)ZSTD_CCtx_reset(compressor_of(compressor), ZSTD_reset_session_only);
          return ZSTD_isError(
                     ZSTD_CCtx_setPledgedSrcSize(compressor_of(compressor), input_bytes)) == 0;
        },
    .bound = [](std::size_t bytes) noexcept { return ZSTD_compressBound(bytes + kept_bytes); },
    .run = [](void* compressor, std::span<const std::byte> from, std::span<std::byte> into,
              bool last) noexcept -> progress {
      ZSTD_inBuffer input{from.data(), from.size(), 0};
      ZSTD_outBuffer output{into.data(), into.size(), 0};
      std::size_t left = 0;
      do {
        left = ZSTD_compressStream2(compressor_of(compressor), &output, &input,
                                    last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left) != 0) return {input.pos, output.pos, outcome_of(left)};
      } while (output.pos < output.size && (last ? left != 0 : input.pos < input.size));
      return {input.pos, output.pos, last && left == 0 ? outcome::ended : outcome::goes_on};
    }};

}  // namespace

const expander* find_zstd() noexcept { return &table; }
const packer* find_zstd_packer() noexcept { return &packing; }
#else
const packer* find_zstd_packer() noexcept { return nullptr; }
const expander* find_zstd() noexcept { return nullptr; }
#endif

}  // namespace nopy::codec
