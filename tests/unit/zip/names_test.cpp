// SPDX-License-Identifier: MIT
// Looking members up: NumPy's two names, code page 437, aliases, and names that several members share.
#include "zip/names.hpp"
#include "support/read_directory.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::policy;
using nopy::test::zip_bytes;
using record = zip_bytes::record;
using position = std::optional<std::size_t>;

nopy::zip::directory indexed(const std::string& archive, policy how = policy::tolerant) {
  auto read = nopy::test::read_directory(archive, how);
  EXPECT_TRUE(read) << read.error().message();
  EXPECT_TRUE(read->build_index());
  return *std::move(read);
}

TEST(Lookup, TakesTheExactNameFirst) {
  const auto all = indexed(zip_bytes().stored("a.npy", "1").stored("a", "2").stored("b.npy", "3"));
  EXPECT_EQ(all.find("a"), position(1));
  EXPECT_EQ(all.find("a.npy"), position(0));
  EXPECT_EQ(all.find("b"), position(2));
  EXPECT_EQ(all.find("b.npy"), position(2));
  EXPECT_EQ(all.find("b.npy.npy"), std::nullopt);
  EXPECT_EQ(all.find(""), std::nullopt);
  EXPECT_EQ(all.find("c"), std::nullopt);
  EXPECT_EQ(all.find(std::string(70'000, 'a')), std::nullopt) << "longer than any name";
  ASSERT_EQ(all.findings().size(), 1u) << "one key, two members";
  EXPECT_EQ(all.findings().begin()->code(), errc::zip_duplicate);
}

TEST(Lookup, TakesTheLastOfSeveral) {
  const std::string archive =
      zip_bytes().stored("a.npy", "1").stored("b.npy", "2").stored("a.npy", "3");
  const auto all = indexed(archive);
  EXPECT_EQ(all.find("a"), position(2));
  ASSERT_EQ(all.findings().size(), 1u);
  EXPECT_EQ(all.findings().begin()->code(), errc::zip_duplicate);
  EXPECT_TRUE(all.checked(0));
  const auto strict = indexed(archive, policy::strict);
  for (const std::size_t i : {0u, 2u}) {
    ASSERT_FALSE(strict.checked(i));
    EXPECT_EQ(strict.checked(i).error().code(), errc::zip_duplicate);
  }
  EXPECT_TRUE(strict.checked(1)) << "a bad member hides no good one";
}

TEST(Lookup, ReadsCodePage437) {
  const auto all = indexed(zip_bytes().stored("\x82.npy", "1"));
  EXPECT_EQ(all.find("\u00E9"), position(0));
}

TEST(Lookup, TakesAForgottenFlagAsAnAlias) {
  const auto all = indexed(zip_bytes().stored("\u540D.npy", "1").stored("plain.npy", "2"));
  EXPECT_EQ(all.find("\u540D"), position(0));
  EXPECT_EQ(all.find("\u540D.npy"), position(0));
  EXPECT_EQ(all.find("\u03C3\u00C9\u00EC"), position(0)) << "the same bytes in code page 437";
}

TEST(Lookup, TakesAUnicodePathAsAnAlias) {
  const std::string raw = "\xE9.npy";  // Latin-1
  const std::string path =
      zip_bytes::number(1, 1) + zip_bytes::number(nopy::test::slow_crc32(raw), 4) + "\u00E9.npy";
  const auto with = [&](const std::string& field) {
    return indexed(zip_bytes().stored(raw, "1").central(
        [&](record& r) { r.extra = zip_bytes::extra(0x7075, field); }));
  };
  EXPECT_EQ(with(path).find("\u00E9"), position(0));
  std::string of_another_name = path;
  of_another_name[1] ^= 1;
  std::string of_another_version = path;
  of_another_version[0] = 2;
  EXPECT_EQ(with(of_another_version).find("\u00E9"), std::nullopt);
  EXPECT_EQ(with(path.substr(0, 5) + "\xE9.npy").find("\u00E9"), std::nullopt);  // is no UTF-8
  EXPECT_EQ(with(path.substr(0, 3)).find("\u00E9"), std::nullopt);
  EXPECT_EQ(with(of_another_name).find("\u00E9"), std::nullopt);
}

TEST(Lookup, PrefersANameToAnAlias) {
  const auto all = indexed(
      zip_bytes().stored("\u00E9.npy", "alias").stored("\u00E9.npy", "name").both([](record& r) {
        r.flags |= 0x800;
      }));
  EXPECT_EQ(all.find("\u00E9"), position(1));
}

TEST(Lookup, FindsEachOfManyMembers) {
  zip_bytes many;
  for (int i = 0; i < 3000; ++i) many.stored(std::to_string(i) + ".npy", "");
  const auto all = indexed(many);
  for (std::size_t i = 0; i < 3000; ++i) ASSERT_EQ(all.find(std::to_string(i)), position(i));
  EXPECT_TRUE(all.findings().empty());
}

TEST(Lookup, TellsOfSharedNamesOnlySoOften) {
  zip_bytes many;
  for (int i = 0; i < 500; ++i) many.stored("same", "");
  const auto all = indexed(many);
  EXPECT_EQ(all.find("same"), position(499));
  EXPECT_EQ(all.findings().size(), 100u);
}

}  // namespace
