// SPDX-License-Identifier: MIT
#include "verbs/archive_names.hpp"

#include "bytes/utf8.hpp"

#include <bit>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t longest_name = 65535;
constexpr std::uint32_t most_alignment = 32768;

error no_name(std::string_view summary, std::uint64_t offset = no_offset) noexcept {
  return error({.code = errc::zip_name, .offset = offset, .summary = summary});
}

}  // namespace

result<void> check_name(std::string_view name) noexcept {
  if (name.size() > longest_name) return no_name("a member's name has at most 65535 bytes");
  if (const std::size_t at = name.find('\0'); at != name.npos)
    return no_name("a member's name can not hold a NUL: most readers end it there", at);
  if (const std::size_t at = bytes::find_invalid_utf8(name); at != name.npos)
    return no_name("a member's name is UTF-8, and these bytes are not", at);
  return {};
}

result<void> check_alignment(std::uint32_t alignment) noexcept {
  if (std::has_single_bit(alignment) && alignment <= most_alignment) return {};
  return error({.code = errc::usage,
                .summary = "this is no alignment",
                .expected = "a power of two up to 32768"});
}

result<bytes::growing<char>> joined(std::string_view key, std::string_view suffix) noexcept {
  bytes::growing<char> made;
  if (!made.append(std::span<const char>(key)) || !made.append(std::span<const char>(suffix)))
    return error(errc::out_of_memory);
  return made;
}

}  // namespace nopy::inline v1::verbs
