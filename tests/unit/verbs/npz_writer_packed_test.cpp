// SPDX-License-Identifier: MIT
// Compressed members that nopy writes: what goes in comes out, for every method, level and size;
// rows whose count was not known are deflated behind a header that can still be patched; no stream
// has what Windows Explorer refuses.
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include "deflate/block_walk.hpp"
#include "support/read_directory.hpp"
#include "support/temporary_folder.hpp"
#include "zip/local_check.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

std::vector<std::uint16_t> values_of(std::size_t count) {
  std::vector<std::uint16_t> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<std::uint16_t>(i / 3000 % 2 == 0 ? i % 100 : i * 40503u >> 3);
  return values;
}

// They cross the bounds of a gathered write, and of a compressed piece (1 MiB, the header in it).
constexpr std::size_t counts[] = {0, 1, 3000, 524'223, 524'224, 524'225, 1'400'000};

struct packing_row {
  const char* name;
  packing how;
};
const packing_row packings[] = {{"deflated, level 1", deflated{1}},
                                {"deflated, level 9", deflated{9}},
                                {"zstd, level 1", zstd{1}},
                                {"zstd, level 9", zstd{9}},
                                {"stored", stored}};

TEST(PackedMembers, GiveBackWhatWentIn) {
  const temporary_folder folder;
  for (const auto& [name, how] : packings) {
    if (!can_write(how.method)) GTEST_SKIP() << "this build can not write " << name;
    const std::string path = folder.file("a.npz");
    write_npz(path,
              [](npz_writer& out) {
                for (const std::size_t count : counts)
                  out.add(std::to_string(count), values_of(count));
              },
              {.compression = how});
    const npz_reader reader(path, {.policy = policy::strict});
    EXPECT_TRUE(reader.findings().empty()) << name;
    for (const std::size_t count : counts) {
      const member one = reader[std::to_string(count)];
      const auto loaded = one.try_load<std::uint16_t, 1>();
      ASSERT_TRUE(loaded) << name << loaded.error().message();
      const auto expected = values_of(count);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), loaded->begin(), loaded->end()));
      EXPECT_TRUE(count <= 1 || one.compression() == how.method) << name << count;
    }
  }
}

TEST(PackedMembers, ThatWouldGrowAreStored) {
  const temporary_folder folder;
  std::vector<std::uint8_t> noise(2000);
  std::uint64_t state = 1;
  for (auto& one : noise)
    one = static_cast<std::uint8_t>((state = state * 6364136223846793005u + 1) >> 56);
  for (const packing how : {packing(deflated{}), packing(zstd{})}) {
    if (!can_write(how.method)) GTEST_SKIP() << "this build lacks a library";
    write_npz(folder.file("a.npz"),
              [&](npz_writer& out) { out.add_bytes("noise", std::as_bytes(std::span(noise))); },
              {.compression = how});
    EXPECT_EQ(npz_reader(folder.file("a.npz")).at(0).compression(), compression::stored);
  }
}

TEST(PackedRows, OfUnknownCountAreDeflated) {
  const temporary_folder folder;
  for (const profile profile : {profile::aligned, profile::numpy, profile::numpy_classic}) {
    for (const std::size_t count : counts) {
      const auto values = values_of(2 * count);
      write_npz(folder.file("a.npz"),
                [&](npz_writer& out) {
                  out.begin("rows", dtype_of<std::uint16_t>(), {2});
                  const auto bytes = std::as_bytes(std::span(values));
                  for (std::size_t at = 0; at < bytes.size(); at += 400'000)
                    out.rows(bytes.subspan(at, std::min<std::size_t>(bytes.size() - at, 400'000)));
                  out.add("behind", values);
                },
                {.compression = deflated{3}, .profile = profile});
      const npz_reader reader(folder.file("a.npz"), {.policy = policy::strict});
      EXPECT_TRUE(reader.findings().empty());
      const auto loaded = reader["rows"].try_load<std::uint16_t, 2>();
      ASSERT_TRUE(loaded) << loaded.error().message();
      EXPECT_EQ(loaded->extent(0), count);
      EXPECT_TRUE(std::equal(values.begin(), values.end(), loaded->begin(), loaded->end()));
      EXPECT_EQ(reader["rows"].compression(), compression::deflated);
      EXPECT_TRUE(reader["behind"].try_verify());
    }
  }
}

TEST(PackedRows, OfOneHeaderAreAsLongWhateverTheirCount) {
  const temporary_folder folder;
  const auto packed_bytes = [&](std::size_t rows) {
    npz_writer out(folder.file("a.npz"), {.compression = deflated{}});
    out.begin("r", dtype_of<std::uint8_t>(), {1});
    const std::vector<std::byte> bytes(rows);
    out.rows(bytes);
    out.close();
    const npz_reader reader(folder.file("a.npz"));
    EXPECT_EQ(reader["r"].header().shape, (shape{rows, 1}));
    return reader["r"].compressed_bytes();
  };
  EXPECT_EQ(packed_bytes(0), 5u + 128 + 5);  // a stored block, and a last one of nothing
  EXPECT_LT(packed_bytes(1'000'000), 5u + 128 + 2000);
}

// libdeflate before 1.19 writes a block of literals without any distance code: right, but Windows
// Explorer does not open it. Small arrays of few values are where it happened.
TEST(PackedMembers, HaveNoBlockWithoutADistanceCode) {
  const temporary_folder folder;
  std::size_t deflated_count = 0;
  for (int level = 1; level <= 12; ++level) {
    const std::string path = folder.file("a.npz");
    write_npz(path,
              [](npz_writer& out) {
                for (std::size_t size = 8; size <= 1024; size += 8) {
                  std::vector<std::uint8_t> bytes(size);
                  std::uint64_t state = size;
                  for (auto& one : bytes)
                    one =
                        static_cast<std::uint8_t>((state = state * 6364136223846793005u + 1) >> 59);
                  out.add_bytes(std::to_string(size), std::as_bytes(std::span(bytes)));
                }
              },
              {.compression = deflated{level}});
    const std::string archive = temporary_folder::read_text(path);
    const auto directory = read_directory(archive, policy::strict);
    ASSERT_TRUE(directory) << directory.error().message();
    for (std::size_t i = 0; i < directory->size(); ++i) {
      const zip::entry one = directory->at(i);
      if (one.method != zip::method_deflated) continue;
      ++deflated_count;
      const auto local = std::as_bytes(std::span(archive)).subspan(one.header_offset);
      finding_list findings;
      const auto start = zip::check_local(*directory, one, local, policy::strict, findings);
      ASSERT_TRUE(start) << start.error().message();
      const auto data =
          std::as_bytes(std::span(archive)).subspan(start->offset, one.compressed_bytes);
      const auto walked = deflate::walk_blocks(data);
      ASSERT_TRUE(walked) << level << ' ' << one.name;
      EXPECT_FALSE(walked->has_empty_distance_code) << level << ' ' << one.name;
    }
  }
  EXPECT_GT(deflated_count, 100u);
}

}  // namespace
}  // namespace nopy::test
