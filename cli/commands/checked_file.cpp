// SPDX-License-Identifier: MIT
#include "commands/checked_file.hpp"

#include <algorithm>

namespace nopy::cli {
namespace {

/// Whether an error is about the way to the bytes, and not about what they say.
bool is_about_the_way(errc code) noexcept {
  return code == errc::io || code == errc::not_regular || code == errc::usage ||
         code == errc::not_found || (code >= errc::http_network && code <= errc::http_answer);
}

}  // namespace

std::string_view word(verdict of) noexcept {
  switch (of) {
    case verdict::error:
      return "error";
    case verdict::findings:
      return "findings";
    default:
      return "ok";
  }
}

bool checked_file::unreadable() const noexcept {
  return std::any_of(findings.begin(), findings.end(), [](const told_finding& one) {
    return one.what.severity == severity::error && is_about_the_way(one.what.what.code());
  });
}

verdict checked_file::outcome(std::size_t first) const noexcept {
  verdict worst = verdict::ok;
  for (std::size_t i = first; i < findings.size(); ++i) {
    const severity how = findings[i].what.severity;
    worst = std::max(worst, how == severity::error     ? verdict::error
                            : how == severity::warning ? verdict::findings
                                                       : verdict::ok);
  }
  return worst;
}

}  // namespace nopy::cli
