// SPDX-License-Identifier: MIT
#include "os/system_error.hpp"
#include "system/files.hpp"

#include <cstring>

namespace nopy::cli::system {

std::string words_of(int number) {
  const std::string_view known = os::words_of(number);
  std::string out(known.empty() ? std::string_view(std::strerror(number)) : known);
  return out.append(" (errno ").append(std::to_string(number)).append(")");
}

}  // namespace nopy::cli::system
