// SPDX-License-Identifier: MIT
#include "zip/names.hpp"

#include "bytes/slice.hpp"
#include "bytes/utf8.hpp"
#include "deflate/crc32.hpp"
#include "zip/records.hpp"

namespace nopy::zip {
namespace {

// Bytes 80 to FF of code page 437 as Unicode.
constexpr char16_t code_page_437[128] = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF,
    0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9,
    0x00FF, 0x00D6, 0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA,
    0x00F1, 0x00D1, 0x00AA, 0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255D, 0x255C, 0x255B, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F,
    0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
    0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580,
    0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4, 0x03A6, 0x0398, 0x03A9, 0x03B4,
    0x221E, 0x03C6, 0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00F7, 0x2248,
    0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0,
};

void put_byte(bytes::text_sink& to, char of_code_page) noexcept {
  const auto byte = static_cast<unsigned char>(of_code_page);
  bytes::put_code_point(to, byte < 0x80 ? static_cast<char32_t>(byte)
                                        : static_cast<char32_t>(code_page_437[byte - 0x80]));
}

}  // namespace

bool is_ascii(std::string_view name) noexcept {
  for (const char c : name)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

void put_name(bytes::text_sink& to, std::string_view name, std::uint16_t flags) noexcept {
  if ((flags & flag_utf8) != 0 || is_ascii(name)) {
    to.put(name);
    return;
  }
  for (const char c : name) put_byte(to, c);
}

bool spells(std::string_view name, std::uint16_t flags, std::string_view first,
            std::string_view second) noexcept {
  const std::size_t count = first.size() + second.size();
  if ((flags & flag_utf8) != 0 || is_ascii(name))
    return name.size() == count && name.starts_with(first) && name.ends_with(second);
  std::size_t at = 0;
  for (const char c : name) {
    char piece[4];
    bytes::text_sink sink(piece);
    put_byte(sink, c);
    for (std::size_t i = 0; i < sink.count(); ++i, ++at)
      if (at == count || piece[i] != (at < first.size() ? first[at] : second[at - first.size()]))
        return false;
  }
  return at == count;
}

std::string_view unicode_path(std::string_view name, std::span<const std::byte> extra) noexcept {
  bytes::cursor area(extra);
  while (const auto field = next_extra_field(area)) {
    if (field->id != unicode_path_field) continue;
    bytes::cursor body(field->body);
    const auto version = body.take_integer<std::uint8_t>();
    const auto crc = body.take_integer<std::uint32_t>();
    const std::span<const std::byte> raw = std::as_bytes(std::span(name.data(), name.size()));
    if (version != 1 || !crc || *crc != deflate::crc32(0, raw)) return {};
    const std::string_view text = bytes::text_of(body.rest());
    return bytes::find_invalid_utf8(text) == std::string_view::npos ? text : std::string_view();
  }
  return {};
}

std::string_view alias_of(std::string_view name, std::uint16_t flags,
                          std::span<const std::byte> extra) noexcept {
  if (const std::string_view path = unicode_path(name, extra); !path.empty()) return path;
  const bool forgotten = (flags & flag_utf8) == 0 && !is_ascii(name) &&
                         bytes::find_invalid_utf8(name) == std::string_view::npos;
  return forgotten ? name : std::string_view();
}

utf8_name::utf8_name(std::string_view name, std::uint16_t flags) noexcept {
  if ((flags & flag_utf8) != 0 || is_ascii(name)) {
    text_ = name;
    return;
  }
  bytes::text_sink measure(nullptr);
  put_name(measure, name, flags);
  memory_ran_out_ = !room_.reserve(measure.count());
  if (memory_ran_out_) return;
  bytes::text_sink sink(room_.data());
  put_name(sink, name, flags);
  text_ = {room_.data(), sink.count()};
}

}  // namespace nopy::zip
