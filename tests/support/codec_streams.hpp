// SPDX-License-Identifier: MIT
// Members' compressed bytes as other libraries make them: bzip2, LZMA in the form of
// ZIP, zstd. Only where the libraries were found, as for nopy itself; a test of one that
// is absent skips by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#if NOPY_HAS_BZIP2
#include <bzlib.h>
#endif
#if NOPY_HAS_LZMA
#include <lzma.h>
#endif
#if NOPY_HAS_ZSTD
#include <zstd.h>
#endif

namespace nopy::test {

/// One bzip2 stream, of blocks of 100 KB.
[[nodiscard]] inline std::optional<std::string> bzip2_of([[maybe_unused]] std::string_view text) {
#if NOPY_HAS_BZIP2
  std::string made(text.size() + text.size() / 50 + 1000, '\0');
  auto count = static_cast<unsigned>(made.size());
  std::string copy(text);
  if (BZ2_bzBuffToBuffCompress(made.data(), &count, copy.data(), static_cast<unsigned>(copy.size()),
                               1, 0, 0) != BZ_OK)
    return std::nullopt;
  made.resize(count);
  return made;
#else
  return std::nullopt;
#endif
}

enum class end_marker { written, left_out };

/// The head of APPNOTE 5.8, then one LZMA stream.
[[nodiscard]] inline std::optional<std::string> lzma_of(
    [[maybe_unused]] std::string_view text,
    [[maybe_unused]] end_marker marker = end_marker::written) {
#if NOPY_HAS_LZMA
  lzma_options_lzma options;
  if (lzma_lzma_preset(&options, 1)) return std::nullopt;
  lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  if (marker == end_marker::left_out) {
#if LZMA_VERSION >= 50040002  // 5.4.0: the filter that can do without
    filters[0].id = LZMA_FILTER_LZMA1EXT;
    options.ext_flags = 0;
    options.ext_size_low = static_cast<std::uint32_t>(text.size());
    options.ext_size_high = 0;
#else
    return std::nullopt;
#endif
  }
  std::string made("\x05\x04\x05\0", 4);
  unsigned char properties[5];
  lzma_filter plain{LZMA_FILTER_LZMA1, &options};
  if (lzma_properties_encode(&plain, properties) != LZMA_OK) return std::nullopt;
  made.append(reinterpret_cast<const char*>(properties), 5);
  std::string body(text.size() + text.size() / 3 + 1000, '\0');
  std::size_t count = 0;
  if (lzma_raw_buffer_encode(filters, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                             text.size(), reinterpret_cast<std::uint8_t*>(body.data()), &count,
                             body.size()) != LZMA_OK)
    return std::nullopt;
  return made + body.substr(0, count);
#else
  return std::nullopt;
#endif
}

/// One zstd frame; with `window_log`, one that does not say its size and asks for such a window.
[[nodiscard]] inline std::optional<std::string> zstd_of([[maybe_unused]] std::string_view text,
                                                        [[maybe_unused]] int window_log = 0) {
#if NOPY_HAS_ZSTD
  std::string made(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3);
  if (window_log != 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  }
  ZSTD_inBuffer input{text.data(), text.size(), 0};
  ZSTD_outBuffer output{made.data(), made.size(), 0};
  // In two calls where the window is asked for, so that the library does not fit it to the size.
  if (window_log != 0) (void)ZSTD_compressStream2(context, &output, &input, ZSTD_e_flush);
  const std::size_t left = ZSTD_compressStream2(context, &output, &input, ZSTD_e_end);
  (void)ZSTD_freeCCtx(context);
  if (left != 0) return std::nullopt;
  made.resize(output.pos);
  return made;
#else
  return std::nullopt;
#endif
}

}  // namespace nopy::test
