// SPDX-License-Identifier: MIT
// The two formats that `nopy convert` stands between: told by an option, a suffix or the first bytes. Owns the
// rule which pairs of them there are, and which options say something about each.
#pragma once

#include "archives/member_target.hpp"
#include "input/input.hpp"

#include <optional>
#include <string>

namespace nopy::cli {

enum class file_format : unsigned char { npy, raw, csv, tsv, json, npz, unknown };

[[nodiscard]] constexpr bool is_text(file_format of) noexcept {
  return of == file_format::csv || of == file_format::tsv;
}
[[nodiscard]] constexpr bool is_binary(file_format of) noexcept {
  return of == file_format::npy || of == file_format::raw;
}

struct format_pair {
  file_format source;
  file_format target;
};

/// What SRC is, and what DST becomes. Throws usage: a format that is not told or does not exist, a pair that is
/// not converted, an option that would change nothing between the two, bytes that would go to a terminal.
[[nodiscard]] format_pair formats_of(const input& from, const std::string& target,
                                     const std::optional<member_target>& member,
                                     const request& asked);

/// Whether text or raw bytes become another array than the one they are read as: a part of it, or
/// one in another order. Of raw bytes, --order and --endian say how they lie.
[[nodiscard]] bool rearranges(const input& from, file_format source, const request& asked);

}  // namespace nopy::cli
