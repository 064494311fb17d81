// SPDX-License-Identifier: MIT
// Which library expands which method of a ZIP archive. Source: APPNOTE 4.4.5.
#include "codec/codecs.hpp"

namespace nopy::codec {

const expander* find_expander(std::uint16_t method) noexcept {
  switch (method) {
    case 12:
      return find_bzip2();
    case 14:
      return find_lzma();
    case 93:
      return find_zstd();
    default:
      return nullptr;
  }
}

}  // namespace nopy::codec
