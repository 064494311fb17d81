// SPDX-License-Identifier: MIT
// What users write or pick instead, as the benchmarks hold it against nopy: a reader in the manner
// of cnpy (the whole header searched for substrings, a zero-filled vector, fread; archives by their
// local headers and zlib), and one with std::ifstream. They trust the file: no check of anything,
// which is part of what they would be faster by.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace nopy::bench {

/// As cnpy does: the shape by find, the values into a vector of bytes that was filled with zeros.
[[nodiscard]] std::vector<char> load_like_cnpy(const std::string& path);
/// The first member of an archive, stored or deflated; no checksum.
[[nodiscard]] std::vector<char> load_member_like_cnpy(const std::string& path);
/// As is written by hand: std::ifstream, the header skipped by its length, `count` floats.
[[nodiscard]] std::vector<float> load_by_ifstream(const std::string& path, std::size_t count);

}  // namespace nopy::bench
