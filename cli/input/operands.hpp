// SPDX-License-Identifier: MIT
// The loops over a command's operands, and over the members of an archive: what can not be read is
// reported and hides nothing else.
#pragma once

#include "command/command.hpp"
#include "input/listing.hpp"

#include <nopy/bytes.hpp>

namespace nopy::cli {

/// Calls `body` with each operand. Returns the exit code: `exit_failed` where one threw
/// nopy::exception, which is reported.
[[nodiscard]] int for_each_operand(const request& asked,
                                   function_ref<void(const std::string& operand)> body);

/// Chooses each member of an archive in turn, and calls `body` with what was told of it, a failure to
/// read it included. Returns whether none threw nopy::exception, which is reported.
[[nodiscard]] bool for_each_member(input& archive, function_ref<void(const listed_member&)> body);

}  // namespace nopy::cli
