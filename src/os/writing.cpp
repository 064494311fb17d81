// SPDX-License-Identifier: MIT
#include "os/writing.hpp"

namespace nopy::os {

result<void> check_has_name(int fd) noexcept {
  const auto found = state_of(fd);
  if (!found) return found.error();
  if (found->has_name) return {};
  return error({.code = errc::changed,
                .summary = "the file was deleted or replaced while it was open",
                .hint = "open it again"});
}

result<void> check_not_shortened(int fd, std::uint64_t bytes) noexcept {
  const auto found = state_of(fd);
  if (!found) return found.error();
  if (found->bytes >= bytes) return {};
  return error({.code = errc::changed,
                .summary = "the file was shortened by someone else while it was open",
                .hint = "rows of it are lost: check it, and open it again"});
}

}  // namespace nopy::os
