// SPDX-License-Identifier: MIT
// Checking an archive: its directory, then every member whole.
#pragma once

#include "commands/checked_file.hpp"
#include "input/input.hpp"

namespace nopy::cli {

/// Adds what is wrong with the archive, or with the one member that was named: first what its
/// directory says, then member by member in the order of the file. A bad member hides no other.
/// Throws what opening the archive gives. Cost: one pass over every member, two over those whose
/// values may be wrong.
void check_archive(const input& from, const load_options& options, checked_file& into);

}  // namespace nopy::cli
