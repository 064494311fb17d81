// SPDX-License-Identifier: MIT
// Threads for calls that are asked to use some. The library starts none by itself: whoever has a
// pool hands it in as the `parallel` of the options, who has none writes
//
//   nopy::save_npz("run.npz", {{"x", x}}, {.compression = nopy::deflated{},
//                                          .parallel = nopy::threads()});
//   const auto x = nopy::load<float, 2>(run["x"], {.parallel = nopy::threads(4)});
//
// Not part of <nopy/nopy.hpp>.
#pragma once

#include <nopy/options.hpp>

namespace nopy::inline v1 {

/// Runs tasks on up to `count` threads, the caller's among them; 0: as many as there are processors
/// for this process. They are started by each call and have ended when it returns, so that nothing
/// lives on between calls or across a fork, and they take no signals. Where the system gives fewer,
/// those do all the work. It may be called like a function, too: `threads(4)(tasks, run)`. Cost:
/// about 20 us for each thread and call.
[[nodiscard]] NOPY_API parallel_callback threads(unsigned count = 0) noexcept;

}  // namespace nopy::inline v1
