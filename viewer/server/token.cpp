// SPDX-License-Identifier: MIT
#include "token.hpp"

#include "os/system_error.hpp"

#include <sys/random.h>

namespace nopy::view {

result<std::string> make_token() {
  unsigned char secret[16];
  // Of 16 bytes the kernel gives all or none.
  const auto got = os::uninterrupted([&] { return ::getrandom(secret, sizeof secret, 0); });
  if (got != static_cast<ssize_t>(sizeof secret))
    return os::system_error(errno, "the kernel gave no random bytes for the address");
  std::string token;
  for (const unsigned char byte : secret) {
    token += "0123456789abcdef"[byte >> 4];
    token += "0123456789abcdef"[byte & 15];
  }
  return token;
}

}  // namespace nopy::view
