// SPDX-License-Identifier: MIT
// The numbers at which records change their form: 2^31, 2^32, 65 535. No archive of that size is
// written here; the records alone are looked at.
#include "zip/record_writer.hpp"

#include "bytes/endian.hpp"

#include <gtest/gtest.h>

#include <string>

namespace nopy::zip {
namespace {

constexpr std::uint64_t half = std::uint64_t{1} << 31;
constexpr std::uint64_t full = std::uint64_t{1} << 32;

/// The ZIP64 numbers of an extra area, and what stands in the 32-bit fields beside it.
struct seen_sizes {
  std::uint16_t needed = 0;
  std::uint32_t compressed = 0;
  std::uint32_t uncompressed = 0;
  std::uint32_t offset = 0;
  std::vector<std::uint64_t> zip64{};
  friend bool operator==(const seen_sizes&, const seen_sizes&) = default;
};

std::ostream& operator<<(std::ostream& out, const seen_sizes& seen) {
  out << seen.needed << ' ' << seen.compressed << ' ' << seen.uncompressed << ' ' << seen.offset;
  for (const std::uint64_t number : seen.zip64) out << " +" << number;
  return out;
}

std::vector<std::uint64_t> zip64_numbers(std::span<const std::byte> extra) {
  bytes::cursor area(extra);
  std::vector<std::uint64_t> out;
  while (const auto field = next_extra_field(area)) {
    if (field->id != zip64_field) continue;
    for (std::size_t at = 0; at < field->body.size(); at += 8)
      out.push_back(bytes::load<std::uint64_t>(field->body.data() + at));
  }
  EXPECT_EQ(area.left(), 0u);
  return out;
}

seen_sizes local(const member_record& member, record_style style, bool sizes_unknown = false) {
  record_bytes made;
  const std::size_t extra = local_extra_bytes(member, style, 64, 128, sizes_unknown);
  EXPECT_TRUE(put_local_header(made, member, style, extra, 64));
  EXPECT_EQ(made.size(), local_bytes + member.name.size() + extra);
  const auto read = read_local_header(made.span());
  EXPECT_EQ(read->extra_bytes, extra);
  return {read->needed, read->compressed_bytes, read->uncompressed_bytes, 0,
          zip64_numbers(made.span().subspan(local_bytes + member.name.size()))};
}

seen_sizes central(const member_record& member, record_style style) {
  directory_writer made(style);
  EXPECT_TRUE(made.reserve(member.name));
  made.add(member);
  const auto read = read_central_record(made.bytes());
  EXPECT_EQ(read->made_by, 3 << 8 | read->needed);
  EXPECT_EQ(made.bytes().size(), central_bytes + read->name_bytes + read->extra_bytes);
  return {read->needed, read->compressed_bytes, read->uncompressed_bytes, read->header_offset,
          zip64_numbers(made.bytes().subspan(central_bytes + read->name_bytes))};
}

constexpr auto low = [](std::uint64_t number) { return static_cast<std::uint32_t>(number); };

TEST(record_writer, keeps_of_a_copied_member_what_its_method_needs) {
  struct row {
    std::uint16_t method, flags, needed, kept;
  };
  const row rows[] = {
      {method_lzma, flag_lzma_end | flag_descriptor, 63, flag_lzma_end},
      {method_lzma, 0, 63, 0},
      {method_bzip2, flag_lzma_end, 46, 0},
      {method_zstd, flag_lzma_end, 63, 0},
      {method_deflated, 3 << 1 | flag_descriptor, 20, 0},
  };
  for (const row& one : rows) {
    const member_record member{.name = "a.npy", .method = one.method, .flags = one.flags};
    record_bytes head;
    ASSERT_TRUE(put_local_header(head, member, record_style::plain, 0, 0));
    directory_writer directory(record_style::plain);
    ASSERT_TRUE(directory.reserve(member.name));
    directory.add(member);
    const auto said = read_local_header(head.span());
    const auto listed = read_central_record(directory.bytes());
    EXPECT_EQ(said->flags, one.kept) << one.method;
    EXPECT_EQ(listed->flags, one.kept) << one.method;
    EXPECT_EQ(said->needed, one.needed) << one.method;
    EXPECT_EQ(listed->needed, one.needed) << one.method;
  }
}

TEST(record_writer, keeps_real_sizes_in_plain_records_below_4_gib) {
  for (const std::uint64_t size : {std::uint64_t{0}, half - 1, half, full - 2}) {
    const member_record member{
        .name = "a.npy", .compressed_bytes = size, .uncompressed_bytes = size};
    EXPECT_EQ(local(member, record_style::plain), (seen_sizes{20, low(size), low(size), 0, {}}));
    EXPECT_EQ(central(member, record_style::plain), (seen_sizes{20, low(size), low(size), 0, {}}));
  }
}

TEST(record_writer, says_what_a_reader_of_zstd_must_understand) {
  const member_record member{.name = "a.npy", .method = method_zstd, .compressed_bytes = 7};
  for (const record_style style : {record_style::plain, record_style::numpy}) {
    EXPECT_EQ(local(member, style).needed, 63);
    EXPECT_EQ(central(member, style).needed, 63);
  }
}

TEST(record_writer, moves_both_sizes_to_zip64_where_one_does_not_fit) {
  struct {
    std::uint64_t compressed, uncompressed;
  } const rows[] = {{full - 1, full - 1}, {full, full}, {5 * full, 5 * full}, {7, full}};
  for (const auto& row : rows) {
    const member_record member{.name = "a.npy",
                               .compressed_bytes = row.compressed,
                               .uncompressed_bytes = row.uncompressed};
    const seen_sizes expected{
        45, saturated_32, saturated_32, 0, {row.uncompressed, row.compressed}};
    EXPECT_EQ(local(member, record_style::plain), expected);
    EXPECT_EQ(central(member, record_style::plain), expected);
  }
}

TEST(record_writer, takes_half_of_what_fits_in_the_numpy_styles) {
  for (const record_style style : {record_style::numpy, record_style::numpy_classic})
    for (const std::uint64_t size : {std::uint64_t{134}, half - 1, half, full - 1, full}) {
      const bool large = size >= half;
      const member_record member{
          .name = "a.npy", .compressed_bytes = size, .uncompressed_bytes = size};
      const bool modern = style == record_style::numpy;
      const auto said = [&](bool saturated) { return saturated ? saturated_32 : low(size); };
      const auto version = static_cast<std::uint16_t>(large || modern ? 45 : 20);
      EXPECT_EQ(
          local(member, style),
          (seen_sizes{version, said(large || modern), said(large || modern), 0, {size, size}}));
      std::vector<std::uint64_t> numbers;
      if (large) numbers = {size, size};
      EXPECT_EQ(central(member, style),
                (seen_sizes{version, said(large), said(large), 0, numbers}));
    }
}

TEST(record_writer, moves_an_offset_alone_to_zip64) {
  struct {
    record_style style;
    std::uint64_t offset;
    bool moved;
  } const rows[] = {{record_style::plain, full - 2, false},   {record_style::plain, full - 1, true},
                    {record_style::plain, full, true},        {record_style::plain, 9 * full, true},
                    {record_style::numpy, half - 1, false},   {record_style::numpy, half, true},
                    {record_style::numpy_classic, half, true}};
  for (const auto& row : rows) {
    const member_record member{.name = "a.npy",
                               .compressed_bytes = 1,
                               .uncompressed_bytes = 1,
                               .header_offset = row.offset};
    const auto version =
        static_cast<std::uint16_t>(row.moved || row.style == record_style::numpy ? 45 : 20);
    seen_sizes expected{version, 1, 1, row.moved ? saturated_32 : low(row.offset), {}};
    if (row.moved) expected.zip64 = {row.offset};
    EXPECT_EQ(central(member, row.style), expected) << row.offset;
  }
}

// A streamed member may turn out larger than 4 GiB: its local header has the room, in either case.
TEST(record_writer, leaves_room_for_sizes_that_are_not_known_yet) {
  member_record member{.name = "a.npy"};
  const std::size_t extra = local_extra_bytes(member, record_style::plain, 64, 128, true);
  EXPECT_GE(extra, local_zip64_bytes + least_alignment_field_bytes);
  EXPECT_EQ((local_bytes + member.name.size() + extra) % 64, 0u);
  EXPECT_EQ(local(member, record_style::plain, true), (seen_sizes{20, 0, 0, 0, {}}));
  member.compressed_bytes = member.uncompressed_bytes = 3 * full;
  record_bytes made;
  ASSERT_TRUE(put_local_header(made, member, record_style::plain, extra, 64));
  EXPECT_EQ(made.size(), local_bytes + member.name.size() + extra);
  EXPECT_EQ(zip64_numbers(made.span().subspan(local_bytes + member.name.size())),
            (std::vector<std::uint64_t>{3 * full, 3 * full}));
}

TEST(record_writer, moves_data_to_a_multiple_of_the_alignment) {
  for (const std::uint32_t alignment : {1u, 2u, 8u, 64u, 4096u, 32768u})
    for (std::uint64_t offset = 0; offset < 200; ++offset)
      for (const bool unknown : {false, true}) {
        const member_record member{.name = "ab.npy", .header_offset = offset};
        const std::size_t extra =
            local_extra_bytes(member, record_style::plain, alignment, 128, unknown);
        EXPECT_EQ((offset + local_bytes + 6 + extra + 128) % alignment, 0u);
        EXPECT_TRUE(extra == 0 || extra >= least_alignment_field_bytes);
        EXPECT_LT(extra, alignment + 64u);
      }
}

TEST(record_writer, writes_zip64_end_records_where_a_number_needs_them) {
  struct {
    record_style style;
    std::uint64_t count, offset, bytes;
    bool zip64;
  } const rows[] = {
      {record_style::plain, 0, 0, 0, false},
      {record_style::plain, 65534, full - 2, full - 2, false},
      {record_style::plain, 65535, 1, 1, true},
      {record_style::plain, 1, full - 1, 1, true},
      {record_style::plain, 1, 1, full - 1, true},
      {record_style::numpy, 65535, half - 1, half - 1, false},
      {record_style::numpy, 65536, 1, 1, true},
      {record_style::numpy, 1, half, 1, true},
      {record_style::numpy, 1, 1, half, true},
  };
  for (const auto& row : rows) {
    record_bytes made;
    ASSERT_TRUE(put_end_records(made, row.count, row.offset, row.bytes, row.style));
    ASSERT_EQ(made.size(), row.zip64 ? end_64_bytes + locator_bytes + end_bytes : end_bytes);
    const auto end = read_end_record(made.span().last(end_bytes));
    EXPECT_EQ(end->entries, std::min<std::uint64_t>(row.count, saturated_16));
    EXPECT_EQ(end->entries_here, end->entries);
    EXPECT_EQ(end->directory_offset, std::min<std::uint64_t>(row.offset, saturated_32));
    EXPECT_EQ(end->directory_bytes, std::min<std::uint64_t>(row.bytes, saturated_32));
    if (!row.zip64) continue;
    const auto end_64 = read_end_record_64(made.span());
    EXPECT_EQ(end_64->record_bytes, 44u);
    EXPECT_EQ(end_64->entries, row.count);
    EXPECT_EQ(end_64->entries_here, row.count);
    EXPECT_EQ(end_64->directory_offset, row.offset);
    EXPECT_EQ(end_64->directory_bytes, row.bytes);
    const auto locator = read_locator(made.span().subspan(end_64_bytes));
    EXPECT_EQ(locator->end_64_offset, row.offset + row.bytes);
    EXPECT_EQ(locator->disks, 1u);
  }
}

TEST(record_writer, knows_its_names_however_many_there_are) {
  directory_writer made(record_style::plain);
  EXPECT_FALSE(made.contains(""));
  for (int i = 0; i < 5000; ++i) {
    const std::string name = std::to_string(i) + ".npy";
    EXPECT_FALSE(made.contains(name));
    ASSERT_TRUE(made.reserve(name));
    made.add({.name = name});
  }
  EXPECT_EQ(made.count(), 5000u);
  for (int i = 0; i < 5000; ++i) EXPECT_TRUE(made.contains(std::to_string(i) + ".npy"));
  EXPECT_FALSE(made.contains("5000.npy"));
  EXPECT_FALSE(made.contains("1"));
}

TEST(record_writer, says_utf8_of_names_that_are_not_ascii) {
  struct {
    const char* name;
    std::uint16_t flags;
  } const rows[] = {{"a.npy", 0}, {"", 0}, {"\u00e9.npy", flag_utf8}, {"\u03b1", flag_utf8}};
  for (const auto& row : rows) {
    record_bytes made;
    ASSERT_TRUE(put_local_header(made, {.name = row.name}, record_style::numpy, 20, 0));
    EXPECT_EQ(read_local_header(made.span())->flags, row.flags);
  }
}

}  // namespace
}  // namespace nopy::zip
