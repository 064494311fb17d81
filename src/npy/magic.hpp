// SPDX-License-Identifier: MIT
// The six bytes every array begins with, and what a file is that begins otherwise.
#pragma once

#include <nopy/error.hpp>

#include <cstddef>
#include <span>

namespace nopy::npy {

inline constexpr std::string_view magic = "\x93NUMPY";
inline constexpr std::size_t magic_bytes = magic.size();
/// Magic, version and the shorter of the two length fields.
inline constexpr std::size_t least_preamble_bytes = 10;

/// How many of the first bytes are those of the magic, 0 to 6.
[[nodiscard]] std::size_t matching_magic(std::span<const std::byte> bytes) noexcept;

/// "bad_magic" that names what the bytes look like. `bytes` are the first of the file, more make a
/// better answer (4 KiB are plenty); `whole` says that there are no others.
[[nodiscard]] error describe_impostor(std::span<const std::byte> bytes, bool whole) noexcept;

}  // namespace nopy::npy
