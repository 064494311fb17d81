// SPDX-License-Identifier: MIT
// What replaces a file is held to its promise when the process is killed or the power goes, at any
// moment: the file is the old one or the new one.
#pragma once

#include <nopy/options.hpp>

#include "support/crash_states.hpp"
#include "support/replacement_faults.hpp"

namespace nopy::test {

/// Visits every kill, and where the write is durable `samples` states of the disk for every moment the power may go at.
/// Returns the states visited.
inline std::size_t try_every_crash(const replacement& of, durability until, std::size_t samples) {
  const temporary_folder folder;
  const std::string path = folder.file("a");
  std::vector<std::string> names, contents;
  if (of.before) {
    folder.write("a", *of.before);
    names.push_back(path), contents.push_back(*of.before);
  }
  const recorded_syscalls record(names);
  EXPECT_TRUE(of.write(path).has_value()) << of.what;
  EXPECT_TRUE(temporary_folder::read_text(path) == of.after) << of.what;
  const crash_states after(names, contents, record.events());
  std::size_t wrong = 0;
  const auto old_or_new = [&](const std::optional<std::string>& now) {
    wrong += now != of.before && now != of.after;
  };
  std::size_t states = after.each_kill(path, old_or_new);
  if (until != durability::none) states += after.each_power_cut(path, samples, old_or_new);
  if (until == durability::full)
    after.each_end(path, samples,
                   [&](const std::optional<std::string>& now) { wrong += now != of.after; });
  EXPECT_EQ(wrong, 0u) << of.what;
  return states;
}

}  // namespace nopy::test
