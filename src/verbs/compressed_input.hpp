// SPDX-License-Identifier: MIT
// Where the compressed bytes of a member come from.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>

namespace nopy::inline v1::verbs {

inline constexpr auto expects_nothing = [](std::uint64_t, std::uint64_t) {};

/// Where the compressed bytes are: `in_place` where they stand in memory, else `read` brings them.
struct compressed_input {
  const std::byte* in_place = nullptr;
  function_ref<result<void>(std::uint64_t offset, std::span<std::byte> into)> read;
  std::uint64_t bytes = 0;  ///< compressed
  /// Hears that the range is read next, in pieces: a source that is far away brings it at once.
  function_ref<void(std::uint64_t offset, std::uint64_t count)> expect = expects_nothing;
};

}  // namespace nopy::inline v1::verbs
