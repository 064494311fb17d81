// SPDX-License-Identifier: MIT
// The loop over a command's operands: one that can not be read is reported and hides no other.
#pragma once

#include "command/command.hpp"

#include <nopy/bytes.hpp>

namespace nopy::cli {

/// Calls `body` with each operand. Returns the exit code: `exit_failed` where one threw
/// nopy::exception, which is reported.
[[nodiscard]] int for_each_operand(const request& asked,
                                   function_ref<void(const std::string& operand)> body);

}  // namespace nopy::cli
