// SPDX-License-Identifier: MIT
// stdin as a regular file, so that it can be read by position.
#pragma once

#include <string_view>

namespace nopy::cli {

/// A descriptor of what stdin holds: stdin itself where it is a regular file at its start, else an
/// unlinked temporary file in TMPDIR that it was copied to. Throws io.
[[nodiscard]] int spooled_stdin();

/// Throws `io` about `path`, with the words of errno `number`; without a hint, with what helps then.
[[noreturn]] void fail_system(std::string_view path, std::string_view what, int number,
                              std::string_view hint = {});

}  // namespace nopy::cli
