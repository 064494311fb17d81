// SPDX-License-Identifier: MIT
// How much a reader may take, and how strictly it reads.
#pragma once

#include <nopy/version.hpp>

#include <cstdint>

namespace nopy {
inline namespace v1 {

/// tolerant: opens whatever NumPy opens, with the same value, and reports every deviation as a
/// finding. strict: for untrusted input; whatever two readers could read differently is an error.
/// Memory safety, exact sizes and "a pickle is never executed" hold under both.
enum class policy : std::uint8_t { tolerant, strict };

/// Budgets of one call. What exceeds them is `too_large`, `header_too_large` or `limit`, before
/// anything is allocated.
struct limits {
  std::uint64_t array_bytes = UINT64_MAX;  ///< data bytes of one array
  std::uint64_t header_bytes = 1 << 20;    ///< length of one header; cryo-EM files reach 26 KB
  std::uint64_t members = UINT64_MAX;      ///< members of an archive
};

}  // namespace v1
}  // namespace nopy
