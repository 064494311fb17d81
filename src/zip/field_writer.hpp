// SPDX-License-Identifier: MIT
// The fields of a record, one after another as they are written.
#pragma once

#include "bytes/endian.hpp"
#include "zip/record_writer.hpp"

#include <algorithm>

namespace nopy::zip {

/// Puts little-endian numbers in a row; `fits` is false once memory ran out.
class field_writer {
 public:
  explicit field_writer(record_bytes& to) noexcept : to_(to) {}
  template <class Integer>
  field_writer& operator()(Integer value) noexcept {
    std::byte stored[sizeof value];
    bytes::store(stored, value);
    fits_ &= to_.append(std::span<const std::byte>(stored));
    return *this;
  }
  field_writer& text(std::string_view text) noexcept {
    fits_ &= to_.append(std::as_bytes(std::span(text)));
    return *this;
  }
  field_writer& zeros(std::size_t count) noexcept {
    static constexpr std::byte none[256]{};
    for (; count > 0; count -= std::min(count, sizeof none))
      fits_ &= to_.append(std::span(none, std::min(count, sizeof none)));
    return *this;
  }
  field_writer& bytes(std::span<const std::byte> bytes) noexcept {
    fits_ &= to_.append(bytes);
    return *this;
  }
  [[nodiscard]] bool fits() const noexcept { return fits_; }

 private:
  record_bytes& to_;
  bool fits_ = true;
};

}  // namespace nopy::zip
