// SPDX-License-Identifier: MIT
// The header of an array that stands somewhere in an opened source. The driver of
// core::header_decoder: brings the bytes it wants, and hands its findings on.
#pragma once

#include <nopy/header.hpp>
#include <nopy/options.hpp>

#include "verbs/opened_source.hpp"

namespace nopy::inline v1::verbs {

/// Of a file at hand: every ordinary header fits, and the decoder asks for more where it does
/// not. What is read behind a header is not in the processor's caches: 4 KiB made scanning
/// 2 000 files a fifth slower.
inline constexpr std::uint32_t read_at_once = 1024;

/// How a header is read, from the options of any verb.
struct stream_options {
  nopy::policy policy = policy::tolerant;
  nopy::limits limits{};
  const callback<void(const finding&)>* on_finding = nullptr;
  std::uint64_t offset = 0;  ///< first byte of the stream in the source
  nopy::short_data short_data = short_data::error;
  bool one_of_several = false;  ///< another array may follow: bytes behind this one are no finding
};

[[nodiscard]] stream_options stream_options_of(const load_options& options) noexcept;
[[nodiscard]] stream_options stream_options_of(const map_options& options) noexcept;

/// Reads the header. Its findings are named, counted from the start of the source, and were given
/// to `on_finding`. Errors, with their subject: those of the decoder and of reading. Cost: one read
/// for an ordinary header, no allocation.
[[nodiscard]] result<header> read_stream_header(const opened_source& from,
                                                const stream_options& options) noexcept;

/// Like `read_stream_header`, for who wants the values. Errors: also object_dtype.
[[nodiscard]] result<header> read_value_header(const opened_source& from,
                                               const stream_options& options) noexcept;

}  // namespace nopy::inline v1::verbs
