// SPDX-License-Identifier: MIT
// Which library deflates at which level.
#include "codec/codecs.hpp"

namespace nopy::codec {

const deflater* find_deflater(int level) noexcept {
  const deflater* const every_level = find_libdeflate();
  if (every_level != nullptr && level == least_deflate_level && find_isal() != nullptr)
    return find_isal();
  return every_level;
}

}  // namespace nopy::codec
