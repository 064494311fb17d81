// SPDX-License-Identifier: MIT
// What an archive holds, as the strict reader sees it: names and bytes in the order of its directory.
#pragma once

#include <nopy/npz.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace nopy::test {

using named_bytes = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Every member, held against its CRC; nothing deviates.
[[nodiscard]] inline named_bytes contents_of(const source& archive) {
  named_bytes out;
  std::string findings;
  const load_options strict{.policy = policy::strict,
                            .on_finding = [&](const finding& one) { findings += one.message(); }};
  const auto reader = npz_reader::open(archive, strict);
  EXPECT_TRUE(reader.has_value()) << (reader ? "" : reader.error().message());
  if (!reader) return out;
  for (const member one : *reader) {
    const auto bytes = one.try_bytes();
    EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().message());
    out.emplace_back(one.stored_name(), bytes ? text_of(bytes->bytes()) : "unreadable");
  }
  EXPECT_EQ(findings, "");
  return out;
}

}  // namespace nopy::test
