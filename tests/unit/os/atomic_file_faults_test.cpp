// SPDX-License-Identifier: MIT
// Every system call of an atomic replacement fails once, and from then on: the old file or the new
// one is there, never a success without the new one, never a sibling, never an open descriptor.
#include "os/atomic_file.hpp"

#include "support/faulty_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include "os/writing.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::string old_text = "the old contents";
const std::string new_text = "the new contents, which are longer";

struct setting {
  nopy::existing existing;
  nopy::durability durability;
  bool is_there;
};

result<void> replace(const std::string& path, const setting& how) {
  auto made = os::atomic_file::create(path, how.existing, how.durability);
  if (!made) return made.error();
  os::write_part parts[] = {std::as_bytes(std::span(new_text))};
  if (auto written = os::write_all(made->descriptor(), parts); !written) return written;
  return made->commit();
}

/// Returns whether the fault fired.
bool one_fault(const setting& how, const fault& plan) {
  temporary_folder folder;
  const std::string path = folder.file("a");
  if (how.is_there) folder.write("a", old_text);
  bool fired = false, saved = false;
  std::string hit;
  {
    faulty_syscalls faults(plan);
    saved = replace(path, how).has_value();
    fired = faults.fired();
    hit = faults.hit();
    EXPECT_EQ(faults.open_descriptors(), 0u) << hit;
  }
  const std::string now = temporary_folder::read_text(path);
  const auto names = folder.names();
  if (saved) {
    EXPECT_EQ(now, new_text) << hit;
  } else if (hit == "fsync" && names == std::vector<std::string>{"a"} && now == new_text) {
    // Only the folder was not synchronised: the message says so, and the new file is whole.
  } else {
    EXPECT_EQ(now, how.is_there ? old_text : "") << hit;
  }
  EXPECT_LE(names.size(), 1u) << hit << ": " << names.front();
  return fired;
}

TEST(atomic_file_faults, leave_the_old_file_or_the_new_one_and_nothing_else) {
  int faults = 0;
  for (const setting& how : {setting{existing::replace, durability::none, false},
                             setting{existing::replace, durability::none, true},
                             setting{existing::replace, durability::data, true},
                             setting{existing::replace, durability::full, true},
                             setting{existing::refuse, durability::none, false},
                             setting{existing::refuse, durability::full, false}})
    for (const int code : {ENOSPC, EIO, EINTR, EDQUOT, EACCES, ENOENT})
      for (const bool persistent : {false, true})
        for (std::size_t n = 0; one_fault(how, {.at = n, .code = code, .persistent = persistent});
             ++n)
          ++faults;
  EXPECT_GT(faults, 400);
}

TEST(atomic_file_faults, short_writes_are_carried_on) {
  for (const bool persistent : {false, true})
    for (std::size_t n = 0;
         one_fault({existing::replace, durability::full, true},
                   {.at = n, .action = fault_action::shorten, .persistent = persistent});
         ++n) {
    }
}

}  // namespace
}  // namespace nopy::test
