// SPDX-License-Identifier: MIT
// The reference's loops that other tables take over as they are.
#pragma once

#include <cstddef>

namespace nopy::kernels {

void copy_items_reference(std::byte* dst, std::ptrdiff_t dst_stride, const std::byte* src,
                          std::ptrdiff_t src_stride, std::size_t item_bytes, std::size_t count);
void normalise_bool_reference(std::byte* data, std::size_t count);

}  // namespace nopy::kernels
