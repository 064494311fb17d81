// SPDX-License-Identifier: MIT
// The bytes of a .npy file as NumPy >= 1.24 writes it (docs/format.md, "Writing"), built without the
// library: what the writing verbs are held against.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nopy::test {

/// `descr` is the Python literal with its quotes, as in "'<f4'" or "[('x', '<f4')]".
inline std::string numpy_file(const std::string& descr, bool fortran,
                              const std::vector<std::uint64_t>& shape, const std::string& data) {
  std::string extents;
  for (const std::uint64_t extent : shape)
    extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
  if (shape.size() == 1) extents += ",";
  std::string body = "{'descr': " + descr + ", 'fortran_order': " + (fortran ? "True" : "False") +
                     ", 'shape': (" + extents + "), }";
  if (!shape.empty())
    body += std::string(21 - std::to_string(fortran ? shape.back() : shape.front()).size(), ' ');
  const std::size_t preamble = 10;
  body += std::string(64 - (preamble + body.size() + 1) % 64, ' ') + "\n";
  std::string out = std::string("\x93NUMPY\x01", 7) + '\0';
  out += static_cast<char>(body.size() & 0xFF);
  out += static_cast<char>(body.size() >> 8);
  return out + body + data;
}

/// The memory of some values as text.
template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace nopy::test
