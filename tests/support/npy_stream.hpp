// SPDX-License-Identifier: MIT
// Builds the bytes of .npy files for tests: preamble, dictionary, padding, data. Written apart from
// the library's encoder, so that a common mistake can not hide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::test {

class npy_stream {
 public:
  /// `descr` with its quotes or brackets: "'<f4'".
  npy_stream(std::string_view descr, std::string_view shape, bool fortran = false)
      : dictionary_("{'descr': " + std::string(descr) + ", 'fortran_order': " +
                    (fortran ? "True" : "False") + ", 'shape': " + std::string(shape) + ", }") {}
  static npy_stream of_dictionary(std::string_view text) {
    npy_stream made("", "");
    made.dictionary_ = text;
    return made;
  }
  /// The data begins at a multiple of this.
  npy_stream& alignment(std::size_t bytes) {
    alignment_ = bytes;
    return *this;
  }
  npy_stream& data(std::span<const std::byte> bytes) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  template <class T>
  npy_stream& values(std::initializer_list<T> list) {
    return data(std::as_bytes(std::span(list.begin(), list.size())));
  }
  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::string text("\x93NUMPY\x01\x00", 8);
    std::size_t length = dictionary_.size() + 1;
    length += (alignment_ - (10 + length) % alignment_) % alignment_;
    text += static_cast<char>(length & 255);
    text += static_cast<char>(length >> 8);
    text += dictionary_;
    text.append(length - dictionary_.size() - 1, ' ');
    text += '\n';
    const auto head = std::as_bytes(std::span(text));
    std::vector<std::byte> all(head.begin(), head.end());
    all.insert(all.end(), data_.begin(), data_.end());
    return all;
  }

 private:
  std::string dictionary_;
  std::size_t alignment_ = 64;
  std::vector<std::byte> data_;
};

/// The bytes of a value, in the machine's order.
template <class T>
[[nodiscard]] std::vector<std::byte> bytes_of(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

}  // namespace nopy::test
