// SPDX-License-Identifier: MIT
// What replaces a file is held to its promise under every fault: the file is the old one or the new one, a success is
// the new one, no descriptor stays open, and nothing else stays behind.
#pragma once

#include <nopy/error.hpp>

#include "support/faulty_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

namespace nopy::test {

/// A write of one file, and the file's bytes before and after it.
struct replacement {
  std::string what;
  std::optional<std::string> before;  ///< none: there is no file
  std::string after;
  std::function<result<void>(const std::string& path)> write;
};

/// Writes once under `plan`. Returns whether the fault fired.
inline bool keeps_its_promise(const replacement& of, const fault& plan) {
  const temporary_folder folder;
  const std::string path = folder.file("a");
  if (of.before) folder.write("a", *of.before);
  bool fired = false, done = false;
  std::string hit;
  {
    faulty_syscalls faults(plan);
    done = of.write(path).has_value();
    fired = faults.fired();
    hit = faults.hit();
    EXPECT_EQ(faults.open_descriptors(), 0u) << of.what << ", " << hit;
  }
  const std::string now = temporary_folder::read_text(path);
  // An error of the last call, of the folder's synchronisation, leaves the whole new file.
  const bool whole = now == of.after;
  EXPECT_TRUE(done ? whole : now == of.before.value_or("") || (whole && hit == "fsync"))
      << of.what << ", " << hit;
  for (const std::string& name : folder.names()) EXPECT_EQ(name, "a") << of.what << ", " << hit;
  return fired;
}

/// Every call fails with each error, and falls short; once, and from then on. Returns how many faults fired.
inline std::size_t try_every_fault(const replacement& of) {
  std::size_t count = 0;
  const auto every_call = [&](fault plan) {
    for (plan.at = 0; keeps_its_promise(of, plan); ++plan.at) ++count;
  };
  for (const bool persistent : {false, true}) {
    for (const int code : {ENOSPC, EIO, EINTR, EDQUOT})
      every_call({.code = code, .persistent = persistent});
    every_call({.action = fault_action::shorten, .persistent = persistent});
  }
  return count;
}

}  // namespace nopy::test
