// SPDX-License-Identifier: MIT
// Members by name, position and range; what is told of names; what the reader keeps safe.
#include <nopy/npz.hpp>

#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace {

using nopy::errc;
using nopy::npz_reader;
using nopy::test::bytes_of;
using nopy::test::small_array;
using nopy::test::zip_bytes;

npz_reader opened(const std::string& archive) {
  return npz_reader(nopy::source::memory(bytes_of(archive)));
}

TEST(Reader, FindsByKeyAndByStoredName) {
  const std::string archive = zip_bytes().stored("a.npy", small_array()).stored("b", "");
  const npz_reader reader = opened(archive);
  EXPECT_EQ(reader["a"].index(), 0u);
  EXPECT_EQ(reader["a.npy"].index(), 0u);
  EXPECT_EQ(reader["b"].index(), 1u);
  EXPECT_TRUE(reader.contains("a"));
  EXPECT_FALSE(reader.contains("b.npy"));
  EXPECT_FALSE(reader.find("c"));
}

TEST(Reader, SaysWhatIsThereWhereANameIsNot) {
  const std::string archive = zip_bytes().stored("x.npy", "").stored("y.npy", "");
  const auto missing = opened(archive).try_get("z");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code(), errc::not_found);
  EXPECT_EQ(missing.error().parts().found, "x, y");
  EXPECT_EQ(missing.error().parts().subject, "memory");
  const std::string empty = zip_bytes();
  EXPECT_EQ(opened(empty).try_get("z").error().parts().found, "the archive is empty");
}

TEST(Reader, IsARangeOfMembers) {
  const std::string archive = zip_bytes().stored("x.npy", "").stored("y.npy", "").stored("z", "");
  const npz_reader reader = opened(archive);
  std::string names;
  for (const nopy::member& one : reader) names += one.name();
  EXPECT_EQ(names, "xyz");
  const std::string none = zip_bytes();
  EXPECT_TRUE(opened(none).empty());
}

TEST(Reader, ReachesEveryOneOfSeveralMembersOfOneName) {
  const std::string archive = zip_bytes().stored("a.npy", "one").stored("a.npy", "two!");
  const npz_reader reader = opened(archive);
  EXPECT_EQ(reader["a"].uncompressed_bytes(), 4u);
  EXPECT_EQ(reader.at(0).uncompressed_bytes(), 3u);
  ASSERT_EQ(reader.findings().size(), 1u);
  EXPECT_EQ(reader.findings().begin()->code(), errc::zip_duplicate);
}

TEST(Reader, TellsItsFindingsWhereSomeoneListens) {
  const std::string archive =
      zip_bytes().stored("a.npy", "one").stored("a", "two").tail("trailing");
  std::vector<errc> told;
  const auto reader = npz_reader::open(
      nopy::source::memory(bytes_of(archive)),
      {.on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); }});
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(told, (std::vector<errc>{errc::zip_corrupt, errc::zip_duplicate}));
}

TEST(Reader, GivesNamesAsUtf8WithTheirAliases) {
  const std::string archive =
      zip_bytes().stored("\x82.npy", "").stored("\u540D.npy", "").stored("a", "");
  const npz_reader reader = opened(archive);
  EXPECT_EQ(reader.at(0).name(), "\u00E9");
  EXPECT_EQ(reader.at(0).alias(), "");
  EXPECT_EQ(reader.at(1).name(), "\u03C3\u00C9\u00EC");
  EXPECT_EQ(reader.at(1).alias(), "\u540D.npy");
  EXPECT_EQ(reader["\u540D"].index(), 1u);
  EXPECT_EQ(reader.at(2).name(), "a");
}

TEST(Reader, OverItsLimitIsRefused) {
  const std::string archive = zip_bytes().stored("a", "").stored("b", "");
  const auto reader =
      npz_reader::open(nopy::source::memory(bytes_of(archive)), {.limits = {.members = 1}});
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code(), errc::limit);
}

TEST(Reader, IsSharedByManyThreads) {
  zip_bytes made;
  const auto values = nopy::test::patterned(20'000);
  const std::string array = nopy::test::array_of(values);
  for (int i = 0; i < 100; ++i) {
    const std::string name = std::to_string(i) + ".npy";
    if (i % 2 == 0)
      made.stored(name, array);
    else
      made.deflated(name, array);
  }
  made.stored("\x82.npy", array);
  const std::string archive = made;
  const npz_reader reader = opened(archive);
  const nopy::npy_file windows(reader["1"]);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 40; ++i) {
        const auto name = std::to_string((i * 7 + t * 13) % 100);
        const auto one = reader.find(name);
        const auto loaded = one->try_load<std::uint32_t, 1>();
        if (!loaded || !std::equal(loaded->begin(), loaded->end(), values.begin())) ++wrong;
        if (!one->try_verify() || !reader.find("\u00E9") || !reader.findings().empty()) ++wrong;
        const std::uint64_t start = (i * 977 + t * 3001) % 19'000;
        const auto part = windows.try_region<std::uint32_t, 1>({start}, {1000});
        if (!part ||
            !std::equal(part->begin(), part->end(), values.begin() + static_cast<long>(start)))
          ++wrong;
      }
    });
  for (auto& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
