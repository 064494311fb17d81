// SPDX-License-Identifier: MIT
// Every system call of writing an archive fails, once and for good, or falls short: the file is the
// old one or the new one, a success is the new one, and nothing else stays behind.
#include <nopy/npz_write.hpp>

#include "support/faulty_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::string old_text = "the old file";

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

/// Returns whether the fault fired.
bool one_fault(durability durability, const std::string& new_text, const fault& plan) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", old_text);
  bool fired = false, done = false;
  std::string hit;
  {
    faulty_syscalls faults(plan);
    done = write_archive(path, durability).has_value();
    fired = faults.fired();
    hit = faults.hit();
    EXPECT_EQ(faults.open_descriptors(), 0u) << hit;
  }
  const std::string now = temporary_folder::read_text(path);
  // An error of the last call, of the folder's synchronisation, leaves the whole new file.
  const bool whole = now == new_text;
  EXPECT_TRUE(done ? whole : now == old_text || (whole && hit == "fsync")) << hit;
  for (const std::string& name : folder.names()) EXPECT_EQ(name, "a.npz") << hit;
  return fired;
}

TEST(npz_writer_faults, leave_the_old_file_or_the_new_one_and_nothing_else) {
  std::size_t count = 0;
  for (const durability durability : {durability::none, durability::full}) {
    const temporary_folder folder;
    ASSERT_TRUE(write_archive(folder.file("new"), durability).has_value());
    const std::string new_text = temporary_folder::read_text(folder.file("new"));
    for (const bool persistent : {false, true}) {
      for (const int code : {ENOSPC, EIO, EINTR, EDQUOT})
        for (std::size_t n = 0;
             one_fault(durability, new_text, {.at = n, .code = code, .persistent = persistent});
             ++n)
          ++count;
      for (std::size_t n = 0;
           one_fault(durability, new_text,
                     {.at = n, .action = fault_action::shorten, .persistent = persistent});
           ++n)
        ++count;
    }
  }
  RecordProperty("faults", static_cast<int>(count));
  EXPECT_GT(count, 300u);
}

}  // namespace
}  // namespace nopy::test
