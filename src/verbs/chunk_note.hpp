// SPDX-License-Identifier: MIT
// What is known of a piece of a deflated member that refers to nothing before it.
#pragma once

#include <cstdint>

namespace nopy::inline v1::verbs {

struct chunk_note {
  std::uint32_t compressed_bytes = 0;
  std::uint32_t crc32 = 0;  ///< of its uncompressed bytes
};

}  // namespace nopy::inline v1::verbs
