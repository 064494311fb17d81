// SPDX-License-Identifier: MIT
// The arrays of one file: a .npy file may hold several, one after another, as repeated np.save calls
// to one open file leave them.
#pragma once

#include "input.hpp"

#include <optional>
#include <vector>

namespace nopy::cli {

struct listed_array {
  header head;
  std::uint64_t offset = 0;  ///< where its stream begins in the file

  [[nodiscard]] std::uint64_t data_offset() const noexcept { return offset + head.data_offset; }
  /// The largest power of two, at most 4096, that divides the data's offset.
  [[nodiscard]] std::uint64_t alignment() const noexcept;
  /// Whether its elements can be used where they lie.
  /// Whether the source ends before the data does.
  [[nodiscard]] bool cut() const noexcept;
  [[nodiscard]] bool mappable() const noexcept;
};

struct listing {
  std::vector<listed_array> arrays{};
  std::optional<error> stopped{};  ///< what ended the list before the end of the file
};

/// Reads every header of a .npy file. Bytes behind an array that begin no other one are a finding of
/// its header; of an array that another one follows, they are none.
[[nodiscard]] listing list_arrays(const input& from, const load_options& options = {});

}  // namespace nopy::cli
