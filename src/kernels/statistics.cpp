// SPDX-License-Identifier: MIT
// The statistics kernels of every machine.
#include "kernels/integer_statistics.hpp"

namespace nopy::kernels {

statistics_kernel statistics_reference(number of) { return find_statistics(of); }

}  // namespace nopy::kernels
