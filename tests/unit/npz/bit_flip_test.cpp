// SPDX-License-Identifier: MIT
// Whatever single bit of an archive is flipped, and wherever it is cut: a member gives an error, is absent, or gives
// exactly its value. Never another one.
#include <nopy/npz.hpp>

#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::npz_reader;
using nopy::policy;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;
using nopy::test::small_array;
using nopy::test::zip_bytes;

struct content {
  nopy::header header;
  std::string bytes;
};

std::string bytes_in(const nopy::memory& block) {
  return {reinterpret_cast<const char*>(block.data()),
          static_cast<std::size_t>(block.size_bytes())};
}

/// What the good archive holds, by key.
std::vector<std::pair<std::string, content>> contents_of(const std::string& archive) {
  std::vector<std::pair<std::string, content>> all;
  const npz_reader reader(nopy::source::memory(bytes_of(archive)));
  for (const nopy::member& one : reader) {
    const auto loaded = one.load();
    all.push_back({std::string(one.name()), {loaded.header(), bytes_in(loaded.memory())}});
  }
  return all;
}

/// The keys whose value is another one than in the good archive.
std::string wrong_in(const std::string& archive,
                     const std::vector<std::pair<std::string, content>>& good, policy how) {
  std::string wrong;
  const auto reader = npz_reader::open(nopy::source::memory(bytes_of(archive)), {.policy = how});
  if (!reader) return wrong;
  for (const auto& [key, value] : good) {
    const auto one = reader->find(key);
    const auto loaded = one ? one->try_load() : nopy::error(nopy::errc::not_found);
    if (!loaded) continue;
    const nopy::header& found = loaded->header();
    if (!(found.dtype == value.header.dtype) || found.shape != value.header.shape ||
        found.order != value.header.order || bytes_in(loaded->memory()) != value.bytes)
      wrong += key + ' ';
  }
  return wrong;
}

std::vector<std::pair<const char*, std::string>> archives() {
  const std::string records =
      npy_bytes().dict("[('id', '<u2'), ('at', '<f8', (2,))]", "(4,)").pad(64).zeros(72);
  const std::string other = npy_bytes().dict("'>i8'", "(2, 2)", "True").pad(64).zeros(32);
  return {{"stored", zip_bytes().stored("a.npy", small_array())},
          {"deflated", zip_bytes().deflated("a.npy", small_array())},
          {"several members", zip_bytes()
                                  .stored("a.npy", small_array())
                                  .deflated("b.npy", other)
                                  .stored("c.npy", other)
                                  .descriptor()},
          {"records", zip_bytes().deflated("r.npy", records).comment("records of two fields")},
          {"zip64",
           zip_bytes().stored("a.npy", small_array()).zip64().deflated("b.npy", other).end_64()}};
}

TEST(BitFlip, NeverGivesAnotherValue) {
  for (const auto& [name, archive] : archives()) {
    const auto good = contents_of(archive);
    ASSERT_FALSE(good.empty());
    std::string flipped = archive;
    for (std::size_t bit = 0; bit < 8 * archive.size(); ++bit) {
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      for (const policy how : {policy::tolerant, policy::strict})
        ASSERT_EQ(wrong_in(flipped, good, how), "") << name << ", bit " << bit;
      flipped[bit / 8] = archive[bit / 8];
    }
  }
}

TEST(Prefix, NeverGivesAnotherValue) {
  for (const auto& [name, archive] : archives()) {
    const auto good = contents_of(archive);
    for (std::size_t count = 0; count < archive.size(); ++count)
      for (const policy how : {policy::tolerant, policy::strict})
        ASSERT_EQ(wrong_in(archive.substr(0, count), good, how), "") << name << ", " << count;
  }
}

TEST(Prefix, OfAnArchiveWithoutCommentIsNeverOpened) {
  const std::string archive =
      zip_bytes().stored("a.npy", small_array()).deflated("b.npy", small_array());
  for (std::size_t count = 0; count < archive.size(); ++count)
    ASSERT_FALSE(npz_reader::open(nopy::source::memory(bytes_of(archive).first(count)))) << count;
}

}  // namespace
