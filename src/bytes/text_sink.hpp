// SPDX-License-Identifier: MIT
// How the core makes text: into memory the caller owns, or counting only. The same code runs twice,
// first to count and then to write, so nothing allocates.
#pragma once

#include <nopy/error.hpp>

#include <cstring>

namespace nopy::bytes {

/// Appends to `out`, or only counts where it is null.
class text_sink {
 public:
  explicit text_sink(char* out) noexcept : out_(out) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  text_sink& put(char c) noexcept {
    if (out_ != nullptr) out_[count_] = c;
    ++count_;
    return *this;
  }
  /// Unpacked here, so that a build for size passes two words rather than a view's address.
  text_sink& put(std::string_view text) noexcept { return put_bytes(text.data(), text.size()); }
  text_sink& repeat(char c, std::size_t times) noexcept {
    if (out_ != nullptr) std::memset(out_ + count_, c, times);
    count_ += times;
    return *this;
  }
  text_sink& decimal(std::uint64_t value) noexcept {
    char digits[20];
    std::size_t first = sizeof digits;
    do {
      digits[--first] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    return put(std::string_view(digits + first, sizeof digits - first));
  }
  text_sink& signed_decimal(std::int64_t value) noexcept {
    if (value < 0) {
      put('-');
      return decimal(0 - static_cast<std::uint64_t>(value));
    }
    return decimal(static_cast<std::uint64_t>(value));
  }
  /// What `write(place)` puts there, or only counts where it is given null; it returns its bytes.
  template <class Write>
  text_sink& put_from(Write&& write) noexcept {
    count_ += write(out_ == nullptr ? nullptr : out_ + count_);
    return *this;
  }
  /// `digits` lower-case hexadecimal digits.
  text_sink& hex(std::uint64_t value, int digits) noexcept {
    while (digits-- > 0) put("0123456789abcdef"[(value >> (4 * digits)) & 15]);
    return *this;
  }

 private:
  text_sink& put_bytes(const char* text, std::size_t bytes) noexcept {
    if (out_ != nullptr && bytes != 0) std::memcpy(out_ + count_, text, bytes);
    count_ += bytes;
    return *this;
  }

  char* out_;
  std::size_t count_ = 0;
};

/// A text of at most Capacity bytes in place, for an error's parts. A longer one is left out whole.
template <std::size_t Capacity>
class short_text {
 public:
  template <class Write>
  explicit short_text(Write&& write) noexcept {
    text_sink measure(nullptr);
    write(measure);
    if (measure.count() > Capacity) return;  // callers bound their parts with `clipped`
    text_sink sink(chars_);
    write(sink);
    count_ = sink.count();
  }
  operator std::string_view() const noexcept { return {chars_, count_}; }

 private:
  char chars_[Capacity];
  std::size_t count_ = 0;
};

/// At most `most` bytes of `text`, for quoting what a file holds.
[[nodiscard]] inline std::string_view clipped(std::string_view text,
                                              std::size_t most = 60) noexcept {
  return text.size() <= most ? text : std::string_view(text.data(), most);
}

}  // namespace nopy::bytes
