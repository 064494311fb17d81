// SPDX-License-Identifier: MIT
// Six kinds of arrays, 8 MiB of each: what is compressed and inflated is measured on all of them,
// and held against zlib 6.
#pragma once

#include <benchmark/benchmark.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace nopy::bench {

constexpr std::size_t data_bytes = std::size_t{8} << 20;
using array_bytes = std::vector<std::byte>;

template <class T, class Value>
array_bytes array_of(Value&& value) {
  array_bytes out(data_bytes);
  for (std::size_t i = 0; i < data_bytes / sizeof(T); ++i) {
    const T one = static_cast<T>(value(i));
    std::memcpy(out.data() + i * sizeof(T), &one, sizeof(T));
  }
  return out;
}

inline array_bytes words() {
  std::mt19937 random(1);
  std::vector<std::string> vocabulary(4000);
  for (auto& word : vocabulary)
    for (std::size_t i = 2 + random() % 8; i > 0; --i)
      word += static_cast<char>('a' + random() % 26);
  array_bytes out;
  while (out.size() < data_bytes) {
    const auto& word = vocabulary[std::min(random() % 4000, random() % 4000)];
    for (const char c : word + ' ') out.push_back(static_cast<std::byte>(c));
  }
  out.resize(data_bytes);
  return out;
}

struct data_set {
  const char* name;
  array_bytes (*make)();
};
inline std::mt19937 random_bits(7);
inline const data_set data_sets[] = {
    {"noise f4",
     [] {
       std::normal_distribution<float> normal;
       return array_of<float>([&](std::size_t) { return normal(random_bits); });
     }},
    {"smooth f8",
     [] {
       return array_of<double>(
           [](std::size_t i) { return std::sin(static_cast<double>(i) * 1e-3); });
     }},
    {"index i8",
     [] { return array_of<std::int64_t>([](std::size_t i) { return i * 3 + i / 1000; }); }},
    {"image u1",
     [] {
       return array_of<std::uint8_t>([](std::size_t i) {
         const auto x = static_cast<double>(i % 1024), y = static_cast<double>(i / 1024);
         return 128 + 90 * std::sin(x / 40) * std::cos(y / 30) +
                static_cast<double>(random_bits() % 8);
       });
     }},
    {"one-hot u1",
     [] {
       return array_of<std::uint8_t>(
           [](std::size_t i) { return i % 1000 == i / 1000 * 7919 % 1000 ? 1 : 0; });
     }},
    {"text", words},
};

/// Raw deflate as zlib 6 makes it, into `into`, which has room for it; the bytes written.
inline std::size_t by_zlib_6(const array_bytes& data, array_bytes& into) {
  z_stream state{};
  if (deflateInit2(&state, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  state.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(data.data()));
  state.avail_in = static_cast<uInt>(data.size());
  state.next_out = reinterpret_cast<Bytef*>(into.data());
  state.avail_out = static_cast<uInt>(into.size());
  if (::deflate(&state, Z_FINISH) != Z_STREAM_END) std::abort();
  const std::size_t made = into.size() - state.avail_out;
  (void)deflateEnd(&state);
  return made;
}

// In inflate.cpp, for row 24 too: the stream that zlib 6 makes of a data set, made once, and what inflates it.
[[nodiscard]] const array_bytes& stream_of(const data_set& of);
void inflate_by_nopy(benchmark::State& state, const data_set& of);

using measured = void (*)(benchmark::State& state, const data_set& of);
/// A row of nopy beside its limit, for each data set.
inline void add_row(const char* row, measured limit, measured nopy) {
  for (const data_set& one : data_sets) {
    const std::string name = std::string(row) + "/" + one.name;
    for (const auto& [side, run] : {std::pair("/limit", limit), std::pair("/nopy", nopy)})
      benchmark::RegisterBenchmark((name + side).c_str(), run, one)->Unit(benchmark::kMillisecond);
  }
}

}  // namespace nopy::bench
