// SPDX-License-Identifier: MIT
// The core's slices under the tool's name.
#pragma once

#include "array/slice.hpp"

namespace nopy::cli {

using core::axis_slice;
using core::selection;

}  // namespace nopy::cli
