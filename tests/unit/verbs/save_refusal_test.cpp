// SPDX-License-Identifier: MIT
// What save and create refuse, and that they refuse it before anything is made.
#include <nopy/save.hpp>

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::byte some[64]{};

struct refusal_row {
  const char* why;
  any_view view;
  errc code;
};

TEST(save_refusal, happens_before_anything_is_made) {
  const std::span<const std::byte> bytes(some);
  const std::uint64_t half = std::uint64_t{1} << 63;
  const dtype f8 = dtype_of<double>();
  const refusal_row rows[] = {
      {"objects", any_view(dtype::object(), {8}, bytes), errc::object_dtype},
      {"too many bytes", any_view(f8, {7}, bytes), errc::usage},
      {"too few bytes", any_view(f8, {3, 3}, bytes), errc::usage},
      {"no bytes", any_view(f8, {}, {}), errc::usage},
      {"a product beyond 64 bits", any_view(f8, {half, 4}, {}), errc::too_large},
      {"a product beyond 63 bits", any_view(f8, {half / 8, 1}, {}), errc::too_large},
      {"an extent no reader takes", any_view(f8, {half / 2, 4, 0}, {}), errc::too_large},
      {"many items of no bytes", any_view(dtype::bytes(0), {UINT64_MAX}, {}), errc::too_large},
  };
  for (const refusal_row& row : rows) {
    const temporary_folder folder;
    const auto refused = try_save(folder.file("a.npy"), row.view);
    ASSERT_FALSE(refused.has_value()) << row.why;
    EXPECT_EQ(refused.error().code(), row.code) << row.why;
    EXPECT_EQ(refused.error().offset(), no_offset) << row.why;
    EXPECT_EQ(refused.error().parts().subject, folder.file("a.npy")) << row.why;
    EXPECT_EQ(folder.entry_count(), 0u) << row.why;
  }
}

TEST(save_refusal, of_a_name_that_is_taken_leaves_it_as_it_was) {
  const temporary_folder folder;
  const auto path = folder.write("a.npy", "precious");
  const auto refused = try_save(path, std::vector<int>{1}, {.existing = existing::refuse});
  EXPECT_EQ(refused.error().code(), errc::exists);
  const auto kept = try_create(path, dtype_of<int>(), {1});
  EXPECT_EQ(kept.error().code(), errc::exists);
  EXPECT_EQ(temporary_folder::read_text(path), "precious");
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(save_refusal, of_create_is_that_of_save) {
  const temporary_folder folder;
  EXPECT_EQ(try_create(folder.file("a"), dtype::object(), {1}).error().code(), errc::object_dtype);
  EXPECT_EQ(try_create(folder.file("a"), dtype_of<int>(), {UINT64_MAX, 2}).error().code(),
            errc::too_large);
  EXPECT_EQ(folder.entry_count(), 0u);
}

TEST(save_progress, counts_up_to_the_whole_and_can_stop_without_a_trace) {
  const temporary_folder folder;
  const std::vector<std::uint8_t> values(std::size_t{40} << 20);
  std::vector<std::uint64_t> seen;
  const auto note = [&seen](const progress& now) {
    EXPECT_EQ(now.total_bytes, std::uint64_t{40} << 20);
    seen.push_back(now.done_bytes);
    return true;
  };
  ASSERT_TRUE(try_save(folder.file("a"), values, {.progress = note}).has_value());
  EXPECT_GE(seen.size(), 3u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), std::uint64_t{40} << 20);
  for (const std::uint64_t last : {seen.front(), seen.back()}) {
    folder.write("a", "old");
    const auto stop = [last](const progress& now) { return now.done_bytes < last; };
    const auto stopped = try_save(folder.file("a"), values, {.progress = stop});
    EXPECT_EQ(stopped.error().code(), errc::cancelled);
    EXPECT_EQ(folder.entry_count(), 1u);
    EXPECT_EQ(temporary_folder::read_text(folder.file("a")), "old");
  }
}

}  // namespace
}  // namespace nopy::test
