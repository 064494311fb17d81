// SPDX-License-Identifier: MIT
// The table of the AVX2 kernels.
#include "kernels/x86_avx2.hpp"

#include "kernels/reference.hpp"

namespace nopy::kernels {

const table& x86_avx2() noexcept {
  static constexpr table made{
      .name = "x86_avx2",
      .swap = swap_avx2,
      .copy_items = copy_items_reference,
      .transpose = transpose_avx2,
      .normalise_bool = normalise_bool_reference,
      .direct = direct_avx2,
      .statistics = statistics_avx2,
  };
  return made;
}

}  // namespace nopy::kernels
