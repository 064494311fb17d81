// SPDX-License-Identifier: MIT
// The driver of the directory decoder for bytes in memory.
#pragma once

#include "zip/directory.hpp"

#include <cstring>
#include <string>

namespace nopy::test {

[[nodiscard]] inline result<zip::directory> read_directory(const std::string& archive,
                                                           policy how = policy::tolerant,
                                                           const limits& limits = {}) {
  zip::directory_decoder decoder(archive.size(), archive.starts_with("PK\x03\x04"), how, limits);
  while (const auto wanted = decoder.wants()) {
    auto block = memory::allocate(wanted->count);
    if (!block) return block.error();
    if (wanted->offset + wanted->count > archive.size()) return error(errc::data_truncated);
    std::memcpy(block->data(), archive.data() + wanted->offset,
                static_cast<std::size_t>(wanted->count));
    if (const auto fed = decoder.feed(*std::move(block)); !fed) return fed.error();
  }
  return decoder.take();
}

}  // namespace nopy::test
