// SPDX-License-Identifier: MIT
// What two readers could read differently: a finding under one policy, an error under the other.
#pragma once

#include <nopy/header.hpp>
#include <nopy/limits.hpp>

namespace nopy::zip {

/// Strict: the error. Tolerant: adds a warning to `findings` and goes on. Errors: also out_of_memory.
[[nodiscard]] inline result<void> deviation(policy policy, finding_list& findings,
                                            const error_parts& what) noexcept {
  error made(what);
  if (policy == policy::strict) return made;
  if (!findings.push_back({severity::warning, std::move(made)})) return error(errc::out_of_memory);
  return {};
}

}  // namespace nopy::zip
