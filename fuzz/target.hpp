// SPDX-License-Identifier: MIT
// A fuzz target: a function that takes any bytes and ends the program where what it promises does
// not hold. libFuzzer feeds it (entry.cpp), and a test feeds it the inputs of fuzz/corpus under
// every compiler (tests/fuzz).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

namespace nopy::fuzz {

using input = std::span<const std::byte>;

/// Every target of a program, in a list: a fuzzer has one, the test all.
class target {
 public:
  target(const char* name, void (*run)(input)) noexcept : name_(name), run_(run), next_(first_) {
    first_ = this;
  }
  target(const target&) = delete;
  target& operator=(const target&) = delete;

  void operator()(input bytes) const { run_(bytes); }
  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  [[nodiscard]] const target* next() const noexcept { return next_; }
  [[nodiscard]] static const target* first() noexcept { return first_; }

 private:
  const char* name_;
  void (*run_)(input);
  const target* next_;
  inline static const target* first_ = nullptr;
};

/// Ends the program, with the place, where a promise does not hold.
inline void check(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: does not hold\n", file, line);
  std::abort();
}

/// Takes choices from the front of an input; zeros where it has ended.
class choices {
 public:
  explicit choices(input bytes) noexcept : rest_(bytes) {}

  std::uint8_t byte() noexcept {
    if (rest_.empty()) return 0;
    const auto value = std::to_integer<std::uint8_t>(rest_[0]);
    rest_ = rest_.subspan(1);
    return value;
  }
  /// A number below `count`, which is at most 256.
  std::size_t below(std::size_t count) noexcept { return byte() % count; }
  [[nodiscard]] input rest() const noexcept { return rest_; }
  [[nodiscard]] std::string_view rest_text() const noexcept {
    return {reinterpret_cast<const char*>(rest_.data()), rest_.size()};
  }

 private:
  input rest_;
};

}  // namespace nopy::fuzz
