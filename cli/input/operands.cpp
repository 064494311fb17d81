// SPDX-License-Identifier: MIT
#include "input/operands.hpp"

#include "printing/report.hpp"

#include <nopy/error.hpp>

#include <cerrno>

namespace nopy::cli {

int for_each_operand(const request& asked, function_ref<void(const std::string&)> body) {
  int code = exit_fine;
  for (const std::string& operand : asked.operands()) {
    try {
      body(operand);
    } catch (const exception& failed) {
      if (failed.error().system_code() == EPIPE) throw;  // whoever reads stdout has left
      report(failed.error());
      code = exit_failed;
    }
  }
  return code;
}

}  // namespace nopy::cli
