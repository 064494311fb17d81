// SPDX-License-Identifier: MIT
#include <nopy/far.hpp>

namespace nopy::inline v1 {

far_reader::~far_reader() = default;

}  // namespace nopy::inline v1
