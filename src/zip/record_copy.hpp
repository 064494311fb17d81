// SPDX-License-Identifier: MIT
// Records of members that are copied from one archive to another: what they say stays, but where the
// member lies, how its data is aligned there, and, where it gets another, its name.
#pragma once

#include "zip/record_writer.hpp"

#include <optional>

namespace nopy::zip {

/// What changes of a member.
struct copied_member {
  std::uint64_t old_offset = 0;  ///< of its local header
  std::uint64_t new_offset = 0;
  std::optional<std::string_view> new_name{};  ///< UTF-8, at most 65 535 bytes; none: as it is
};

/// Adds a local header like `old` (header, name and extra field, as they stand). Where the data was
/// aligned, to 64 or to what an alignment field says, it stays so by the size of such a field. False
/// where memory ran out.
[[nodiscard]] bool put_copied_header(record_bytes& to, std::span<const std::byte> old,
                                     const copied_member& how) noexcept;
/// Adds a record of the directory like `old` (with name, extra field and comment). False where memory
/// ran out.
[[nodiscard]] bool put_copied_record(record_bytes& to, std::span<const std::byte> old,
                                     const copied_member& how) noexcept;

}  // namespace nopy::zip
