// SPDX-License-Identifier: MIT
// Decodes a pickle for a test, behind a header of 128 bytes.
#pragma once

#include "support/pickle_bytes.hpp"

#include <nopy/object.hpp>

namespace nopy::test {

inline constexpr std::uint64_t data_offset = 128;

inline result<object_value> decode(std::span<const std::byte> pickle, const limits& most = {}) {
  header of;
  of.dtype = dtype::object();
  of.data_offset = data_offset;
  return decode_objects(of, pickle, most);
}

inline result<object_value> decode(const pickle_bytes& pickle, const limits& most = {}) {
  return decode(pickle.span(), most);
}

/// The text of what decodes, or the whole message of the error.
inline std::string decoded_text(const pickle_bytes& pickle) {
  const auto value = decode(pickle);
  return value ? value->repr() : value.error().message();
}

}  // namespace nopy::test
