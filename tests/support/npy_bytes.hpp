// SPDX-License-Identifier: MIT
// Builds .npy files for tests, right or wrong in every part:
//
//   npy_bytes().dict("'<f4'", "(3,)").pad(64).data<float>({1, 2, 3})
//   npy_bytes().magic(2, 0).text("{...}").length(0xFFFFFFFF)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nopy::test {

class npy_bytes {
 public:
  /// The version; 1.0 unless said.
  npy_bytes& magic(unsigned major, unsigned minor) {
    major_ = major;
    minor_ = minor;
    return *this;
  }
  /// Other bytes in the place of the magic.
  npy_bytes& magic(std::string_view bytes) {
    magic_ = bytes;
    return *this;
  }
  /// The header's text, as it is.
  npy_bytes& text(std::string_view all) {
    text_ = all;
    return *this;
  }
  /// The header's text as NumPy writes it, from the literals of its values.
  npy_bytes& dict(std::string_view descr, std::string_view shape = "(3,)",
                  std::string_view fortran = "False") {
    text_ = "{'descr': ";
    text_ += descr;
    text_ += ", 'fortran_order': ";
    text_ += fortran;
    text_ += ", 'shape': ";
    text_ += shape;
    text_ += ", }";
    return *this;
  }
  /// Pads with spaces and a newline, so that the data begins at a multiple of `alignment`.
  npy_bytes& pad(std::size_t alignment) {
    const std::size_t used = preamble_bytes() + text_.size() + 1;
    text_.append((alignment - used % alignment) % alignment, ' ');
    text_ += '\n';
    return *this;
  }
  /// The length field, where it should say something else than the truth.
  npy_bytes& length(std::uint64_t bytes) {
    length_ = bytes;
    return *this;
  }
  npy_bytes& raw(std::string_view bytes) {
    data_ += bytes;
    return *this;
  }
  template <class T>
  npy_bytes& data(std::initializer_list<T> values) {
    for (const T& value : values) {
      char item[sizeof(T)];
      std::memcpy(item, &value, sizeof(T));
      data_.append(item, sizeof(T));
    }
    return *this;
  }
  npy_bytes& zeros(std::size_t bytes) {
    data_.append(bytes, '\0');
    return *this;
  }

  [[nodiscard]] std::size_t preamble_bytes() const { return magic_.size() + (major_ == 1 ? 4 : 6); }
  /// Where in the file `part` of the header's text stands.
  [[nodiscard]] std::size_t offset_of(std::string_view part) const {
    return preamble_bytes() + text_.find(part);
  }
  [[nodiscard]] std::string str() const {
    std::string all = magic_;
    all += static_cast<char>(major_);
    all += static_cast<char>(minor_);
    const std::uint64_t bytes = length_.value_or(text_.size());
    for (unsigned i = 0; i < (major_ == 1 ? 2u : 4u); ++i)
      all += static_cast<char>(bytes >> (8 * i) & 0xFF);
    return all + text_ + data_;
  }
  operator std::string() const { return str(); }

 private:
  std::string magic_ = "\x93NUMPY";
  unsigned major_ = 1;
  unsigned minor_ = 0;
  std::string text_;
  std::optional<std::uint64_t> length_;
  std::string data_;
};

/// The bytes of a text, as the library takes them.
[[nodiscard]] inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace nopy::test
