// SPDX-License-Identifier: MIT
// --jobs: how many threads a command uses.
#pragma once

#include "command/command.hpp"

#include <nopy/options.hpp>

#include <functional>

namespace nopy::cli {

inline constexpr option_row jobs_option{
    "-j,--jobs", "[N]", "use N threads; without N, one for each processor (default 1)"};

/// What the option asks for; empty for one thread. Throws usage.
[[nodiscard]] parallel_callback jobs_of(const request& asked);

/// Runs `work(i)` for every i below `count`, when one of them throws the others, too; then the
/// exception of the first in order goes on from here.
void run_jobs(const parallel_callback& jobs, std::size_t count,
              const std::function<void(std::size_t)>& work);

}  // namespace nopy::cli
