// SPDX-License-Identifier: MIT
// The vectors of tests/vectors: what NumPy wrote and how NumPy read. See the README.md there.
#pragma once

#include "support/json.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace nopy::test {

[[nodiscard]] inline std::string vector_path(const std::string& name) {
  return NOPY_TESTS_DIR "/vectors/" + name;
}

[[nodiscard]] inline std::string vector_file(const std::string& name) {
  std::ifstream file(vector_path(name), std::ios::binary);
  if (!file) throw std::runtime_error("no vector " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

[[nodiscard]] inline std::string from_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

/// Bytes written as pieces: hexadecimal text, or [one byte, how often].
[[nodiscard]] inline std::string from_pieces(const json& pieces) {
  std::string bytes;
  for (const json& piece : pieces.items()) {
    if (piece.what() == json::kind::string)
      bytes += from_hex(piece.as_string());
    else
      bytes.append(static_cast<std::size_t>(piece[1].as_int()), from_hex(piece[0].as_string())[0]);
  }
  return bytes;
}

/// descr as it stands in a header, with quotes around a type string.
template <class Dtype>
[[nodiscard]] std::string descr_literal(const Dtype& type) {
  const std::string descr = type.descr();
  return descr[0] == '[' || descr[0] == '(' ? descr : "'" + descr + "'";
}

}  // namespace nopy::test
