// SPDX-License-Identifier: MIT
// Where an archive's bytes will lie is known before the data, and is where save_npz puts them; checksums come in parts.
#include <nopy/npz_layout.hpp>

#include <nopy/nopy.hpp>

#include "deflate/crc32.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace nopy::test {
namespace {

std::vector<std::byte> noise(std::size_t count) {
  std::mt19937 random(5);
  std::vector<std::byte> out(count);
  for (std::byte& one : out) one = static_cast<std::byte>(random());
  return out;
}

/// What a plan and the data come to, put together as several writers would: data first, records last.
std::string assembled(const npz_layout& plan, std::span<const std::span<const std::byte>> data) {
  std::string out(static_cast<std::size_t>(plan.total_bytes()), '\0');
  const auto put = [&](std::uint64_t at, std::span<const std::byte> bytes) -> result<void> {
    EXPECT_LE(at + bytes.size(), out.size());
    std::memcpy(out.data() + at, bytes.data(), bytes.size());
    return {};
  };
  std::vector<std::uint32_t> sums;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    EXPECT_EQ(plan.header(i).data_bytes, data[i].size());
    (void)put(plan.header(i).data_offset, data[i]);
    scattered_crc32 sum(data[i].size());
    sum.add(0, data[i]);
    sums.push_back(sum.value());
  }
  EXPECT_TRUE(plan.try_write_records(sums, put));
  return out;
}

TEST(ScatteredCrc32, IsThatOfTheWholeInWhateverOrderAndToWhomeverThePartsCome) {
  std::mt19937 random(7);
  for (const std::size_t count : {0u, 1u, 5u, 64u, 100'003u}) {
    const auto whole = noise(count);
    std::vector<std::size_t> cuts{0, count};
    for (int i = 0; i < 20; ++i) cuts.push_back(random() % (count + 1));
    std::sort(cuts.begin(), cuts.end());
    std::vector<std::size_t> order(cuts.size() - 1);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    scattered_crc32 one(count), other(count), joined(count);
    for (const std::size_t i : order)
      (i % 2 == 0 ? one : other)
          .add(cuts[i], std::span(whole).subspan(cuts[i], cuts[i + 1] - cuts[i]));
    joined.join(one.sum());
    joined.join(other.sum());
    EXPECT_EQ(joined.value(), deflate::crc32(0, whole)) << count;
  }
}

TEST(ScatteredCrc32, TakesForZeroWhatNobodyAdds) {
  auto whole = noise(1000);
  std::fill(whole.begin() + 100, whole.begin() + 900, std::byte{});
  scattered_crc32 sum(1000);
  sum.add(900, std::span(whole).subspan(900));
  sum.add(0, std::span(whole).first(100));
  EXPECT_EQ(sum.value(), deflate::crc32(0, whole));
  // Far beyond any memory: by squaring, since two halves of zeros are a whole of zeros.
  std::uint32_t zeros = 0;
  const std::byte none{};
  zeros = deflate::crc32(0, {&none, 1});
  for (int i = 0; i < 40; ++i) zeros = deflate::crc32_join(zeros, zeros, std::uint64_t{1} << i);
  EXPECT_EQ(scattered_crc32(std::uint64_t{1} << 40).value(), zeros);
}

TEST(NpzLayout, IsThatOfSaveNpz) {
  const std::vector<double> u{1, 2, 3, 4, 5, 6};
  const std::vector<std::uint8_t> odd(77, 9);
  const float scalar = 2.5f;
  const any_view fortran(dtype_of<double>(), {2, 3}, std::as_bytes(std::span(u)), order::fortran);
  const any_view flat(dtype_of<double>(), {6}, std::as_bytes(std::span(u)));
  const any_view single(dtype_of<float>(), {}, std::as_bytes(std::span(&scalar, 1)));
  for (const std::uint32_t alignment : {1u, 64u, 4096u}) {
    const temporary_folder folder;
    save_npz(folder.file("a.npz"),
             {{"f", fortran, {.order = order::fortran}},
              {"odd", odd},
              {"flat", flat, {.order = order::fortran}},
              {"gr\xC3\xB6\xC3\x9F"
               "e",
               single}},
             {.alignment = alignment});
    const planned_array arrays[] = {{"f", dtype_of<double>(), {2, 3}, order::fortran},
                                    {"odd", dtype_of<std::uint8_t>(), {77}},
                                    {"flat", dtype_of<double>(), {6}, order::fortran},
                                    {"gr\xC3\xB6\xC3\x9F"
                                     "e",
                                     dtype_of<float>(),
                                     {}}};
    const auto plan = npz_layout::plan(arrays, alignment);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->header(0).data_offset % alignment, 0u);
    const std::span<const std::byte> data[] = {fortran.bytes(), std::as_bytes(std::span(odd)),
                                               flat.bytes(), single.bytes()};
    EXPECT_EQ(assembled(*plan, data), temporary_folder::read_text(folder.file("a.npz")));
  }
}

TEST(NpzLayout, OfNothingIsAnEmptyArchive) {
  const temporary_folder folder;
  save_npz(folder.file("a.npz"), std::span<const named_view>{});
  const auto plan = npz_layout::plan({});
  ASSERT_TRUE(plan);
  EXPECT_EQ(assembled(*plan, {}), temporary_folder::read_text(folder.file("a.npz")));
}

TEST(NpzLayout, OfMoreThan4GiBHasTheRecordsForIt) {
  const planned_array arrays[] = {{"a", dtype_of<std::uint8_t>(), {std::uint64_t{5} << 30}},
                                  {"b", dtype_of<std::uint8_t>(), {3}}};
  const auto plan = npz_layout::plan(arrays);
  ASSERT_TRUE(plan);
  EXPECT_GT(plan->header(1).data_offset, std::uint64_t{5} << 30);
  std::string head, tail;
  const std::uint32_t sums[] = {1, 2};
  ASSERT_TRUE(
      plan->try_write_records(sums, [&](std::uint64_t at, std::span<const std::byte> bytes) {
        (at == 0 ? head : tail).assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return result<void>();
      }));
  EXPECT_EQ(head.substr(18, 8), std::string(8, '\xFF'));  // both sizes stand in the ZIP64 field
  EXPECT_NE(tail.find("PK\x06\x06"), tail.npos);
}

TEST(NpzLayout, RefusesWhatNoArchiveHolds) {
  const dtype number = dtype_of<double>();
  const struct {
    std::vector<planned_array> arrays;
    std::uint32_t alignment;
    errc expected;
    const char* subject;
  } rows[] = {{{{"a", number, {2}}, {"a", number, {3}}}, 64, errc::zip_duplicate, "a.npy"},
              {{{std::string_view("a\0b", 3), number, {2}}}, 64, errc::zip_name, nullptr},
              {{{"\xFF", number, {2}}}, 64, errc::zip_name, nullptr},
              {{{"a", dtype::object(), {2}}}, 64, errc::object_dtype, "a"},
              {{{"a", number, {std::uint64_t{1} << 61}}}, 64, errc::too_large, "a"},
              {{{"a", number, {std::uint64_t{1} << 59}}, {"b", number, {std::uint64_t{1} << 59}}},
               64,
               errc::too_large,
               "b"},
              {{{"a", number, {2}}}, 3, errc::usage, nullptr}};
  for (const auto& row : rows) {
    const auto plan = npz_layout::plan(row.arrays, row.alignment);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code(), row.expected);
    if (row.subject != nullptr) {
      EXPECT_EQ(plan.error().parts().subject, row.subject);
    }
  }
  const planned_array one[] = {{"a", number, {2}}};
  const auto plan = npz_layout::plan(one);
  const auto put = [](std::uint64_t, std::span<const std::byte>) { return result<void>(); };
  EXPECT_EQ(plan->try_write_records({}, put).error().code(), errc::usage);
  const std::uint32_t sum = 0;
  const auto full = [](std::uint64_t, std::span<const std::byte>) -> result<void> {
    return error(errc::io);
  };
  EXPECT_EQ(plan->try_write_records({&sum, 1}, full).error().code(), errc::io);
}

}  // namespace
}  // namespace nopy::test
