// SPDX-License-Identifier: MIT
// New arrays as mapped files: NumPy's open_memmap with mode w+.
#pragma once

#include <nopy/load.hpp>
#include <nopy/save.hpp>

namespace nopy::inline v1 {

/// What the typed `try_create` does before it maps: the untyped one, but nothing is made, or replaced, on a network
/// file system where `on_network` refuses it. Errors: those of the untyped one, and usage.
[[nodiscard]] NOPY_API result<void> try_create_to_map(path_ref path, const dtype& type,
                                                      const shape& extents,
                                                      const create_options& options = {}) noexcept;

/// Makes a file of zeros (sparse: no disk space until it is written) and maps it writable. An
/// existing file is refused unless the options say `existing::replace`. Errors: those of the
/// untyped `try_create`; usage on a network file system, and nothing was made; io of the mapping:
/// then the file is there.
template <element T, std::size_t Rank>
[[nodiscard]] result<mapped_array<T, Rank>> try_create(
    path_ref path, const std::array<std::size_t, Rank>& extents,
    const create_options& options = {}) noexcept {
  const auto made = try_create_to_map(path, dtype_of<T>(), shape(std::span(extents)), options);
  if (!made) return made.error();
  return try_map_writable<T, Rank>(path, {.on_network = network_map::allow});  // asked before
}

#if NOPY_EXCEPTIONS
/// Like `try_create`; throws nopy::exception.
template <element T, std::size_t Rank>
[[nodiscard]] mapped_array<T, Rank> create(path_ref path,
                                           const std::array<std::size_t, Rank>& extents,
                                           const create_options& options = {}) {
  return try_create<T, Rank>(path, extents, options).value();
}
#endif

}  // namespace nopy::inline v1
