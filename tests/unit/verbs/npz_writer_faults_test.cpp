// SPDX-License-Identifier: MIT
// Every system call of writing an archive fails, once and for good, or falls short: the file is the
// old one or the new one, a success is the new one, and nothing else stays behind.
#include <nopy/npz_write.hpp>

#include "support/replacement_faults.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

/// Small, large, gathered and streamed members, so that every call of the writer is made.
result<void> write_archive(const std::string& path, durability durability) {
  static const std::vector<double> small{1, 2, 3}, large(100'000, 4);
  static const array_view<const double, 2, layout_left> rearranged(
      large.data(), std::array<std::size_t, 2>{2, 50'000});
  auto out = npz_writer::open(path, {.durability = durability});
  if (!out) return out.error();
  for (const auto& [key, view] : {std::pair<const char*, any_view>{"small", small},
                                  {"large", large},
                                  {"rearranged", rearranged}})
    if (auto added = out->try_add(key, view); !added) return added;
  if (auto begun = out->try_begin("rows", dtype_of<double>(), {}); !begun) return begun;
  if (auto put = out->try_rows(std::as_bytes(std::span(large))); !put) return put;
  if (can_write(compression::deflated)) {
    const member_options deflate{.compression = deflated{1}};
    if (auto added = out->try_add("packed", large, deflate); !added) return added;
    if (auto begun = out->try_begin("packed rows", dtype_of<double>(), {}, deflate); !begun)
      return begun;
    if (auto put = out->try_rows(std::as_bytes(std::span(large))); !put) return put;
  }
  return out->try_close();
}

TEST(npz_writer_faults, leave_the_old_file_or_the_new_one_and_nothing_else) {
  std::size_t count = 0;
  for (const durability durability : {durability::none, durability::full}) {
    const temporary_folder folder;
    ASSERT_TRUE(write_archive(folder.file("new"), durability).has_value());
    count += try_every_fault(
        {.what = "an archive",
         .before = "the old file",
         .after = temporary_folder::read_text(folder.file("new")),
         .write = [&](const std::string& path) { return write_archive(path, durability); }});
  }
  RecordProperty("faults", static_cast<int>(count));
  EXPECT_GT(count, 300u);
}

}  // namespace
}  // namespace nopy::test
