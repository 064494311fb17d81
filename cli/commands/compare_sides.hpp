// SPDX-License-Identifier: MIT
// Comparing two arrays of the command line, window by window: both may be larger than memory.
#pragma once

#include "input/input.hpp"

#include <nopy/compare.hpp>

namespace nopy::cli {

/// An array, or the part of it that was asked for. Borrows the input.
struct side {
  const input& from;
  npy_file file;
  selection chosen;
  dtype type;

  /// Verifies a member that is read whole. Throws what opening gives.
  explicit side(const input& opened);
};

struct difference {
  std::vector<std::uint64_t> index;
  std::vector<std::byte> a, b;
};

struct diff_outcome {
  bool equal = true;
  std::uint64_t different = 0, signed_zeros = 0;
  double max_abs = 0;
  std::vector<difference> first{};
  std::optional<error> reason{};  ///< why nothing could be compared
};

/// Remembers at most `most` differences. Throws what reading gives.
[[nodiscard]] diff_outcome compare_sides(const side& a, const side& b,
                                         const compare_options& options, std::size_t most);

/// Whether two files or members hold the same bytes. Throws what reading gives.
[[nodiscard]] bool same_bytes(const input& a, const input& b);

}  // namespace nopy::cli
