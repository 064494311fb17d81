// SPDX-License-Identifier: MIT
// Every system call of reading fails once, in every way: the value is right, or there is an error;
// no descriptor stays open, and nothing crashes.
#include <nopy/file.hpp>

#include "support/failing_syscalls.hpp"
#include "support/npy_stream.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace {

using nopy::errc;
using nopy::test::failing_syscalls;
using nopy::test::npy_stream;
using fault = nopy::test::failing_syscalls::fault;

// 4 MiB of data, so that huge pages, steps and tiles take part.
constexpr std::size_t rows = 1024;
constexpr std::size_t columns = 1024;

std::string write_array(const nopy::test::temporary_folder& folder) {
  std::vector<std::int32_t> values(rows * columns);
  std::iota(values.begin(), values.end(), 0);
  return folder.write(
      "a.npy", npy_stream("'<i4'", "(1024, 1024)").data(std::as_bytes(std::span(values))).bytes());
}

/// Runs `action`, which returns an error or checks its value, under every fault of every call.
template <class Action>
std::size_t visit_faults(Action&& action) {
  std::size_t visited = 0;
  for (const fault what : {fault::error, fault::interrupted, fault::short_read, fault::early_end}) {
    for (std::size_t nth = 1;; ++nth) {
      SCOPED_TRACE("fault " + std::to_string(static_cast<int>(what)) + " at call " +
                   std::to_string(nth));
      const std::size_t before = nopy::test::open_descriptors();
      bool fired = false;
      {
        const failing_syscalls failing(what, nth);
        const nopy::result<void> done = action();
        fired = failing.fired();
        if (!fired || what == fault::interrupted || what == fault::short_read) {
          EXPECT_TRUE(done) << done.error().message();
        }
        if (!done) {
          const errc code = done.error().code();
          EXPECT_TRUE(code == errc::io || code == errc::changed || code == errc::out_of_memory ||
                      code == errc::data_truncated)
              << done.error().message();
        }
      }
      EXPECT_EQ(nopy::test::open_descriptors(), before);
      if (!fired) break;
      ++visited;
    }
  }
  return visited;
}

nopy::result<void> check(const nopy::result<nopy::array<std::int32_t, 2>>& got) {
  if (!got) return got.error();
  for (std::size_t i = 0; i < got->size(); ++i)
    if (got->data()[i] != static_cast<std::int32_t>(i))
      return nopy::error(errc::usage, "a wrong value");
  return {};
}

TEST(Faults, OfReadingAHeader) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&]() -> nopy::result<void> {
              const auto found = nopy::try_read_header(path);
              if (!found) return found.error();
              EXPECT_EQ(found->shape, (nopy::shape{rows, columns}));
              return {};
            }),
            12u);
}

TEST(Faults, OfLoading) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&] { return check(nopy::try_load<std::int32_t, 2>(path)); }), 16u);
}

TEST(Faults, OfLoadingAndConverting) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&]() -> nopy::result<void> {
              const auto got = nopy::try_load<double, 2>(path);
              if (!got) return got.error();
              for (std::size_t i = 0; i < got->size(); ++i)
                if (got->data()[i] != static_cast<double>(i))
                  return nopy::error(errc::usage, "a wrong value");
              return {};
            }),
            30u);
}

TEST(Faults, OfLoadingStrictly) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&] {
              return check(nopy::try_load<std::int32_t, 2>(path, {.policy = nopy::policy::strict}));
            }),
            16u);
}

TEST(Faults, OfMapping) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&]() -> nopy::result<void> {
              const auto mapped = nopy::try_map<std::int32_t, 2>(path);
              if (!mapped) return mapped.error();
              EXPECT_EQ((*mapped)(1023, 1023), 1024 * 1024 - 1);
              return {};
            }),
            12u);
}

TEST(Faults, OfAWindow) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  EXPECT_GE(visit_faults([&]() -> nopy::result<void> {
              const auto opened = nopy::npy_file::open(path);
              if (!opened) return opened.error();
              opened->advise(nopy::access::drop_behind);
              const auto got = opened->try_region<std::int32_t, 2>({3, 4}, {700, 600});
              if (!got) return got.error();
              for (std::size_t i = 0; i < 700; ++i)
                for (std::size_t j = 0; j < 600; ++j)
                  if ((*got)(i, j) != static_cast<std::int32_t>((i + 3) * columns + j + 4))
                    return nopy::error(errc::usage, "a wrong value");
              return {};
            }),
            16u);
}

TEST(Faults, AFileThatBecomesShorterIsAnErrorNotASignal) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  const nopy::npy_file opened{nopy::source(path)};
  std::filesystem::resize_file(path, 2 << 20);
  EXPECT_TRUE((opened.try_region<std::int32_t, 2>({0, 0}, {10, 1024})));
  const auto behind = opened.try_region<std::int32_t, 2>({1000, 0}, {10, 1024});
  ASSERT_FALSE(behind);
  EXPECT_EQ(behind.error().code(), errc::changed);
  EXPECT_EQ(behind.error().offset(), 2u << 20);
  EXPECT_EQ(behind.error().parts().subject, path);
}

TEST(Faults, AStrictLoadRefusesAFileThatIsRewrittenMeanwhile) {
  const nopy::test::temporary_folder folder;
  const std::string path = write_array(folder);
  nopy::load_options options;
  options.progress = [&](const nopy::progress&) {
    std::filesystem::last_write_time(
        path, std::filesystem::file_time_type::min() + std::chrono::hours(1));
    return true;
  };
  EXPECT_TRUE(nopy::try_load(path, options));
  options.policy = nopy::policy::strict;
  options.progress = [&](const nopy::progress&) {
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now());
    return true;
  };
  const auto loaded = nopy::try_load(path, options);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code(), errc::changed);
}

}  // namespace
