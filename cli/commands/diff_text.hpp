// SPDX-License-Identifier: MIT
// What `nopy diff` says of one pair of arrays.
#pragma once

#include "commands/compare_sides.hpp"
#include "printing/json_writer.hpp"

namespace nopy::cli {

/// What comparing found, with what is needed to tell it.
struct compared_pair {
  diff_outcome outcome{};
  std::uint64_t items = 0;  ///< of the part that was compared
  dtype a_type{}, b_type{};
};

/// Compares two arrays; two of Python objects are equal where their pickles are, byte for byte.
/// Throws what reading gives; object_dtype, where pickles differ.
[[nodiscard]] compared_pair compare_pair(const input& a, const input& b,
                                         const compare_options& options, std::size_t most);

/// "are equal", or how they differ, with the first differences below, indented by `indent` blanks;
/// `verb` is "differ" or "differs".
[[nodiscard]] std::string outcome_text(const compared_pair& found, std::string_view verb,
                                       std::size_t indent);

/// "equal", "different", "max_abs", "signed_zeros", "first", "reason", without the braces.
void write_json_outcome(json_writer& out, const compared_pair& found);

}  // namespace nopy::cli
