// SPDX-License-Identifier: MIT
#include "input/operands.hpp"

#include "printing/report.hpp"

#include <nopy/error.hpp>

#include <cerrno>

namespace nopy::cli {
namespace {

/// Whether `body` came to its end; what it throws is reported.
bool succeeds(function_ref<void()> body) {
  try {
    body();
    return true;
  } catch (const exception& failed) {
    if (failed.error().system_code() == EPIPE) throw;  // whoever reads stdout has left
    report(failed.error());
    return false;
  }
}

}  // namespace

int for_each_operand(const request& asked, function_ref<void(const std::string&)> body) {
  int code = exit_fine;
  for (const std::string& operand : asked.operands())
    if (!succeeds([&] { body(operand); })) code = exit_failed;
  return code;
}

bool for_each_member(input& archive, function_ref<void(const listed_member&)> body) {
  const npz_reader all = archive.archive();
  bool all_good = true;
  for (const member& one : all) {
    archive.choose(one, spelling_of(all, one));
    all_good &= succeeds([&] { body(look_at(all, one)); });
  }
  return all_good;
}

}  // namespace nopy::cli
