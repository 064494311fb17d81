// SPDX-License-Identifier: MIT
// Every way of computing the CRC gives the same, and the values everybody knows.
#include "deflate/crc32.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

using nopy::deflate::crc32;

TEST(Crc32, GivesThePublishedValues) {
  struct row {
    std::string_view text;
    std::uint32_t crc;
  };
  for (const row& each : {row{"", 0}, row{"a", 0xE8B7BE43}, row{"123456789", 0xCBF43926},
                          row{"The quick brown fox jumps over the lazy dog", 0x414FA339}})
    EXPECT_EQ(crc32(0, std::as_bytes(std::span(each.text))), each.crc) << each.text;
}

TEST(Crc32, EveryWayAgreesAtEveryLengthAndAddress) {
  std::mt19937 random(1);
  std::vector<std::byte> bytes(2000);
  for (std::byte& each : bytes) each = static_cast<std::byte>(random());
  const auto ways = nopy::deflate::crc32_ways();
  for (std::size_t start = 0; start < 17; ++start)
    for (std::size_t count = 0; count < 700; ++count) {
      const auto part = std::span<const std::byte>(bytes).subspan(start, count);
      const std::uint32_t expected = ways[0].run(7, part);
      for (const auto& way : ways) {
        if (!way.runs_here()) continue;
        ASSERT_EQ(way.run(7, part), expected)
            << way.name << " of " << count << " bytes at " << start;
      }
    }
}

TEST(Crc32, OfTwoPartsJoinsFromTheirCrcs) {
  std::mt19937 random(2);
  std::vector<std::byte> bytes(3000);
  for (std::byte& each : bytes) each = static_cast<std::byte>(random());
  const std::span<const std::byte> whole(bytes);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, bytes.size()})
    EXPECT_EQ(nopy::deflate::crc32_join(crc32(0, whole.first(cut)), crc32(0, whole.subspan(cut)),
                                        bytes.size() - cut),
              crc32(0, whole));
}

}  // namespace
