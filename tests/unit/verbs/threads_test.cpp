// SPDX-License-Identifier: MIT
// One npy_file serves many threads; copies may come and go in each. Meant to be run under TSan too.
#include <nopy/file.hpp>

#include "support/every_source.hpp"
#include "support/npy_stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <random>
#include <thread>

namespace {

using nopy::test::every_source;
using nopy::test::npy_stream;

constexpr std::size_t side = 600;

std::vector<std::byte> numbered(bool fortran) {
  std::vector<std::uint32_t> values(side * side);
  std::iota(values.begin(), values.end(), 0u);
  return npy_stream("'>u4'", "(600, 600)", fortran).data(std::as_bytes(std::span(values))).bytes();
}

std::uint32_t value_at(bool fortran, std::size_t i, std::size_t j) {
  return __builtin_bswap32(static_cast<std::uint32_t>(fortran ? j * side + i : i * side + j));
}

TEST(Threads, EightReadWindowsOfOneFile) {
  for (const bool fortran : {false, true}) {
    const every_source sources(numbered(fortran));
    for (const auto& [name, from] : sources.all()) {
      const nopy::npy_file shared(from);
      std::atomic<int> wrong{0};
      std::vector<std::thread> threads;
      for (unsigned seed = 0; seed < 8; ++seed)
        threads.emplace_back([&, seed] {
          std::mt19937 random(seed);
          for (int round = 0; round < 60; ++round) {
            const nopy::npy_file mine = shared;
            if (round == 30 && seed == 0) mine.advise(nopy::access::drop_behind);
            const std::size_t i = random() % side;
            const std::size_t j = random() % side;
            const std::size_t height = random() % (side - i);
            const std::size_t width = random() % (side - j);
            const auto got = mine.try_region<std::uint32_t, 2>({i, j}, {height, width});
            if (!got) {
              ++wrong;
              continue;
            }
            for (std::size_t a = 0; a < height; ++a)
              for (std::size_t b = 0; b < width; ++b)
                if ((*got)(a, b) != value_at(fortran, i + a, j + b)) ++wrong;
          }
        });
      for (std::thread& one : threads) one.join();
      EXPECT_EQ(wrong, 0) << name;
    }
  }
}

TEST(Threads, AParallelLoadReportsProgressFromOneThreadAtATime) {
  std::vector<std::uint32_t> values(6 << 20);
  std::iota(values.begin(), values.end(), 0u);
  const every_source sources(
      npy_stream("'<u4'", "(6291456,)").data(std::as_bytes(std::span(values))).bytes());
  nopy::load_options options;
  options.parallel = [](std::size_t tasks, nopy::function_ref<void(std::size_t)> run) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> pool;
    for (int i = 0; i < 4; ++i)
      pool.emplace_back([&] {
        for (std::size_t task; (task = next++) < tasks;) run(task);
      });
    for (std::thread& one : pool) one.join();
  };
  for (const auto& [name, from] : sources.all()) {
    int inside = 0;  // not atomic: TSan would see two at once
    std::uint64_t most = 0;
    options.progress = [&](const nopy::progress& now) {
      EXPECT_EQ(++inside, 1);
      most = std::max(most, now.done_bytes);
      --inside;
      return true;
    };
    const auto loaded = nopy::try_load<std::uint32_t, 1>(from, options);
    ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
    EXPECT_EQ(most, values.size() * 4) << name;
    EXPECT_TRUE(std::equal(values.begin(), values.end(), loaded->begin())) << name;
    options.progress = [&](const nopy::progress& now) { return now.done_bytes < 8 << 20; };
    const auto stopped = nopy::try_load<std::uint32_t, 1>(from, options);
    ASSERT_FALSE(stopped) << name;
    EXPECT_EQ(stopped.error().code(), nopy::errc::cancelled) << name;
  }
}

TEST(Threads, ACallbackThatRunsNotEveryTaskIsFoundOut) {
  std::vector<std::uint32_t> values(4 << 20);
  const auto bytes =
      npy_stream("'<u4'", "(4194304,)").data(std::as_bytes(std::span(values))).bytes();
  nopy::load_options options;
  options.parallel = [](std::size_t tasks, nopy::function_ref<void(std::size_t)> run) {
    for (std::size_t task = 1; task < tasks; ++task) run(task);
  };
  const auto loaded = nopy::try_load<std::uint32_t, 1>(nopy::source::memory(bytes), options);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code(), nopy::errc::usage);
}

}  // namespace
