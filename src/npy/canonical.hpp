// SPDX-License-Identifier: MIT
// The header NumPy itself writes for an array of plain numbers, read in one straight scan: most files have it, and the
// whole grammar costs three times as much. Owns the rule that this path never judges: what it does not know at once is
// left to dictionary_reader, which gives the same header for what both can read.
#pragma once

#include <nopy/header.hpp>

#include <string_view>

namespace nopy::npy {

/// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }` with blanks and a newline
/// behind it, for bools, integers, floats of 2 to 8 bytes and complex numbers of 8 and 16. Sets
/// dtype, shape and order, and gives where the shape begins in `text`; 0 where the text is anything
/// else. Cost: one pass, no allocation.
[[nodiscard]] std::size_t read_canonical(std::string_view text, header& into) noexcept;

}  // namespace nopy::npy
