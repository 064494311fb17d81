// SPDX-License-Identifier: MIT
// On which kind of file system a file lies: whether other machines may hold it, too.
//
//   if (nopy::file_system_of("/scratch/field.npy").where == nopy::storage::network) ...
#pragma once

#include <nopy/error.hpp>
#include <nopy/source.hpp>

#include <string_view>

namespace nopy::inline v1 {

/// `network`: other machines may write to the same files (NFS, SMB, Lustre, GPFS, ...),
/// or a program stands in between that may be a network (FUSE). `unknown`: a file system
/// that nopy has not heard of.
enum class storage : std::uint8_t { unknown, local, network };

/// Where a file lies.
struct file_system {
  storage where = storage::unknown;
  /// As in "NFS"; empty where it is not known. Lives as long as the program.
  std::string_view name{};
};

/// Of a file that is there. Errors: io, not_regular, usage (a path with an embedded NUL).
[[nodiscard]] NOPY_API result<file_system> try_file_system_of(path_ref path) noexcept;

#if NOPY_EXCEPTIONS
/// Like `try_file_system_of`; throws nopy::exception.
[[nodiscard]] inline file_system file_system_of(path_ref path) {
  return try_file_system_of(path).value();
}
#endif

}  // namespace nopy::inline v1
