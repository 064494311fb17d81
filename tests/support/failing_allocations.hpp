// SPDX-License-Identifier: MIT
// While one of these lives, the n-th allocation of this thread fails: `new` that throws throws
// std::bad_alloc, `new` that does not and the blocks of arrays give null. A loop over n until no
// fault fires visits every place where memory can run out. The program must be linked with
// failing_allocations.cpp and -Wl,--wrap=posix_memalign.
#pragma once

#include <cstddef>

namespace nopy::test {

class failing_allocations {
 public:
  /// The `nth` allocation (from 0 on), and where `persistent` every later one.
  explicit failing_allocations(std::size_t nth, bool persistent = false) noexcept;
  failing_allocations(const failing_allocations&) = delete;
  failing_allocations& operator=(const failing_allocations&) = delete;
  ~failing_allocations();

  [[nodiscard]] bool fired() const noexcept;
};

/// Blocks of `new` and of arrays that this program has and did not give back.
[[nodiscard]] long live_blocks() noexcept;

}  // namespace nopy::test
