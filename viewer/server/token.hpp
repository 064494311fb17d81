// SPDX-License-Identifier: MIT
// The secret in the address: 128 bits from the kernel, new for each run.
#pragma once

#include <nopy/error.hpp>

#include <string>

namespace nopy::view {

/// 32 hexadecimal digits. Errors: io.
[[nodiscard]] result<std::string> make_token();

}  // namespace nopy::view
