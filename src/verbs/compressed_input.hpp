// SPDX-License-Identifier: MIT
// Where the compressed bytes of a member come from, and what is said of a stream that is not what
// the directory promises, whoever decodes it.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>

namespace nopy::inline v1::verbs {

/// Where the compressed bytes are: `in_place` where they stand in memory, else `read` brings them.
struct compressed_input {
  const std::byte* in_place = nullptr;
  function_ref<result<void>(std::uint64_t offset, std::span<std::byte> into)> read;
  std::uint64_t bytes = 0;  ///< compressed
};

[[nodiscard]] inline error invalid_stream() noexcept {
  return error({.code = errc::zip_inflate,
                .summary = "the compressed stream is invalid",
                .hint = "the archive is damaged; get it again from its source"});
}
[[nodiscard]] inline error stream_ends_early() noexcept {
  return error({.code = errc::zip_inflate, .summary = "the compressed stream ends early"});
}
[[nodiscard]] inline error member_too_short() noexcept {
  return error({.code = errc::zip_size,
                .summary = "the member inflates to fewer bytes than the directory says"});
}
[[nodiscard]] inline error member_too_long() noexcept {
  return error({.code = errc::zip_size,
                .summary = "the member inflates to more bytes than the directory says"});
}
[[nodiscard]] inline error bytes_behind_stream() noexcept {
  return error(
      {.code = errc::zip_size, .summary = "bytes follow the compressed stream inside the member"});
}

}  // namespace nopy::inline v1::verbs
