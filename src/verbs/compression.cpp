// SPDX-License-Identifier: MIT
#include <nopy/compression.hpp>

#include "codec/codecs.hpp"

namespace nopy::inline v1 {

bool can_read(compression method) noexcept {
  return method == compression::stored || method == compression::deflated ||
         codec::find_expander(static_cast<std::uint16_t>(method)) != nullptr;
}

bool can_write(compression method) noexcept {
  return method == compression::stored || method == compression::deflated ||
         (method == compression::zstd && codec::find_zstd_packer() != nullptr);
}

}  // namespace nopy::inline v1
