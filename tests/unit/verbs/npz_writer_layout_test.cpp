// SPDX-License-Identifier: MIT
// Where the bytes of an archive lie: every record agrees with the data, the data of stored members is
// aligned, and equal arrays give equal bytes.
#include <nopy/npz_write.hpp>

#include "support/numpy_file.hpp"
#include "support/read_directory.hpp"
#include "support/temporary_folder.hpp"
#include "support/zip_bytes.hpp"
#include "zip/local_check.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test {
namespace {

/// A member as the library's own directory gives it, everything checked.
struct seen_member {
  std::string name;
  std::uint64_t offset = 0;
  std::string bytes;
};

std::vector<seen_member> members_of(const std::string& archive) {
  auto read = read_directory(archive, policy::strict);
  EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().message());
  std::vector<seen_member> out;
  if (!read) return out;
  EXPECT_TRUE(read->build_index().has_value());
  EXPECT_TRUE(read->findings().empty());
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < read->size(); ++i) {
    const auto one = read->checked(i);
    EXPECT_TRUE(one.has_value()) << (one ? "" : one.error().message());
    EXPECT_EQ(one->header_offset, end);  // nothing between the members
    finding_list findings;
    const auto local = std::as_bytes(std::span(archive)).subspan(one->header_offset);
    const auto start = zip::check_local(*read, *one, local, policy::strict, findings);
    EXPECT_TRUE(start.has_value()) << (start ? "" : start.error().message());
    EXPECT_EQ(one->method, 0);
    EXPECT_EQ(one->compressed_bytes, one->uncompressed_bytes);
    out.push_back({std::string(one->name), start->offset,
                   archive.substr(start->offset, one->uncompressed_bytes)});
    EXPECT_EQ(one->crc32, slow_crc32(out.back().bytes)) << one->name;
    end = start->offset + one->compressed_bytes;
  }
  return out;
}

std::string written(const std::function<void(npz_writer&)>& body, const npz_options& options = {}) {
  const temporary_folder folder;
  write_npz(folder.file("a.npz"), body, options);
  EXPECT_EQ(folder.entry_count(), 1u);
  return temporary_folder::read_text(folder.file("a.npz"));
}

std::vector<float> counted(std::size_t count) {
  std::vector<float> out(count);
  std::iota(out.begin(), out.end(), 1.0f);
  return out;
}

std::string array_of(const std::vector<float>& values) {
  return numpy_file("'<f4'", false, {values.size()}, bytes_of(values));
}

const profile all_profiles[] = {profile::aligned, profile::numpy, profile::numpy_classic};

// Up to and beyond what is gathered (32 KiB, 256 KiB) and what is written at once.
const std::size_t counts[] = {0, 1, 7, 100, 8000, 9000, 65535, 65536, 66000, 300000};

TEST(npz_writer_layout, holds_each_array_as_save_writes_it) {
  for (const profile profile : all_profiles) {
    const std::string archive = written(
        [](npz_writer& out) {
          for (const std::size_t count : counts) out.add(std::to_string(count), counted(count));
        },
        {.profile = profile});
    const auto members = members_of(archive);
    ASSERT_EQ(members.size(), std::size(counts));
    for (std::size_t i = 0; i < members.size(); ++i) {
      EXPECT_EQ(members[i].name, std::to_string(counts[i]) + ".npy");
      EXPECT_TRUE(members[i].bytes == array_of(counted(counts[i]))) << counts[i];
    }
  }
}

TEST(npz_writer_layout, puts_the_data_of_stored_members_at_a_multiple_of_the_alignment) {
  for (const std::uint32_t alignment : {1u, 16u, 64u, 4096u, 32768u}) {
    const std::string archive = written(
        [](npz_writer& out) {
          std::string key;
          for (int i = 0; i < 140; ++i, key += 'k')
            out.add(key, counted(static_cast<std::size_t>(i) % 5));
        },
        {.alignment = alignment});
    for (const seen_member& one : members_of(archive)) {
      const std::size_t header_bytes = 128;
      EXPECT_EQ((one.offset + header_bytes) % alignment, 0u) << one.name.size();
    }
  }
}

TEST(npz_writer_layout, streams_rows_into_the_bytes_that_were_known_at_once) {
  const auto values = counted(60000);
  const auto bytes = std::as_bytes(std::span(values));
  for (const profile profile : all_profiles) {
    const auto streamed = written(
        [&](npz_writer& out) {
          out.add("before", counted(3));
          out.begin("s", dtype_of<float>(), {10});
          for (std::size_t at = 0; at < bytes.size(); at += 40 * 1000)
            out.rows(bytes.subspan(at, 40 * 1000));
          out.begin("none", dtype_of<float>(), {10});
          out.add("after", counted(4));
        },
        {.profile = profile});
    const auto members = members_of(streamed);
    ASSERT_EQ(members.size(), 4u);
    EXPECT_TRUE(members[1].bytes == numpy_file("'<f4'", false, {6000, 10}, bytes_of(values)));
    EXPECT_EQ(members[2].bytes, numpy_file("'<f4'", false, {0, 10}, ""));
    EXPECT_EQ(members[3].bytes, array_of(counted(4)));
    if (profile != profile::aligned) continue;
    for (const seen_member& one : members) EXPECT_EQ(one.offset % 64, 0u) << one.name;
  }
}

TEST(npz_writer_layout, streams_the_last_axis_in_fortran_order) {
  const auto values = counted(6);
  const auto archive = written([&](npz_writer& out) {
    out.begin("f", dtype_of<float>(), {3}, {.order = order::fortran});
    out.rows(std::as_bytes(std::span(values)));
  });
  EXPECT_EQ(members_of(archive).at(0).bytes, numpy_file("'<f4'", true, {3, 2}, bytes_of(values)));
}

TEST(npz_writer_layout, gathers_what_does_not_lie_in_order) {
  const auto values = counted(600000);
  const array_view<const float, 2, layout_left> left(values.data(),
                                                     std::array<std::size_t, 2>{2, 300000});
  const auto archive = written([&](npz_writer& out) { out.add("l", left); });
  std::vector<float> in_c;
  for (std::size_t row : {std::size_t{0}, std::size_t{1}})
    for (std::size_t i = row; i < values.size(); i += 2) in_c.push_back(values[i]);
  EXPECT_TRUE(members_of(archive).at(0).bytes ==
              numpy_file("'<f4'", false, {2, 300000}, bytes_of(in_c)));
}

TEST(npz_writer_layout, takes_bytes_and_any_key) {
  const std::string text = "no array";
  const std::string long_key(65531, 'k');
  const auto archive = written([&](npz_writer& out) {
    out.add_bytes("notes/read me.txt", std::as_bytes(std::span(text)));
    out.add_bytes("empty", {});
    for (const std::string& key :
         {std::string(""), std::string("\u6570 \U0001f600"), long_key, std::string("../x\\y\n")})
      out.add(key, counted(2));
    EXPECT_EQ(out.count(), 6u);
  });
  const auto members = members_of(archive);
  ASSERT_EQ(members.size(), 6u);
  EXPECT_EQ(members[0].bytes, text);
  EXPECT_EQ(members[0].offset % 64, 0u);
  EXPECT_EQ(members[1].bytes, "");
  EXPECT_EQ(members[2].name, ".npy");
  EXPECT_EQ(members[3].name, "\u6570 \U0001f600.npy");
  EXPECT_EQ(members[4].name, long_key + ".npy");
}

TEST(npz_writer_layout, holds_more_members_than_16_bits_count) {
  const std::vector<std::uint8_t> one{7};
  for (const profile profile : all_profiles)
    for (const int count : {65534, 65535, 65536, 70000}) {
      if (profile != profile::aligned && (count == 65534 || count == 70000)) continue;
      const auto archive = written(
          [&](npz_writer& out) {
            for (int i = 0; i < count; ++i) out.add(std::to_string(i), one);
          },
          {.profile = profile});
      const auto read = read_directory(archive, policy::strict);
      ASSERT_TRUE(read.has_value()) << read.error().message();
      EXPECT_EQ(read->size(), static_cast<std::size_t>(count));
      EXPECT_EQ(read->at(static_cast<std::size_t>(count) - 1).name,
                std::to_string(count - 1) + ".npy");
    }
}

TEST(npz_writer_layout, is_the_same_every_time) {
  const auto body = [](npz_writer& out) {
    for (const std::size_t count : counts) out.add(std::to_string(count), counted(count));
  };
  EXPECT_TRUE(written(body) == written(body));
}

TEST(save_npz, writes_what_a_writer_writes) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npz");
  const auto x = counted(3), y = counted(70000);
  save_npz(path, {{"x", x}, {"y", y, {.compression = stored}}});
  const auto archive = written([&](npz_writer& out) { out.add("x", x).add("y", y); });
  EXPECT_TRUE(temporary_folder::read_text(path) == archive);
  std::vector<named_view> members;
  members.emplace_back("x", x);
  members.emplace_back("y", y);
  save_npz(path, members);
  EXPECT_TRUE(temporary_folder::read_text(path) == archive);
  save_npz(path, std::span<const named_view>());
  EXPECT_EQ(temporary_folder::read_text(path), std::string("PK\5\6") + std::string(18, '\0'));
}

}  // namespace
}  // namespace nopy::test
