// SPDX-License-Identifier: MIT
// What a file holds, made fit to stand in a message: cut, and with every byte escaped that is not
// printable ASCII.
#pragma once

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"

namespace nopy::python {

/// Up to 60 bytes of `text`; "..." behind what was cut.
class shown {
 public:
  explicit shown(std::string_view text) noexcept {
    constexpr std::size_t most = 60;
    bytes::text_sink sink(chars_);
    for (const char c : bytes::slice(text, 0, most)) {
      const auto code = static_cast<unsigned char>(c);
      if (code >= 0x20 && code < 0x7F)
        sink.put(c);
      else
        sink.put("\\x").hex(code, 2);
    }
    if (text.size() > most) sink.put("...");
    count_ = sink.count();
  }
  operator std::string_view() const noexcept { return {chars_, count_}; }

 private:
  char chars_[4 * 60 + 3];
  std::size_t count_ = 0;
};

}  // namespace nopy::python
