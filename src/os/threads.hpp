// SPDX-License-Identifier: MIT
// Threads that live as long as one call.
#pragma once

#include <nopy/bytes.hpp>

namespace nopy::os {

/// Runs `run(i)` for every i below `tasks`, in ascending order as threads come free: on up to `count`
/// of them, the caller's among them. All have ended when it returns. Where the system gives fewer, those
/// do all of it.
void run_on_threads(unsigned count, std::size_t tasks,
                    function_ref<void(std::size_t)> run) noexcept;

/// Processors that this process may use; at least 1.
[[nodiscard]] unsigned processor_count() noexcept;

}  // namespace nopy::os
