// SPDX-License-Identifier: MIT
// The decoder asks for few ranges, none beyond the source, and says the same however it is fed.
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using nopy::byte_range;
using nopy::errc;
using nopy::core::header_decoder;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;

struct pulled {
  std::vector<byte_range> ranges;
  nopy::result<nopy::header> header;
};

pulled pull(const std::string& file, std::uint64_t total, nopy::header_options options = {}) {
  header_decoder decoder(total, options);
  pulled all{{}, nopy::error(errc::usage)};
  while (const auto wanted = decoder.wants()) {
    all.ranges.push_back(*wanted);
    const auto from = std::min<std::uint64_t>(wanted->offset, file.size());
    const auto fed = decoder.feed(bytes_of(std::string_view(file).substr(from, wanted->count)));
    if (!fed) {
      all.header = fed.error();
      return all;
    }
    if (all.ranges.size() > 10) {
      ADD_FAILURE() << "it asks without end";
      return all;
    }
  }
  all.header = decoder.header();
  return all;
}

std::string wide_record() {
  std::string fields = "[";
  for (int i = 0; i < 500; ++i) fields += "('f" + std::to_string(i) + "', '<f4'), ";
  return npy_bytes().dict(fields + "]", "(1,)").pad(64).zeros(2000);
}

TEST(Pull, AnOrdinaryHeaderTakesOneRange) {
  const std::string file = npy_bytes().dict("'<f8'").pad(64).zeros(24);
  const pulled one = pull(file, file.size());
  EXPECT_EQ(one.ranges, (std::vector<byte_range>{{0, file.size()}}));
  EXPECT_TRUE(one.header);
}

TEST(Pull, ALongHeaderTakesTwoRanges) {
  const std::string file = wide_record();
  const pulled one = pull(file, file.size());
  ASSERT_EQ(one.ranges.size(), 2u);
  EXPECT_EQ(one.ranges[0], (byte_range{0, 4096}));
  EXPECT_EQ(one.ranges[1], (byte_range{0, one.header->data_offset + 1}));
  EXPECT_EQ(one.header->dtype.fields().size(), 500u);
}

TEST(Pull, NothingIsAskedForFromAnEmptySource) {
  const pulled one = pull("", 0);
  EXPECT_EQ(one.ranges, (std::vector<byte_range>{{0, 0}}));
  EXPECT_EQ(one.header.error().code(), errc::bad_magic);
}

TEST(Pull, AStreamOfUnknownLengthIsNotHeldAgainstIt) {
  std::string file = npy_bytes().dict("'<f8'", "(1000000,)").pad(64);
  file.resize(5000);
  const pulled one = pull(file, header_decoder::unknown_bytes);
  ASSERT_TRUE(one.header) << one.header.error().message();
  EXPECT_EQ(one.header->data_bytes, 8000000u);
}

TEST(Pull, AStreamThatEndsInTheFirstRangeHasAKnownLength) {
  const std::string file = npy_bytes().dict("'<f8'").pad(64).zeros(23);
  const pulled one = pull(file, header_decoder::unknown_bytes);
  EXPECT_EQ(one.header.error().code(), errc::data_truncated);
  EXPECT_EQ(one.header.error().offset(), file.size());
}

TEST(Pull, EveryPrefixIsRefusedTheSameWayByBothEntrances) {
  const std::string file = npy_bytes().dict("'<f8'").pad(64).zeros(24);
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::string part = file.substr(0, size);
    const pulled one = pull(part, size);
    const auto two = nopy::core::decode_header(bytes_of(part), size);
    ASSERT_FALSE(one.header) << size;
    ASSERT_FALSE(two) << size;
    EXPECT_EQ(one.header.error().message(), two.error().message()) << size;
  }
}

TEST(Pull, AHeaderOverTheLimitIsRefusedBeforeItIsAskedFor) {
  const std::string file = npy_bytes().magic(2, 0).length(1 << 30);
  const pulled one = pull(file, std::uint64_t{1} << 31);
  EXPECT_EQ(one.ranges.size(), 1u);
  EXPECT_EQ(one.header.error().code(), errc::header_too_large);
}

TEST(Pull, TooFewBytesForDecodeHeaderAreAMisuse) {
  const std::string file = wide_record();
  const auto decoded =
      nopy::core::decode_header(bytes_of(std::string_view(file).substr(0, 100)), file.size());
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code(), errc::usage);
}

}  // namespace
