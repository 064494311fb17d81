// SPDX-License-Identifier: MIT
#include "items/item_text.hpp"

#include "bytes/endian.hpp"
#include "bytes/utf8.hpp"

#include <fmt/core.h>

namespace nopy::cli {

bool holds_code_points(const dtype& type, const std::byte* item) noexcept {
  for (std::size_t at = 0; at < type.item_bytes(); at += 4)
    if (bytes::load<std::uint32_t>(item + at, type.endian()) > 0x10FFFF) return false;
  return true;
}

std::string utf8_of_item(const dtype& type, const std::byte* item) {
  std::string out;
  std::size_t used = 0;
  for (std::size_t at = 0; at < type.item_bytes(); at += 4) {
    const auto point = bytes::load<std::uint32_t>(item + at, type.endian());
    if (point > 0x10FFFF) {
      const std::string found = fmt::format("U+{:X}", point);
      throw exception(error({.code = errc::out_of_range,
                             .summary = "this is no code point",
                             .found = found,
                             .expected = "at most U+10FFFF"}));
    }
    char utf8[4];
    bytes::text_sink sink(utf8);
    bytes::put_code_point(sink, static_cast<char32_t>(point));
    out.append(utf8, sink.count());
    if (point != 0) used = out.size();
  }
  out.resize(used);
  return out;
}

std::string_view bytes_of_item(const dtype& type, const std::byte* item) noexcept {
  std::string_view all(reinterpret_cast<const char*>(item),
                       static_cast<std::size_t>(type.item_bytes()));
  return all.substr(0, all.find_last_not_of('\0') + 1);
}

dtype part_of_complex(const dtype& type) noexcept {
  return dtype::number(kind::floating, static_cast<std::uint32_t>(type.item_bytes() / 2),
                       type.endian(), type.coding());
}

}  // namespace nopy::cli
