// SPDX-License-Identifier: MIT
// What a comparison found, in words.
#include <nopy/compare.hpp>

#include <charconv>

namespace nopy {
inline namespace v1 {
namespace {

std::string number(double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  return std::string(digits, end);
}

std::string position(const shape& index) {
  std::string text = "(";
  for (std::size_t axis = 0; axis < index.rank(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(index[axis]);
  }
  return text + (index.rank() == 1 ? ",)" : ")");
}

}  // namespace

std::string comparison::report() const {
  if (reason) return reason->message();
  if (same) return "equal";
  std::string text =
      std::to_string(different) + (different == 1 ? " item differs" : " items differ");
  if (first_index) text += ", first at " + position(*first_index);
  if (max_abs != 0) text += "; largest difference " + number(max_abs);
  if (signed_zeros != 0) {
    text += "; of them " + std::to_string(signed_zeros) + " only in the sign of zero";
  }
  return text;
}

}  // namespace v1
}  // namespace nopy
