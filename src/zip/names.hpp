// SPDX-License-Identifier: MIT
// Names of members: from the bytes of a record to UTF-8. Flag 11 says UTF-8, else they are code
// page 437, as NumPy reads them; several writers forget the flag, so a name that is valid UTF-8
// without it has that spelling as an alias. Source: APPNOTE 4.4.17 and appendix D.
#pragma once

#include "bytes/growing.hpp"
#include "bytes/text_sink.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace nopy::zip {

/// Whether the bytes are the same text in UTF-8 and code page 437.
[[nodiscard]] bool is_ascii(std::string_view name) noexcept;
/// Writes `name`, bytes of a record with these flags, as UTF-8.
void put_name(bytes::text_sink& to, std::string_view name, std::uint16_t flags) noexcept;
/// Whether `name` in UTF-8 is `first` and then `second`. No allocation: a look-up can not fail.
[[nodiscard]] bool spells(std::string_view name, std::uint16_t flags, std::string_view first,
                          std::string_view second) noexcept;
/// The name a Unicode Path field (0x7075) gives in UTF-8, or nothing: where there is none, where it belongs to another
/// name, and where it is not UTF-8. Source: APPNOTE 4.6.9.
[[nodiscard]] std::string_view unicode_path(std::string_view name,
                                            std::span<const std::byte> extra) noexcept;
/// Another spelling a member may be looked up by: what the Unicode Path field says, else the bytes
/// of the name where they are UTF-8 and the flag was forgotten. Empty where there is none.
[[nodiscard]] std::string_view alias_of(std::string_view name, std::uint16_t flags,
                                        std::span<const std::byte> extra) noexcept;

/// A name as UTF-8: in place where it is that already.
class utf8_name {
 public:
  utf8_name(std::string_view name, std::uint16_t flags) noexcept;
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// Then there is no text, and whoever goes by it must not go on.
  [[nodiscard]] bool memory_ran_out() const noexcept { return memory_ran_out_; }

 private:
  bytes::growing<char> room_;
  std::string_view text_{};
  bool memory_ran_out_ = false;
};

/// NumPy's key: the name without one ".npy" at its end.
[[nodiscard]] constexpr std::string_view key_of(std::string_view name) noexcept {
  return name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
}

}  // namespace nopy::zip
