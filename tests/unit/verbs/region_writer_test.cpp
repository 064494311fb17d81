// SPDX-License-Identifier: MIT
// Windows written into an array, held against a model that goes item by item; and what is refused.
#include <nopy/array.hpp>
#include <nopy/region.hpp>
#include <nopy/save.hpp>

#include "support/numbered_array.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace {

using nopy::any_view;
using nopy::errc;
using nopy::npy_region_writer;
using nopy::order;
using nopy::region;
using nopy::shape;
using nopy::test::generator;
using nopy::test::numbered_array;
using nopy::test::temporary_folder;

template <class T>
nopy::array_view<const T, 2> grid_of(const std::vector<T>& values, std::size_t rows,
                                     std::size_t columns) {
  return {values.data(), nopy::extents<2>(shape{rows, columns})};
}

constexpr std::uint64_t far = 200;  // numbers that the array itself does not hold, in one byte too

/// The file after a write of the numbers `far + position in the window` to a window.
std::vector<std::byte> model(const numbered_array& array, const region& part) {
  std::vector<std::uint64_t> numbers(array.extents.count());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::uint64_t next = far;
  for (const std::uint64_t at : array.window(part, false)) numbers[at] = next++;
  std::vector<std::uint64_t> in_file;
  numbered_array::walk(array.extents, array.fortran, [&](const std::vector<std::uint64_t>& index) {
    in_file.push_back(numbers[array.position(index)]);
  });
  auto bytes = array.file();
  const auto data = array.items(in_file);
  std::ranges::copy(data, bytes.end() - static_cast<std::ptrdiff_t>(data.size()));
  return bytes;
}

/// The window's numbers as they lie in memory.
std::vector<std::byte> values_of(const numbered_array& array, const region& part, order memory) {
  std::vector<std::uint64_t> numbers;
  numbered_array window = array;
  window.extents = part.extents;
  numbered_array::walk(part.extents, memory == order::fortran,
                       [&](const std::vector<std::uint64_t>& index) {
                         numbers.push_back(far + window.position(index));
                       });
  return array.items(numbers);
}

TEST(RegionWriter, EqualsAModelThatGoesItemByItem) {
  generator random(20261130);
  const temporary_folder folder;
  for (int round = 0; round < 300; ++round) {
    const numbered_array array = nopy::test::random_array(random);
    const region part = nopy::test::random_region(random, array.extents);
    const order memory = nopy::test::below(random, 2) == 0 ? order::c : order::fortran;
    SCOPED_TRACE(nopy::test::text_of(array, part));
    const std::string path = folder.write("a.npy", array.file());
    const auto file = npy_region_writer::open(path);
    ASSERT_TRUE(file) << file.error().message();
    const auto values = values_of(array, part, memory);
    const auto written = file->try_write(
        part.start, any_view(file->header().dtype, part.extents, values, memory), part.steps);
    ASSERT_TRUE(written) << written.error().message();
    ASSERT_EQ(temporary_folder::read(path), model(array, part));
  }
}

TEST(RegionWriter, TakesStridedViewsAndConvertsToTheFilesType) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  nopy::create(path, nopy::dtype::parse(">i4").value(), {3, 4});
  std::vector<double> memory{1, -1, 2, -1, 3, -1, 4, -1, 5, -1, 6, -1};
  const nopy::array_view<const double, 2, nopy::layout_stride> every_second(
      memory.data(), nopy::extents<2>(shape{2, 3}), {6, 2});
  const auto file = npy_region_writer::open(path, {.casting = nopy::casting::checked});
  ASSERT_TRUE(file);
  file->write({1, 1}, every_second);
  const auto now = nopy::load<std::int32_t, 2>(path);
  EXPECT_EQ(std::vector<std::int32_t>(now.span().begin(), now.span().end()),
            (std::vector<std::int32_t>{0, 0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6}));

  memory[0] = 1.5;
  EXPECT_EQ(file->try_write({0, 0}, every_second).error().code(), errc::out_of_range);
  const auto plain = npy_region_writer::open(path);
  EXPECT_EQ(plain->try_write({0, 0}, every_second).error().code(), errc::type_mismatch);
}

TEST(RegionWriter, CutsWhatIsLargerThanItsBlocks) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  constexpr std::size_t rows = 700;
  constexpr std::size_t columns = 900;
  nopy::create(path, nopy::dtype::parse(">f8").value(), {rows, columns + 2},
               {.order = order::fortran});
  std::vector<double> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const npy_region_writer file(path);
  file.write({0, 1}, grid_of(values, rows, columns));
  const auto now = nopy::load<double, 2>(path);
  for (std::size_t row = 0; row < rows; ++row) {
    ASSERT_EQ(now(row, 0), 0);
    ASSERT_EQ(now(row, columns + 1), 0);
    for (std::size_t column = 0; column < columns; ++column)
      ASSERT_EQ(now(row, column + 1), values[row * columns + column]);
  }
}

TEST(RegionWriter, RefusesWindowsThatAreNotTheArrays) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  nopy::create(path, nopy::dtype::parse("<u2").value(), {3, 4});
  const auto before = temporary_folder::read(path);
  const std::vector<std::uint16_t> values(12, 7);
  const auto view = [&](const shape& extents) {
    return any_view(nopy::dtype_of<std::uint16_t>(), extents,
                    std::as_bytes(std::span(values).first(extents.count())));
  };
  const npy_region_writer file(path);
  const struct {
    shape start;
    shape extents;
    shape steps;
    errc code;
  } rows[] = {
      {{0}, {4}, {}, errc::rank_mismatch},
      {{0, 0}, {4}, {}, errc::rank_mismatch},
      {{0, 0}, {4, 3}, {}, errc::out_of_range},
      {{1, 0}, {3, 4}, {}, errc::out_of_range},
      {{0, 5}, {0, 0}, {}, errc::out_of_range},
      {{UINT64_MAX, 0}, {1, 1}, {}, errc::out_of_range},
      {{0, 0}, {2, 2}, {1, 4}, errc::out_of_range},
      {{0, 0}, {2, 2}, {0, 1}, errc::usage},
      {{0, 0}, {2, 2}, {1}, errc::rank_mismatch},
  };
  for (const auto& row : rows) {
    const auto written = file.try_write(row.start, view(row.extents), row.steps);
    ASSERT_FALSE(written) << nopy::test::text_of(row.extents);
    EXPECT_EQ(written.error().code(), row.code) << written.error().message();
    EXPECT_EQ(written.error().parts().subject, path);
  }
  const any_view torn(nopy::dtype_of<std::uint16_t>(), {2, 2},
                      std::as_bytes(std::span(values).first(3)));
  EXPECT_EQ(file.try_write({0, 0}, torn).error().code(), errc::usage);
  EXPECT_EQ(temporary_folder::read(path), before);
}

TEST(RegionWriter, OpensNothingThatItCouldNotFill) {
  const temporary_folder folder;
  EXPECT_EQ(npy_region_writer::open(folder.file("none.npy")).error().code(), errc::io);
  const auto cut = folder.write("cut.npy", nopy::test::npy_stream("'<f8'", "(9,)", false).bytes());
  EXPECT_EQ(npy_region_writer::open(cut).error().code(), errc::data_truncated);
  const auto objects = folder.write("o.npy", nopy::test::npy_stream("'|O'", "(1,)", false).bytes());
  EXPECT_EQ(npy_region_writer::open(objects).error().code(), errc::object_dtype);
  EXPECT_EQ(npy_region_writer::over({}, {}).error().code(), errc::usage);
}

TEST(RegionWriter, WritesThroughACallback) {
  std::vector<std::byte> store(64);
  nopy::header of;
  of.dtype = nopy::dtype_of<std::uint8_t>();
  of.shape = {4, 4};
  of.data_offset = 16;
  std::vector<std::pair<std::uint64_t, std::size_t>> calls;
  bool broken = false;
  const npy_region_writer out =
      npy_region_writer::over(
          of,
          [&](std::uint64_t at, std::span<const std::byte> bytes) -> nopy::result<void> {
            if (broken) return nopy::error(errc::io, "the store is away");
            calls.emplace_back(at, bytes.size());
            std::ranges::copy(bytes, store.begin() + static_cast<std::ptrdiff_t>(at));
            return {};
          })
          .value();
  const std::vector<std::uint8_t> values{1, 2, 3, 4, 5, 6};
  out.write({1, 1}, grid_of(values, 2, 3));
  EXPECT_EQ(calls, (std::vector<std::pair<std::uint64_t, std::size_t>>{{21, 3}, {25, 3}}));
  EXPECT_EQ(store[16 + 5], std::byte{1});
  EXPECT_EQ(store[16 + 11], std::byte{6});
  calls.clear();
  out.write({2, 0}, grid_of(values, 1, 4));
  EXPECT_EQ(calls, (std::vector<std::pair<std::uint64_t, std::size_t>>{{24, 4}}));
  broken = true;
  EXPECT_EQ(out.try_write({0, 0}, grid_of(values, 1, 1)).error().code(), errc::io);
  EXPECT_TRUE(out.try_flush());
}

TEST(RegionWriter, LetsProcessesAndThreadsFillOneFile) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  constexpr std::size_t parts = 4;
  constexpr std::size_t columns = 30;
  nopy::create(path, nopy::dtype_of<std::uint32_t>(), {2 * parts, columns});
  const auto fill = [](const npy_region_writer& file, std::size_t row) {
    const std::vector<std::uint32_t> values(columns, static_cast<std::uint32_t>(row + 1));
    return file.try_write({row, 0}, grid_of(values, 1, columns));
  };
  std::vector<pid_t> children;
  for (std::size_t part = 0; part < parts; ++part) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto file = npy_region_writer::open(path);
      ::_exit(file && fill(*file, part) && file->try_flush() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const npy_region_writer shared(path);
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < parts; ++part)
    threads.emplace_back([&, part] { EXPECT_TRUE(fill(shared, parts + part)); });
  for (auto& thread : threads) thread.join();
  const auto now = nopy::load<std::uint32_t, 2>(path);
  for (std::size_t row = 0; row < 2 * parts; ++row)
    for (std::size_t column = 0; column < columns; ++column) ASSERT_EQ(now(row, column), row + 1);
}

TEST(RegionWriter, SaysThatAFileWasReplacedUnderIt) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  nopy::create(path, nopy::dtype_of<std::uint32_t>(), {4});
  const npy_region_writer file(path);
  EXPECT_TRUE(file.try_flush());
  ASSERT_EQ(::unlink(path.c_str()), 0);
  EXPECT_EQ(file.try_flush().error().code(), errc::changed);
}

}  // namespace
