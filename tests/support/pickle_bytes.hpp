// SPDX-License-Identifier: MIT
// Builds pickles opcode by opcode, for tests of what no honest writer writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nopy::test {

class pickle_bytes {
 public:
  pickle_bytes& op(int code) {
    bytes_.push_back(static_cast<char>(code));
    return *this;
  }
  pickle_bytes& raw(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
  }
  /// `count` bytes of a number, little-endian.
  pickle_bytes& number(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) op(static_cast<int>(value >> (8 * i) & 0xFF));
    return *this;
  }
  pickle_bytes& line(int code, std::string_view text) { return op(code).raw(text).raw("\n"); }
  pickle_bytes& integer(std::int32_t value) {
    return op('J').number(static_cast<std::uint32_t>(value), 4);
  }
  pickle_bytes& text(std::string_view text) { return op('X').number(text.size(), 4).raw(text); }
  pickle_bytes& bytes(std::string_view text) { return op('B').number(text.size(), 4).raw(text); }
  pickle_bytes& global(std::string_view module, std::string_view name) {
    return op('c').raw(module).raw("\n").raw(name).raw("\n");
  }
  pickle_bytes& put(int index) { return op('q').op(index); }
  pickle_bytes& get(int index) { return op('h').op(index); }
  pickle_bytes& repeat(std::string_view bytes, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) bytes_.append(bytes);
    return *this;
  }
  /// An empty numpy.ndarray, as every array begins.
  pickle_bytes& empty_array() {
    global("numpy._core.multiarray", "_reconstruct").global("numpy", "ndarray");
    return op('K').op(0).op(0x85).raw("C\1b").op(0x87).op('R');
  }
  /// numpy.dtype of that name with byte order '<' or '|'.
  pickle_bytes& dtype(std::string_view name, std::string_view order = "<") {
    global("numpy", "dtype").text(name).op(0x88).op(0x88).op(0x87).op('R');
    return op('(').integer(3).text(order).raw("NNN").integer(-1).integer(-1).integer(0).raw("tb");
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::string& string() const { return bytes_; }
  [[nodiscard]] std::span<const std::byte> span() const { return std::as_bytes(std::span(bytes_)); }

 private:
  std::string bytes_;
};

}  // namespace nopy::test
