// SPDX-License-Identifier: MIT
// The letter that a type string has for a kind, as dtype.kind in NumPy.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

constexpr char kind_letter(kind of) noexcept {
  switch (of) {
    case kind::boolean:
      return 'b';
    case kind::signed_int:
      return 'i';
    case kind::unsigned_int:
      return 'u';
    case kind::floating:
      return 'f';
    case kind::complex:
      return 'c';
    case kind::bytes:
      return 'S';
    case kind::text:
      return 'U';
    case kind::datetime:
      return 'M';
    case kind::timedelta:
      return 'm';
    case kind::object:
      return 'O';
    default:
      return 'V';
  }
}

}  // namespace nopy
