// SPDX-License-Identifier: MIT
// Salvaging an archive, for the two commands that do.
#pragma once

#include "input/input.hpp"

namespace nopy::cli {

/// Writes what is whole to `target` and prints an account; returns the exit code. Throws.
[[nodiscard]] int salvage_archive(const input& from, const std::string& target,
                                  const request& asked);

}  // namespace nopy::cli
