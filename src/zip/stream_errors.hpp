// SPDX-License-Identifier: MIT
// What is said of a member's stream that is not what the directory promises, whoever decodes it.
#pragma once

#include <nopy/error.hpp>

namespace nopy::zip {

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

}  // namespace nopy::zip
