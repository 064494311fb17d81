// SPDX-License-Identifier: MIT
// One open archive serves many threads, and parent and child after a fork: every read is
// positional. Meant to be run under TSan too.
#include <nopy/npz.hpp>

#include "support/codec_streams.hpp"
#include "support/counted.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <random>
#include <thread>

namespace {

using nopy::npz_reader;
using nopy::test::array_of;
using nopy::test::patterned;
using nopy::test::zip_bytes;

/// Members of every method this build reads, and one whose CRC is wrong.
std::string archive_of(const std::vector<std::uint32_t>& values) {
  const std::string text = array_of(values, "(300, 500)");
  zip_bytes made;
  made.stored("s.npy", text).deflated("d.npy", text).stored("\xE9.npy", text);
  if (const auto zstd = nopy::test::zstd_of(text)) made.add("z.npy", 93, *zstd, text);
  if (const auto lzma = nopy::test::lzma_of(text)) made.add("l.npy", 14, *lzma, text);
  if (const auto bzip2 = nopy::test::bzip2_of(text)) made.add("b.npy", 12, *bzip2, text);
  return made.stored("bad.npy", text).break_crc();
}

/// Reads at random by every verb; what was wrong.
int wrong_reads(const npz_reader& reader, const std::vector<nopy::npy_file>& files,
                const std::vector<std::uint32_t>& values, unsigned seed, int rounds) {
  int wrong = 0;
  std::mt19937 random(seed);
  for (int round = 0; round < rounds; ++round) {
    const std::size_t index = random() % files.size();
    const nopy::member one = reader.at(index);
    wrong += one.name().empty() || !reader.find(one.name());
    switch (random() % 4) {
      case 0: {
        const auto loaded = one.try_load<std::uint32_t, 2>();
        wrong += !loaded || !std::equal(values.begin(), values.end(), loaded->begin());
        break;
      }
      case 1:
        wrong += !one.try_verify() || reader["bad"].try_verify();
        break;
      case 2: {
        if (!one.mappable()) break;
        const auto mapped = one.try_map<nopy::packed<std::uint32_t>, 2>();
        wrong += !mapped || (*mapped)(299, 499) != values.back();
        break;
      }
      default: {
        const std::size_t row = random() % 290, column = random() % 490;
        const auto part = files[index].try_region<std::uint32_t, 2>({row, column}, {10, 10});
        if (!part) {
          ++wrong;
          break;
        }
        for (std::size_t i = 0; i < 100; ++i)
          wrong += (*part)(i / 10, i % 10) != values[(row + i / 10) * 500 + column + i % 10];
      }
    }
  }
  return wrong;
}

class Sharing : public testing::Test {
 protected:
  [[nodiscard]] std::vector<nopy::npy_file> opened() const {
    std::vector<nopy::npy_file> files;
    for (std::size_t i = 0; i + 1 < reader.size(); ++i) files.emplace_back(reader.at(i));
    return files;
  }
  std::vector<std::uint32_t> values = patterned(150'000);
  nopy::test::temporary_folder folder;
  npz_reader reader{folder.write("a.npz", archive_of(values))};
};

TEST_F(Sharing, EightThreadsReadOneArchive) {
  const auto files = opened();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] { wrong += wrong_reads(reader, files, values, seed, 25); });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
}

// 8 x 10^5 reads where NOPY_LONG is set: small members, so that nearly all of it is what threads share.
TEST_F(Sharing, EightThreadsReadSmallMembersAHundredThousandTimes) {
  const std::vector<std::uint32_t> few = patterned(60);
  const std::string text = array_of(few, "(6, 10)");
  const npz_reader small(
      folder.write("small.npz", zip_bytes().stored("s.npy", text).deflated("d.npy", text).str()));
  const std::size_t rounds = nopy::test::samples(1'000, 100);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] {
      for (std::size_t round = seed; round < rounds + seed; ++round) {
        const nopy::member one = small[round % 2 == 0 ? "s" : "d"];
        if (round % 7 == 0) wrong += !one.try_verify();
        const auto loaded = one.try_load<std::uint32_t, 2>();
        wrong += !loaded || !std::equal(few.begin(), few.end(), loaded->begin());
      }
    });
  for (std::thread& one : threads) one.join();
  nopy::test::say_count(8 * rounds, "reads by eight threads");
  EXPECT_EQ(wrong, 0);
}

TEST_F(Sharing, ParentAndChildReadAnArchiveOpenedBeforeTheFork) {
  const auto files = opened();
  ASSERT_EQ(wrong_reads(reader, files, values, 1, 10), 0);  // decoders stand somewhere
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(wrong_reads(reader, files, values, 2, 40) == 0 ? 0 : 1);
  EXPECT_EQ(wrong_reads(reader, files, values, 3, 40), 0);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
