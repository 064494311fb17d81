// SPDX-License-Identifier: MIT
// Windows of any start, extents, steps, order and type, held against a model that goes item by
// item.
#include <nopy/file.hpp>

#include "support/every_source.hpp"
#include "support/numbered_array.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace {

using nopy::errc;
using nopy::region;
using nopy::shape;
using nopy::source;
using nopy::test::below;
using nopy::test::every_source;
using nopy::test::generator;
using nopy::test::npy_stream;
using nopy::test::numbered_array;
using nopy::test::random_array;
using nopy::test::random_region;
using nopy::test::text_of;

TEST(Region, EqualsAModelThatGoesItemByItem) {
  generator random(20261129);
  for (int round = 0; round < 100; ++round) {
    const numbered_array array = random_array(random);
    const every_source sources(array.file());
    for (const auto& [name, from] : sources.all()) {
      const auto opened = nopy::npy_file::open(from);
      ASSERT_TRUE(opened) << opened.error().message();
      for (int i = 0; i < 4; ++i) {
        const region part = random_region(random, array.extents);
        SCOPED_TRACE(name + ": " + text_of(array, part));
        const auto got = opened->try_region(part);
        ASSERT_TRUE(got) << got.error().message();
        const auto expected = array.items(array.window(part, false));
        ASSERT_EQ(nopy::test::bytes_of(std::span<const std::byte>(got->memory().bytes())),
                  expected);
      }
    }
  }
}

TEST(Region, ConvertsIntoAnyOrder) {
  generator random(7);
  int converted = 0;
  for (int round = 0; round < 100; ++round) {
    const numbered_array array = random_array(random);
    if (array.descr == "'|S3'" || array.descr == "'|V40'" || array.descr == "'|u1'") continue;
    const every_source sources(array.file());
    for (const auto& [name, from] : sources.all()) {
      const auto opened = nopy::npy_file::open(from, {.casting = nopy::casting::checked});
      ASSERT_TRUE(opened) << opened.error().message();
      const region part = random_region(random, array.extents);
      SCOPED_TRACE(name + ": " + text_of(array, part));
      for (const bool fortran : {false, true}) {
        std::vector<float> got(part.extents.count());
        nopy::load_request request = nopy::request_for<float>(nopy::any_rank);
        request.order = fortran ? nopy::order::fortran : nopy::order::c;
        const auto read =
            opened->try_read_as(part, request, std::as_writable_bytes(std::span(got)));
        ASSERT_TRUE(read) << read.error().message();
        const auto numbers = array.window(part, fortran);
        ASSERT_EQ(got, std::vector<float>(numbers.begin(), numbers.end()));
        ++converted;
      }
    }
  }
  EXPECT_GT(converted, 250);
}

TEST(Region, OfALargeArrayIsTheSameInEveryOrderTypeAndNumberOfTasks) {
  // Larger than a scratch block in every direction.
  const struct {
    shape extents;
    bool fortran;
    region part;
  } rows[] = {
      {{1200, 1100}, true, {{0, 0}, {1200, 1100}}},
      {{1200, 1100}, false, {{3, 7}, {1190, 540}, {1, 2}}},
      {{3, 400000}, false, {{0, 0}, {3, 400000}}},
      {{600000, 3}, true, {{1, 0}, {200000, 3}, {3, 1}}},
      {{110, 120, 100}, true, {{1, 2, 3}, {100, 110, 90}}},
      {{110, 120, 100}, false, {{0, 0, 0}, {37, 120, 100}, {3, 1, 1}}},
      {{2, 1000000}, false, {{0, 5}, {2, 9}, {1, 100000}}},
  };
  const nopy::parallel_callback threads = [](std::size_t tasks,
                                             nopy::function_ref<void(std::size_t)> run) {
    std::vector<std::thread> pool;
    for (std::size_t task = 0; task < tasks; ++task) pool.emplace_back([&run, task] { run(task); });
    for (std::thread& one : pool) one.join();
  };
  for (const auto& row : rows) {
    const numbered_array array{"'>u4'", 4, true, row.extents, row.fortran};
    const every_source sources(array.file());
    for (const bool fortran : {false, true}) {
      const auto numbers = array.window(row.part, fortran);
      const auto raw = array.items(numbers);
      for (const auto& [name, from] : sources.all()) {
        for (const bool parallel : {false, true}) {
          SCOPED_TRACE(name + ": " + text_of(array, row.part) + (parallel ? " parallel" : ""));
          nopy::load_options options;
          if (parallel) options.parallel = threads;
          const auto opened = nopy::npy_file::open(from, options);
          ASSERT_TRUE(opened) << opened.error().message();
          nopy::load_request request{.type = opened->header().dtype,
                                     .order = fortran ? nopy::order::fortran : nopy::order::c};
          std::vector<std::byte> same(raw.size());
          ASSERT_TRUE(opened->try_read_as(row.part, request, same));
          ASSERT_TRUE(same == raw);
          request.type = nopy::dtype_of<std::uint32_t>();
          std::vector<std::uint32_t> swapped(numbers.size());
          ASSERT_TRUE(
              opened->try_read_as(row.part, request, std::as_writable_bytes(std::span(swapped))));
          ASSERT_TRUE(std::equal(numbers.begin(), numbers.end(), swapped.begin()));
          request.type = nopy::dtype_of<double>();
          std::vector<double> wide(numbers.size());
          ASSERT_TRUE(
              opened->try_read_as(row.part, request, std::as_writable_bytes(std::span(wide))));
          ASSERT_TRUE(
              std::equal(numbers.begin(), numbers.end(), wide.begin(),
                         [](std::uint64_t a, double b) { return static_cast<double>(a) == b; }));
        }
      }
    }
  }
}

TEST(Region, OutsideTheArrayIsRefusedBeforeAnythingIsAllocated) {
  const numbered_array array{"'<i2'", 2, false, {4, 5}, false};
  const auto bytes = array.file();
  const auto opened = nopy::npy_file::open(source::memory(bytes));
  ASSERT_TRUE(opened) << opened.error().message();
  const std::uint64_t huge = UINT64_MAX;
  const struct {
    region part;
    errc code;
    const char* why;
  } rows[] = {
      {{{0, 0}, {5, 1}}, errc::out_of_range, "more rows than there are"},
      {{{4, 0}, {1, 1}}, errc::out_of_range, "starts behind the last row"},
      {{{5, 0}, {0, 1}}, errc::out_of_range, "an empty window outside"},
      {{{0, 0}, {2, 3}, {1, 3}}, errc::out_of_range, "a step beyond"},
      {{{0, 0}, {huge, huge}}, errc::out_of_range, "extents that overflow"},
      {{{huge, 0}, {1, 1}}, errc::out_of_range, "a start that overflows"},
      {{{0, 0}, {2, 1}, {huge, 1}}, errc::out_of_range, "a step that overflows"},
      {{{0, 0}, {1, 1}, {0, 1}}, errc::usage, "a step of 0"},
      {{{0}, {1}}, errc::rank_mismatch, "too few axes"},
      {{{0, 0}, {1, 1, 1}}, errc::rank_mismatch, "too many extents"},
      {{{0, 0}, {1, 1}, {1}}, errc::rank_mismatch, "too few steps"},
  };
  for (const auto& row : rows) {
    const auto got = opened->try_region(row.part);
    ASSERT_FALSE(got) << row.why;
    EXPECT_EQ(got.error().code(), row.code) << row.why;
    EXPECT_EQ(got.error().parts().subject, "memory") << row.why;
  }
  EXPECT_TRUE(opened->try_region({{4, 5}, {0, 0}}));
}

TEST(Region, ADestinationOfAnotherSizeIsRefused) {
  const numbered_array array{"'<i2'", 2, false, {4, 5}, false};
  const auto bytes = array.file();
  const auto opened = nopy::npy_file::open(source::memory(bytes));
  ASSERT_TRUE(opened);
  std::vector<std::byte> into(9);
  const auto read = opened->try_read_as({{0, 0}, {1, 5}}, nopy::request_for<std::int16_t>(2), into);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), errc::shape_mismatch);
}

TEST(Region, TheTypedSpellingIsTheSame) {
  const numbered_array array{"'<f8'", 8, false, {4, 5, 6}, true};
  const auto bytes = array.file();
  const nopy::npy_file opened(source::memory(bytes));
  const auto window = opened.region<double, 3>({1, 2, 3}, {2, 2, 3});
  EXPECT_EQ(window(0, 0, 0), static_cast<double>(array.position({1, 2, 3})));
  EXPECT_EQ(window(1, 1, 2), static_cast<double>(array.position({2, 3, 5})));
  const auto wrong = opened.try_region<double, 2>({1, 2}, {2, 2});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code(), errc::rank_mismatch);
}

TEST(Chunks, CoverTheArrayOnceInFileOrder) {
  generator random(3);
  for (int round = 0; round < 300; ++round) {
    const numbered_array array = random_array(random);
    const auto bytes = array.file();
    const auto opened = nopy::npy_file::open(source::memory(bytes));
    ASSERT_TRUE(opened);
    const std::uint64_t most = 1 + below(random, 3000);
    std::vector<std::byte> joined;
    const auto done = opened->for_each_chunk(
        most, [&](const region& where, const nopy::any_view& block) -> nopy::result<void> {
          EXPECT_TRUE(block.bytes().size() <= most || where.extents.count() == 1);
          EXPECT_EQ(block.shape(), where.extents);
          const auto again = opened->try_region(where);
          EXPECT_TRUE(again);
          joined.insert(joined.end(), block.bytes().begin(), block.bytes().end());
          return {};
        });
    ASSERT_TRUE(done) << done.error().message();
    const std::span<const std::byte> data(bytes);
    EXPECT_EQ(joined, nopy::test::bytes_of(data.subspan(opened->header().data_offset)))
        << text_of(array, {}) << " by " << most;
  }
}

TEST(Chunks, AreWholeRowsAndStopWhenTheBodySaysSo) {
  const numbered_array array{"'<i2'", 2, false, {10, 4}, false};
  const auto bytes = array.file();
  const nopy::npy_file opened(source::memory(bytes));
  int blocks = 0;
  const auto done = opened.for_each_chunk(
      30, [&](const region& where, const nopy::any_view&) -> nopy::result<void> {
        EXPECT_EQ(where.start, (shape{static_cast<std::uint64_t>(3 * blocks), 0}));
        EXPECT_EQ(where.extents, (shape{3, 4}));
        if (++blocks == 2) return nopy::error(errc::cancelled, "enough");
        return {};
      });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().parts().summary, "enough");
  EXPECT_EQ(blocks, 2);
}

TEST(Files, JoinedAlongTheFirstAxisReadAsOne) {
  const nopy::test::temporary_folder folder;
  const std::uint64_t rows[] = {3, 0, 1, 5, 2};
  std::vector<source> parts;
  std::vector<std::string> paths;
  std::uint32_t next = 0;
  for (const std::uint64_t count : rows) {
    std::vector<std::uint32_t> values(count * 4);
    for (auto& value : values) value = next++;
    paths.push_back(folder.write(std::to_string(paths.size()) + ".npy",
                                 npy_stream("'<u4'", text_of(shape{count, 4}))
                                     .data(std::as_bytes(std::span(values)))
                                     .bytes()));
  }
  for (const auto& path : paths) parts.emplace_back(path);
  const auto joined = nopy::npy_files::open(parts);
  ASSERT_TRUE(joined) << joined.error().message();
  EXPECT_EQ(joined->header().shape, (shape{11, 4}));
  const numbered_array whole{"'<u4'", 4, false, {11, 4}, false};
  generator random(5);
  for (int round = 0; round < 300; ++round) {
    const region part = random_region(random, whole.extents);
    for (const bool fortran : {false, true}) {
      SCOPED_TRACE(text_of(whole, part) + (fortran ? " to F" : " to C"));
      nopy::load_request request = nopy::request_for<double>(2);
      request.order = fortran ? nopy::order::fortran : nopy::order::c;
      std::vector<double> got(part.extents.count());
      const auto read = joined->try_read_as(part, request, std::as_writable_bytes(std::span(got)));
      ASSERT_TRUE(read) << read.error().message();
      const auto numbers = whole.window(part, fortran);
      ASSERT_EQ(got, std::vector<double>(numbers.begin(), numbers.end()));
    }
  }
}

TEST(Files, ThatDoNotFitTogetherAreNamed) {
  const nopy::test::temporary_folder folder;
  const auto first = folder.write("a.npy", npy_stream("'<f4'", "(0, 4)").bytes());
  const struct {
    const char* name;
    npy_stream stream;
    errc code;
  } rows[] = {
      {"type.npy", npy_stream("'<f8'", "(0, 4)"), errc::type_mismatch},
      {"shape.npy", npy_stream("'<f4'", "(0, 5)"), errc::shape_mismatch},
      {"rank.npy", npy_stream("'<f4'", "(0,)"), errc::shape_mismatch},
      {"order.npy", npy_stream("'<f4'", "(0, 4)", true), errc::order_mismatch},
  };
  for (const auto& row : rows) {
    const auto other = folder.write(row.name, row.stream.bytes());
    const source parts[] = {first, other};
    const auto joined = nopy::npy_files::open(parts);
    ASSERT_FALSE(joined) << row.name;
    EXPECT_EQ(joined.error().code(), row.code) << row.name;
    EXPECT_EQ(joined.error().parts().subject, other) << row.name;
  }
  EXPECT_FALSE(nopy::npy_files::open({}));
}

}  // namespace
