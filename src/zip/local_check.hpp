// SPDX-License-Identifier: MIT
// The local header in front of a member's data, held against the directory, which is the authority.
#pragma once

#include "zip/directory.hpp"

namespace nopy::zip {

/// Where a member's data begins.
///
/// `local` are the bytes from the entry's header offset on: the header, its name and extra field,
/// or less where the caller read less. Returns the offset of the data in the archive, or (`wanted`)
/// how many bytes from the header offset are needed. A name that differs, an encryption flag the
/// directory lacks, and data that would reach into what follows are errors under both policies;
/// other differences are findings under `policy::tolerant`.
/// Errors: zip_corrupt, zip_mismatch, zip_encrypted, zip_overlap. Source: APPNOTE 4.3.7.
struct data_start {
  std::uint64_t offset = 0;
  std::uint64_t wanted = 0;  ///< 0: `offset` is known
};
[[nodiscard]] result<data_start> check_local(const directory& of, const entry& one,
                                             std::span<const std::byte> local, policy policy,
                                             finding_list& findings) noexcept;

struct member_sizes {
  std::uint64_t uncompressed;
  std::uint64_t compressed;
};
/// The sizes a local header says, ZIP64 resolved; nothing where the field that should hold them is
/// missing or short.
[[nodiscard]] std::optional<member_sizes> local_sizes(const local_header& header,
                                                      std::span<const std::byte> extra) noexcept;

/// The longest data descriptor: signature, CRC, two sizes of 8 bytes.
inline constexpr std::uint64_t longest_descriptor = 24;
/// Up to how many bytes behind the data may be a descriptor of this member.
[[nodiscard]] std::uint64_t descriptor_limit(const entry& one) noexcept;
/// The bytes of the descriptor in front of `behind`, in whichever of its four spellings; 0 where
/// there is none that agrees with the directory.
[[nodiscard]] std::size_t descriptor_bytes(const entry& one,
                                           std::span<const std::byte> behind) noexcept;
/// Holds the bytes behind the data against the directory. Errors: zip_mismatch. Source: APPNOTE 4.3.9.
[[nodiscard]] result<void> check_descriptor(const entry& one, std::uint64_t offset,
                                            std::span<const std::byte> behind) noexcept;

}  // namespace nopy::zip
