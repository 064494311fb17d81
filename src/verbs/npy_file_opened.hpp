// SPDX-License-Identifier: MIT
// What the copies of an npy_file share.
#pragma once

#include <nopy/file.hpp>

#include "verbs/load_values.hpp"

#include <atomic>

namespace nopy::inline v1 {

struct [[gnu::visibility("hidden")]] npy_file::opened {
  opened(verbs::opened_source source, nopy::header header, const load_options& how) noexcept
      : from(std::move(source)), found(std::move(header)), options(how) {}

  /// Reads a region to its place in memory that holds an array of `memory_extents`; the caller has
  /// checked that it fits. Errors, named.
  [[nodiscard]] result<void> read(const nopy::region& part, const nopy::shape& memory_extents,
                                  order memory_order, const verbs::item_transform& items,
                                  std::byte* into) const noexcept;

  verbs::opened_source from;
  nopy::header found;
  load_options options;
  std::atomic<bool> drop_behind{false};
  std::atomic<std::size_t> owners{1};
};

}  // namespace nopy::inline v1
