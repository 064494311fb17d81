// SPDX-License-Identifier: MIT
// Which library deflates at which level.
#include "codec/codecs.hpp"

namespace nopy::codec {

const deflater& find_deflater(int level) noexcept {
  if (level == least_deflate_level && find_isal() != nullptr) return *find_isal();
  return find_libdeflate() != nullptr ? *find_libdeflate() : own_deflater();
}

}  // namespace nopy::codec
