// SPDX-License-Identifier: MIT
// The statistics kernels, compiled for AVX2.
#include "kernels/integer_statistics.hpp"
#include "kernels/x86_avx2.hpp"

namespace nopy::kernels {

statistics_kernel statistics_avx2(number of) { return find_statistics(of); }

}  // namespace nopy::kernels
