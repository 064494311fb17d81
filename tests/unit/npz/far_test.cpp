// SPDX-License-Identifier: MIT
// An archive that is far away: what opening and listing it read, and that it is the same archive.
#include <nopy/far.hpp>
#include <nopy/npz.hpp>

#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace {

using nopy::byte_range;
using nopy::test::zip_bytes;

/// Bytes in memory that count as far away, and a log of what was read and expected.
class far_bytes final : public nopy::far_reader {
 public:
  explicit far_bytes(std::string bytes, std::uint64_t tail = 4096)
      : bytes_(std::move(bytes)), tail_(std::min<std::uint64_t>(tail, bytes_.size())) {}

  [[nodiscard]] std::uint64_t total_bytes() const noexcept override { return bytes_.size(); }
  [[nodiscard]] nopy::result<void> read_at(std::uint64_t offset,
                                           std::span<std::byte> into) const noexcept override {
    read_.push_back({offset, into.size()});
    std::memcpy(into.data(), bytes_.data() + offset, into.size());
    return {};
  }
  void expect(std::span<const byte_range> ranges) const noexcept override {
    expected_.insert(expected_.end(), ranges.begin(), ranges.end());
  }
  [[nodiscard]] std::uint64_t tail_bytes() const noexcept override { return tail_; }
  [[nodiscard]] std::string_view name() const noexcept override { return "far://run.npz"; }

  [[nodiscard]] bool read_within_tail() const {
    for (const byte_range& one : read_)
      if (one.offset < bytes_.size() - tail_) return false;
    return true;
  }
  [[nodiscard]] const std::vector<byte_range>& expected() const { return expected_; }

 private:
  std::string bytes_;
  std::uint64_t tail_;
  mutable std::vector<byte_range> read_{};
  mutable std::vector<byte_range> expected_{};
};

const std::string large(300'000, 'x');

TEST(FarArchive, IsOpenedFromTheBytesThatAreAtHand) {
  const far_bytes far(zip_bytes().stored("a", large).stored("b", large).str());
  const auto opened = nopy::npz_reader::open(nopy::source::remote(far));
  ASSERT_TRUE(opened) << opened.error().message();
  EXPECT_EQ(opened->size(), 2u);
  EXPECT_TRUE(far.read_within_tail());
  const auto bytes = opened->at(1).try_bytes();
  ASSERT_TRUE(bytes) << bytes.error().message();
  EXPECT_EQ(bytes->size_bytes(), large.size());
}

TEST(FarArchive, WithoutADirectoryInItsTailIsReadFurther) {
  const far_bytes far(zip_bytes().stored("a", large).str(), 10);
  const auto opened = nopy::npz_reader::open(nopy::source::remote(far));
  ASSERT_TRUE(opened) << opened.error().message();
  EXPECT_EQ(opened->size(), 1u);
}

TEST(FarArchive, IsLookedAtFromItsBeginningWhereThatTellsMore) {
  const far_bytes prefixed("#!/bin/sh\n" + std::string(100, '\n') + "PK");
  const auto none = nopy::npz_reader::open(nopy::source::remote(prefixed));
  EXPECT_EQ(none.error().code(), nopy::errc::bad_magic);
  EXPECT_EQ(none.error().parts().subject, "far://run.npz");
}

TEST(FarArchive, ExpectsTheHeaderOfEachMemberAtOnce) {
  const far_bytes far(zip_bytes().stored("a", large).stored("b", large).str());
  const auto opened = nopy::npz_reader::open(nopy::source::remote(far));
  ASSERT_TRUE(opened);
  opened->expect_headers();
  ASSERT_EQ(far.expected().size(), 2u);
  EXPECT_EQ(far.expected()[0], (byte_range{0, 1024}));
  EXPECT_EQ(far.expected()[1].count, 1024u);
}

}  // namespace
