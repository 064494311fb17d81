// SPDX-License-Identifier: MIT
// Magic, version and length: what stands before the header's text.
#pragma once

#include <nopy/header.hpp>

#include <optional>

namespace nopy::npy {

struct preamble {
  std::uint8_t major = 1;
  std::uint8_t bytes = 10;         ///< of the preamble: 10, or 12 from version 2.0 on
  std::uint32_t header_bytes = 0;  ///< of the text behind it
  /// From the start of the stream to its first data byte.
  [[nodiscard]] std::uint64_t data_offset() const noexcept {
    return std::uint64_t{bytes} + header_bytes;
  }
};

/// Reads the preamble of a stream of `total_bytes`; nothing where `bytes` are too few to say and
/// more are to come. Errors: bad_magic, bad_version, header_truncated, header_too_large.
[[nodiscard]] result<std::optional<preamble>> read_preamble(
    std::span<const std::byte> bytes, std::uint64_t total_bytes,
    std::uint64_t most_header_bytes) noexcept;

}  // namespace nopy::npy
