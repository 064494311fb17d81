// SPDX-License-Identifier: MIT
// Load gives what was asked for: type, order, rank; or says why not before anything is allocated.
#include <nopy/load.hpp>

#include "support/every_source.hpp"
#include "support/npy_stream.hpp"

#include <gtest/gtest.h>

struct flagged {
  std::int16_t x;
  bool on;
  bool more[3];
};
NOPY_RECORD(flagged, x, on, more);

namespace {

using nopy::errc;
using nopy::source;
using nopy::test::every_source;
using nopy::test::npy_stream;

std::vector<std::byte> fortran_2x3() {
  // C order would be 0 1 2 / 3 4 5.
  return npy_stream("'<i4'", "(2, 3)", true).values<std::int32_t>({0, 3, 1, 4, 2, 5}).bytes();
}

TEST(Load, OfTheFilesOwnTypeKeepsItsOrder) {
  const auto bytes = fortran_2x3();
  const auto any = nopy::try_load(source::memory(bytes));
  ASSERT_TRUE(any) << any.error().message();
  EXPECT_EQ(any->header().order, nopy::order::fortran);
  const auto view = any->try_as<std::int32_t, 2, nopy::layout_left>();
  ASSERT_TRUE(view);
  EXPECT_EQ((*view)(1, 0), 3);
}

TEST(Load, OfAFortranFileGivesRowMajorElements) {
  const every_source sources(fortran_2x3());
  for (const auto& [name, from] : sources.all()) {
    const auto loaded = nopy::try_load<std::int32_t, 2>(from);
    ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
    EXPECT_EQ(std::vector<std::int32_t>(loaded->begin(), loaded->end()),
              (std::vector<std::int32_t>{0, 1, 2, 3, 4, 5}))
        << name;
  }
}

TEST(Load, OfForeignByteOrderSwaps) {
  const std::byte data[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  const every_source sources(npy_stream("'>i2'", "(2,)").data(data).bytes());
  for (const auto& [name, from] : sources.all()) {
    const auto loaded = nopy::try_load<std::int16_t, 1>(from);
    ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
    EXPECT_EQ((*loaded)(0), 0x0102) << name;
    EXPECT_EQ((*loaded)(1), 0x0304) << name;
  }
}

TEST(Load, ConvertsAsCastingAllows) {
  const auto bytes = npy_stream("'<f4'", "(2,)").values<float>({1.5f, -2}).bytes();
  const auto wide = nopy::try_load<double, 1>(source::memory(bytes));
  ASSERT_TRUE(wide) << wide.error().message();
  EXPECT_EQ((*wide)(0), 1.5);
  const auto exact =
      nopy::try_load<double, 1>(source::memory(bytes), {.casting = nopy::casting::none});
  ASSERT_FALSE(exact);
  EXPECT_EQ(exact.error().code(), errc::type_mismatch);
  EXPECT_EQ(exact.error().parts().subject, "memory");
}

TEST(Load, AValueThatDoesNotFitIsNamedByItsPlaceInCOrder) {
  const every_source sources(
      npy_stream("'<i4'", "(2, 3)", true).values<std::int32_t>({0, 3, 1, 4, 70000, 5}).bytes());
  for (const auto& [name, from] : sources.all()) {
    const auto loaded = nopy::try_load<std::int16_t, 2>(from);
    ASSERT_FALSE(loaded) << name;
    EXPECT_EQ(loaded.error().code(), errc::out_of_range) << name;
    EXPECT_EQ(loaded.error().offset(), 128u + 4 * 4) << name;
    EXPECT_NE(loaded.error().message().find('2'), std::string::npos) << loaded.error().message();
  }
}

TEST(Load, BoolsBecomeZeroOrOne) {
  const std::byte data[] = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{255}};
  const auto bytes = npy_stream("'|b1'", "(4,)").data(data).bytes();
  std::vector<errc> told;
  nopy::load_options options;
  options.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); };
  const auto loaded = nopy::try_load<bool, 1>(source::memory(bytes), options);
  ASSERT_TRUE(loaded) << loaded.error().message();
  const auto* raw = reinterpret_cast<const unsigned char*>(loaded->data());
  EXPECT_EQ(std::vector<int>(raw, raw + 4), (std::vector<int>{0, 1, 1, 1}));
  EXPECT_EQ(told, std::vector<errc>{errc::bool_value});
  const auto kept = nopy::try_load<nopy::boolean, 1>(source::memory(bytes));
  ASSERT_TRUE(kept);
  EXPECT_EQ((*kept)(3).byte, 255);
}

TEST(Load, BoolsOfRecordsBecomeZeroOrOne) {
  for (const char* descr : {"[('x', '<i2'), ('on', '|b1'), ('more', '|b1', (3,))]",
                            "[('x', '>i2'), ('on', '|b1'), ('more', '|b1', (3,))]"}) {
    std::vector<std::byte> data(2 * 6);
    for (std::size_t i = 2; i < 6; ++i) data[6 + i] = std::byte{0x80};
    const auto bytes = npy_stream(descr, "(2,)").data(data).bytes();
    std::vector<errc> told;
    nopy::load_options options;
    options.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); };
    const auto loaded = nopy::try_load<flagged, 1>(source::memory(bytes), options);
    ASSERT_TRUE(loaded) << loaded.error().message();
    const auto* raw = reinterpret_cast<const unsigned char*>(loaded->data());
    EXPECT_EQ(std::vector<int>(raw, raw + 12),
              (std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}))
        << descr;
    EXPECT_EQ(told, std::vector<errc>{errc::bool_value}) << descr;
  }
}

TEST(Load, WhichLongDoubleAFileHoldsIsGuessedOnlyWhereItHasToBeKnown) {
  // 1.5 and -2 as x87 numbers in 16 bytes, behind more zeros than one look takes.
  std::vector<std::byte> data(16 * 10000);
  const std::uint64_t significands[] = {0xC000000000000000, 0x8000000000000000};
  const std::uint16_t tops[] = {0x3FFF, 0xC000};
  for (std::size_t i = 0; i < 2; ++i) {
    std::memcpy(data.data() + 16 * (9000 + i), &significands[i], 8);
    std::memcpy(data.data() + 16 * (9000 + i) + 8, &tops[i], 2);
  }
  const every_source sources(npy_stream("'<f16'", "(10000,)").data(data).bytes());
  for (const auto& [name, from] : sources.all()) {
    std::vector<errc> told;
    nopy::load_options options;
    options.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); };
    const auto any = nopy::try_load(from, options);
    ASSERT_TRUE(any) << name << ": " << any.error().message();
    EXPECT_EQ(any->dtype().coding(), nopy::coding::extended) << name;
    EXPECT_TRUE(told.empty()) << name;
    const auto loaded = nopy::try_load<double, 1>(from, options);
    ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
    EXPECT_EQ((*loaded)(9000), 1.5) << name;
    EXPECT_EQ((*loaded)(9001), -2.0) << name;
    EXPECT_EQ(told, std::vector<errc>{errc::long_double_guess}) << name;
  }
}

TEST(Load, AnotherRankIsSaid) {
  const auto bytes = fortran_2x3();
  const auto loaded = nopy::try_load<std::int32_t, 3>(source::memory(bytes));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code(), errc::rank_mismatch);
  EXPECT_EQ(loaded.error().parts().found, "2 dimensions, shape (2, 3)");
  EXPECT_EQ(loaded.error().parts().expected, "3 dimensions");
  const auto any = nopy::try_load<std::int32_t>(source::memory(bytes));
  ASSERT_TRUE(any);
  EXPECT_EQ(any->rank(), 2u);
}

TEST(Load, OfNoElementsAndOfOne) {
  const auto none = npy_stream("'<f8'", "(3, 0, 5)").bytes();
  const auto loaded = nopy::try_load<double, 3>(source::memory(none));
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->size(), 0u);
  EXPECT_EQ(loaded->extent(2), 5u);
  const auto one = npy_stream("'<f8'", "()").values<double>({2.5}).bytes();
  const auto scalar = nopy::try_load<double, 0>(source::memory(one));
  ASSERT_TRUE(scalar) << scalar.error().message();
  EXPECT_EQ((*scalar)(), 2.5);
}

TEST(Load, ItemsOfNoBytesNeedNoData) {
  const auto bytes = npy_stream("'|V0'", "(1000000000000,)").bytes();
  const auto loaded = nopy::try_load(source::memory(bytes));
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->memory().size_bytes(), 0u);
}

TEST(Load, ObjectsAreNeverLoadedAsValues) {
  const every_source sources(npy_stream("'|O'", "(2,)").values<char>({'\x80', 'x', '.'}).bytes());
  for (const auto& [name, from] : sources.all()) {
    EXPECT_TRUE(nopy::try_read_header(from)) << name;
    const auto loaded = nopy::try_load(from);
    ASSERT_FALSE(loaded) << name;
    EXPECT_EQ(loaded.error().code(), errc::object_dtype) << name;
    EXPECT_NE(loaded.error().hint().find("nopy show"), std::string_view::npos);
  }
}

TEST(Load, TheCallersLimitIsHeldBeforeAllocating) {
  const auto bytes = npy_stream("'<f4'", "(4,)").values<float>({1, 2, 3, 4}).bytes();
  const nopy::load_options options{.limits = {.array_bytes = 16}};
  EXPECT_TRUE((nopy::try_load<float, 1>(source::memory(bytes), options)));
  const auto wide = nopy::try_load<double, 1>(source::memory(bytes), options);
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().code(), errc::too_large);
  const auto small = nopy::try_load(source::memory(bytes), {.limits = {.array_bytes = 15}});
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().code(), errc::too_large);
}

TEST(LoadInto, FillsMemoryOfTheSameShape) {
  const every_source sources(fortran_2x3());
  for (const auto& [name, from] : sources.all()) {
    std::int64_t wide[6] = {};
    const auto done = nopy::try_load_into(
        from, nopy::array_view<std::int64_t, 2>(wide, nopy::extents<2>(nopy::shape{2, 3})));
    ASSERT_TRUE(done) << name << ": " << done.error().message();
    EXPECT_EQ(wide[1], 1) << name;
    EXPECT_EQ(wide[3], 3) << name;
    std::int32_t same[6] = {};
    ASSERT_TRUE(nopy::try_load_into(from, nopy::array_view<std::int32_t, 2, nopy::layout_left>(
                                              same, nopy::extents<2>(nopy::shape{2, 3}))));
    EXPECT_EQ(same[1], 3) << name;
  }
}

TEST(LoadInto, AnotherShapeIsSaid) {
  const auto bytes = fortran_2x3();
  std::int32_t into[6] = {};
  const auto done = nopy::try_load_into(
      source::memory(bytes),
      nopy::array_view<std::int32_t, 2>(into, nopy::extents<2>(nopy::shape{3, 2})));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), errc::shape_mismatch);
  EXPECT_EQ(done.error().parts().found, "(2, 3)");
  EXPECT_EQ(done.error().parts().expected, "(3, 2)");
}

TEST(LoadInto, AVectorTakesTheArraysSize) {
  const auto bytes = fortran_2x3();
  std::vector<double> into(100);
  nopy::shape extents;
  nopy::load_into(source::memory(bytes), into, &extents);
  EXPECT_EQ(into, (std::vector<double>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(extents, (nopy::shape{2, 3}));
}

TEST(LoadInto, AVectorStaysAsItWasWhereTheFileIsRefused) {
  struct row {
    const char* descr;
    const char* extents;
    errc expected;
  };
  const row rows[] = {
      {"'<f8'", "(1000000000000,)", errc::data_truncated},
      {"'|O'", "(1000000000000,)", errc::object_dtype},
      {"'|S5'", "(0,)", errc::type_mismatch},
      {"'|V0'", "(1000000000000,)", errc::type_mismatch},
  };
  for (const row& one : rows) {
    const auto bytes = npy_stream(one.descr, one.extents).bytes();
    std::vector<double> into{1, 2, 3};
    try {
      nopy::load_into(source::memory(bytes), into);
      ADD_FAILURE() << one.descr << " was loaded";
    } catch (const nopy::exception& refused) {
      EXPECT_EQ(refused.error().code(), one.expected) << refused.what();
    }
    EXPECT_EQ(into, (std::vector<double>{1, 2, 3})) << one.descr;
  }
}

TEST(LoadInto, AVectorIsEmptyWhereReadingTheDataFails) {
  const auto wide = npy_stream("'<i8'", "(3,)").values<std::int64_t>({1, 2, 1000}).bytes();
  std::vector<std::int8_t> into{1, 2, 3, 4, 5};
  EXPECT_THROW(nopy::load_into(source::memory(wide), into), nopy::exception);
  EXPECT_TRUE(into.empty());

  std::vector<std::int64_t> cancelled{7};
  nopy::load_options options;
  options.progress = [](const nopy::progress&) { return false; };
  EXPECT_THROW(nopy::load_into(source::memory(wide), cancelled, nullptr, options), nopy::exception);
  EXPECT_TRUE(cancelled.empty());
}

TEST(LoadInto, AVectorTellsEveryFindingOnce) {
  auto bytes = fortran_2x3();
  bytes.push_back(std::byte{0});
  std::vector<errc> told;
  nopy::load_options options;
  options.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); };
  std::vector<std::int32_t> into;
  nopy::load_into(source::memory(bytes), into, nullptr, options);
  EXPECT_EQ(told, std::vector<errc>{errc::trailing_bytes});
}

TEST(LoadAll, GivesEveryArrayOfASource) {
  auto bytes = npy_stream("'<f4'", "(2,)").values<float>({1, 2}).bytes();
  const auto second = fortran_2x3();
  bytes.insert(bytes.end(), second.begin(), second.end());
  const every_source sources(bytes);
  for (const auto& [name, from] : sources.all()) {
    std::vector<errc> told;
    nopy::load_options options;
    options.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); };
    const auto all = nopy::load_all(from, options);
    ASSERT_EQ(all.size(), 2u) << name;
    EXPECT_EQ(all[0].shape(), nopy::shape{2}) << name;
    EXPECT_EQ(all[1].shape(), (nopy::shape{2, 3})) << name;
    EXPECT_TRUE(told.empty()) << name;
  }
}

TEST(LoadAll, TheFirstBadArrayIsThrownWithItsPlace) {
  auto bytes = npy_stream("'<f4'", "(2,)").values<float>({1, 2}).bytes();
  const std::size_t first = bytes.size();
  bytes.resize(first + 20, std::byte{'?'});
  try {
    (void)nopy::load_all(source::memory(bytes));
    FAIL() << "nothing was thrown";
  } catch (const nopy::exception& e) {
    EXPECT_EQ(e.error().code(), errc::bad_magic);
    EXPECT_EQ(e.error().offset(), first);
  }
}

TEST(Load, ProgressIsToldAndCanStop) {
  std::vector<std::byte> data(40 << 20);
  const every_source sources(npy_stream("'|u1'", "(41943040,)").data(data).bytes());
  for (const auto& each : sources.all()) {
    std::uint64_t last = 0;
    std::size_t calls = 0;
    nopy::load_options options;
    options.progress = [&](const nopy::progress& now) {
      EXPECT_GT(now.done_bytes, last) << each.name;
      EXPECT_EQ(now.total_bytes, data.size()) << each.name;
      last = now.done_bytes;
      ++calls;
      return true;
    };
    ASSERT_TRUE(nopy::try_load(each.source, options)) << each.name;
    EXPECT_EQ(last, data.size()) << each.name;
    EXPECT_GE(calls, 3u) << each.name;
    calls = 0;
    options.progress = [&](const nopy::progress&) { return ++calls < 2; };
    const auto stopped = nopy::try_load(each.source, options);
    ASSERT_FALSE(stopped) << each.name;
    EXPECT_EQ(stopped.error().code(), errc::cancelled) << each.name;
    EXPECT_EQ(calls, 2u) << each.name;
  }
}

}  // namespace
