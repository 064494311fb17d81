// SPDX-License-Identifier: MIT
// Writing verbs. A save writes a temporary sibling and renames it: a file that someone has mapped
// is never truncated under them, and after a failure the old file is whole. The bytes are NumPy's.
// A replaced file keeps its permissions and, where that is allowed, its owner; a symbolic link is
// followed; other hard links keep the old array; a write-protected file is not replaced.
#pragma once

#include <nopy/array.hpp>
#include <nopy/source.hpp>

namespace nopy::inline v1 {

/// Writes an array. A Fortran-ordered view is written as it lies with `{.order = order::fortran}`,
/// else rearranged. Padding inside C++ records is written as zeros. Errors: io, exists,
/// not_regular, object_dtype, usage (bytes that do not fit the shape), too_large, cancelled,
/// out_of_memory. Cost: one writev for contiguous data, else one pass in blocks.
[[nodiscard]] NOPY_API result<void> try_save(path_ref path, const any_view& what,
                                             const save_options& options = {}) noexcept;

/// Makes a file of `type` and `shape` whose data is zero (sparse: no disk space until it is
/// written). Like `save`, it gets its name when it is whole. Errors: io, exists, not_regular,
/// object_dtype, too_large.
[[nodiscard]] NOPY_API result<void> try_create(path_ref path, const dtype& type,
                                               const shape& extents,
                                               const create_options& options = {}) noexcept;

#if NOPY_EXCEPTIONS
/// Like `try_save`; throws nopy::exception.
inline void save(path_ref path, const any_view& what, const save_options& options = {}) {
  try_save(path, what, options).value();
}
/// Like `try_create`; throws nopy::exception.
inline void create(path_ref path, const dtype& type, const shape& extents,
                   const create_options& options = {}) {
  try_create(path, type, extents, options).value();
}
#endif
void save(path_ref, const std::string&, const save_options& = {}) = delete;  // bytes? say std::span
void save(path_ref, const std::vector<bool>&,
          const save_options& = {}) = delete;  // std::vector<nopy::boolean>

}  // namespace nopy::inline v1
