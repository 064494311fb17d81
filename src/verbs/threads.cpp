// SPDX-License-Identifier: MIT
#include <nopy/threads.hpp>

#include "os/threads.hpp"

namespace nopy::inline v1 {

parallel_callback threads(unsigned count) noexcept {
  const unsigned most = count == 0 ? os::processor_count() : count;
  return [most](std::size_t tasks, function_ref<void(std::size_t)> run) {
    os::run_on_threads(most, tasks, run);
  };
}

}  // namespace nopy::inline v1
