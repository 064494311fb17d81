// SPDX-License-Identifier: MIT
// What the operating system refused, as an error: the errno in words, and whether a call is worth
// repeating.
#pragma once

#include <nopy/error.hpp>

#include <cerrno>

namespace nopy::os {

/// An `io` error (ENOMEM: `out_of_memory`) of the call that `summary` names, as in "could not
/// open". Without a hint, the common errnos bring their own. Thread-safe, no locale.
[[nodiscard]] error system_error(int code, std::string_view summary, std::string_view subject = {},
                                 std::string_view hint = {},
                                 std::uint64_t offset = no_offset) noexcept;

/// "No such file or directory" of an errno, as POSIX words it; empty where it is not known here.
[[nodiscard]] std::string_view words_of(int code) noexcept;

/// How often in a row a call may be interrupted: no storm of signals may hang a save for ever.
inline constexpr int most_interruptions = 1000;

/// Makes a system call again while a signal interrupts it.
template <class Call>
[[nodiscard]] auto uninterrupted(Call&& call) noexcept {
  auto answer = call();
  for (int i = 0; answer < 0 && errno == EINTR && i < most_interruptions; ++i) answer = call();
  return answer;
}

}  // namespace nopy::os
