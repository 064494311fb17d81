// SPDX-License-Identifier: MIT
// What an error says, and that it says it without memory.
#include <nopy/error.hpp>
#include <nopy/memory.hpp>

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::error;

TEST(Error, AMessageNamesSubjectFoundExpectedOffsetHintAndKind) {
  const error e({.code = errc::data_truncated,
                 .offset = 427,
                 .subject = "imu.npy",
                 .summary = "the data ends early",
                 .found = "299 bytes",
                 .expected = "800 bytes",
                 .hint = "copy the file again"});
  EXPECT_EQ(e.message(),
            "imu.npy: the data ends early\n"
            "  found     299 bytes\n"
            "  expected  800 bytes\n"
            "  at        byte 427\n"
            "  hint      copy the file again\n"
            "  [data_truncated]");
}

TEST(Error, AnErrorWithoutTextKeepsItsKindAndSaysItsSummary) {
  EXPECT_EQ(error(errc::out_of_memory).message(), "memory ran out\n  [out_of_memory]");
  EXPECT_EQ(error(errc::cancelled).code(), errc::cancelled);
}

TEST(Error, ASecondSubjectStandsBeforeTheFirst) {
  const error e =
      error(errc::zip_crc, "the checksum does not match").about("a.npy").about("run.npz");
  EXPECT_EQ(e.parts().subject, "run.npz!a.npy");
}

TEST(Error, ASubjectCanNeitherEndAMessageNorBeginALineOfIt) {
  using namespace std::string_view_literals;
  const error e = error(errc::zip_crc, "damaged").about("a\0b\nc\x1b[1m\x7f\u00E4.npy"sv);
  EXPECT_EQ(e.parts().subject, "a\0b\nc\x1b[1m\x7f\u00E4.npy"sv);
  EXPECT_EQ(e.message(), "a\\x00b\\x0ac\\x1b[1m\\x7f\u00E4.npy: damaged\n  [zip_crc]");
}

TEST(Error, CopiesShareAndMovedFromErrorsAreDestroyed) {
  error a(errc::io, "x");
  error b = a;
  error c = std::move(a);
  a = b;
  EXPECT_EQ(c.message(), a.message());
}

TEST(Error, AMovedFromErrorCanStillBeAsked) {
  error a(errc::io, "x");
  const error b = std::move(a);
  EXPECT_EQ(a.code(), errc::usage);
  EXPECT_EQ(b.code(), errc::io);
}

TEST(Result, AFailureThatWasMovedFromIsNoSuccess) {
  nopy::result<void> failed = error(errc::io, "x");
  const nopy::result<void> taken = std::move(failed);
  EXPECT_FALSE(failed);
  EXPECT_FALSE(taken);
  nopy::result<void> assigned;
  assigned = std::move(failed);
  EXPECT_FALSE(failed);
  EXPECT_EQ(assigned.error().code(), errc::io);
}

TEST(Result, HoldsAValueOrAnErrorAndCopiesBoth) {
  nopy::result<std::string> good(std::string("abc"));
  nopy::result<std::string> bad = error(errc::usage);
  nopy::result<std::string> copy = good;
  copy = bad;
  EXPECT_FALSE(copy);
  copy = good;
  EXPECT_EQ(*copy, "abc");
  EXPECT_EQ(bad.value_or("other"), "other");
  EXPECT_THROW((void)bad.value(), nopy::exception);
}

TEST(Result, OfNothingIsSuccessByDefault) {
  nopy::result<void> good;
  EXPECT_TRUE(good);
  nopy::result<void> bad = error(errc::limit, "x");
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().code(), errc::limit);
}

TEST(Memory, TheLastOwnerGivesTheBlockBack) {
  int given_back = 0;
  std::byte block[8];
  {
    auto made = nopy::memory::adopt(
        block, [](void*, std::size_t, void* n) { ++*static_cast<int*>(n); }, &given_back);
    ASSERT_TRUE(made);
    const nopy::memory part = made->part(2, 3);
    *made = nopy::memory();
    EXPECT_EQ(given_back, 0);
    EXPECT_EQ(part.data(), block + 2);
    EXPECT_EQ(part.size_bytes(), 3u);
  }
  EXPECT_EQ(given_back, 1);
}

}  // namespace
