// SPDX-License-Identifier: MIT
// Records of copied members: an offset that grows over 4 GiB, or shrinks, finds its place, and what
// else they say stays.
#include "zip/record_copy.hpp"

#include "support/zip_bytes.hpp"
#include "zip/directory.hpp"

#include <gtest/gtest.h>

namespace nopy::zip {
namespace {

using test::zip_bytes;

constexpr std::uint64_t limit = 0xFFFFFFFF;

std::string text_of(const record_bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A directory's record, as CPython writes one with these numbers.
record_bytes record_of(std::uint64_t bytes, std::uint64_t offset) {
  directory_writer made(record_style::plain);
  EXPECT_TRUE(made.reserve("a.npy"));
  made.add({.name = "a.npy",
            .crc32 = 0x12345678,
            .compressed_bytes = bytes,
            .uncompressed_bytes = bytes,
            .header_offset = offset});
  record_bytes out;
  EXPECT_TRUE(out.append(made.bytes()));
  return out;
}

TEST(record_copy, of_an_offset_is_what_the_writer_would_have_written) {
  for (const std::uint64_t bytes : {std::uint64_t{5}, limit - 1, limit, 3 * limit})
    for (const std::uint64_t from : {std::uint64_t{0}, limit - 1, limit, 5 * limit})
      for (const std::uint64_t to : {std::uint64_t{64}, limit - 1, limit, limit + 1, 7 * limit}) {
        record_bytes moved;
        ASSERT_TRUE(put_copied_record(moved, record_of(bytes, from).span(),
                                      {.old_offset = from, .new_offset = to}));
        std::string expected = text_of(record_of(bytes, to));
        // The version that is needed never falls.
        const std::string found = text_of(moved);
        if (from >= limit) expected[4] = found[4], expected[6] = found[6];
        if (to >= limit) expected[4] = found[4];
        EXPECT_EQ(found, expected) << bytes << " bytes, from " << from << " to " << to;
        EXPECT_GE(found[6], to >= limit || bytes >= limit ? 45 : 20);
      }
}

TEST(record_copy, of_a_renamed_member_says_utf8_and_forgets_the_old_spelling) {
  const std::string archive =
      zip_bytes()
          .stored("caf\x82", "text")
          .both([](auto& r) {
            r.extra = zip_bytes::extra(0x7075, "\x01 CRC.café") + zip_bytes::extra(0x5455, "time");
          })
          .str();
  const auto bytes = std::as_bytes(std::span(archive));
  record_bytes local, central;
  const std::string_view name = "größe";
  const std::size_t local_end = local_bytes + 4 + read_local_header(bytes)->extra_bytes;
  ASSERT_TRUE(put_copied_header(local, bytes.first(local_end), {.new_name = name}));
  const auto end = read_end_record(bytes.last(end_bytes));
  ASSERT_TRUE(put_copied_record(central, bytes.subspan(end->directory_offset, end->directory_bytes),
                                {.new_name = name}));
  const std::string fields = zip_bytes::extra(0x5455, "time");
  EXPECT_TRUE(text_of(local).ends_with(std::string(name) + fields));
  EXPECT_TRUE(text_of(central).ends_with(std::string(name) + fields));
  EXPECT_EQ(read_local_header(local.span())->flags, flag_utf8);
  EXPECT_EQ(read_central_record(central.span())->flags, flag_utf8);
  record_bytes ascii;
  ASSERT_TRUE(put_copied_header(ascii, local.span(), {.new_name = "plain"}));
  EXPECT_EQ(read_local_header(ascii.span())->flags, 0);
}

TEST(record_copy, of_an_extra_area_that_is_none_keeps_its_bytes) {
  const std::string archive =
      zip_bytes().stored("a", "text").both([](auto& r) { r.extra = "\x01\x01\xFF\xFFrest"; }).str();
  record_bytes local;
  const auto header = std::as_bytes(std::span(archive)).first(local_bytes + 1 + 8);
  ASSERT_TRUE(put_copied_header(local, header, {.new_offset = 100}));
  EXPECT_EQ(text_of(local), archive.substr(0, header.size()));
}

TEST(record_copy, believes_an_alignment_only_where_it_is_one) {
  // What is moved by 4 bytes stays a multiple of what the field says, if that can be.
  for (const unsigned said : {0u, 3u, 64u, 65535u}) {
    const std::string archive =
        zip_bytes()
            .stored("a", "text")
            .both([&](auto& r) {
              r.extra =
                  zip_bytes::extra(0xD935, zip_bytes::number(said, 2) + std::string(29, '\0'));
            })
            .str();
    record_bytes moved;
    const auto header = std::as_bytes(std::span(archive)).first(local_bytes + 1 + 35);
    ASSERT_TRUE(put_copied_header(moved, header, {.old_offset = 62, .new_offset = 66}));
    ASSERT_TRUE(is_extra_area(moved.span().subspan(local_bytes + 1)));
    if (said == 64)
      EXPECT_EQ((66 + moved.size()) % 64, 0u);
    else
      EXPECT_EQ(moved.size(), local_bytes + 1) << said;
  }
}

TEST(record_copy, leaves_data_unaligned_where_an_extra_area_has_no_room) {
  const std::string full = zip_bytes::extra(0x5455, std::string(65535 - 4 - 4, 't'));
  const std::string archive =
      zip_bytes().stored("a", "text").both([&](auto& r) { r.extra = full; }).str();
  const std::size_t header_bytes = local_bytes + 1 + full.size();
  const std::uint64_t aligned = 0x20000 - header_bytes;
  record_bytes moved;
  const auto header = std::as_bytes(std::span(archive)).first(header_bytes);
  ASSERT_TRUE(put_copied_header(moved, header, {.old_offset = aligned, .new_offset = aligned - 7}));
  EXPECT_EQ(moved.size(), header_bytes);
}

TEST(record_copy, keeps_data_aligned_from_every_offset_to_every_offset) {
  for (const std::uint32_t alignment : {64u, 4096u})
    for (std::uint64_t from = 0; from < 200; from += 33)
      for (std::uint64_t to = 0; to < 5000; to += 7) {
        const member_record member{.name = "a.npy", .header_offset = from};
        record_bytes old, moved;
        const std::size_t extra =
            local_extra_bytes(member, record_style::plain, alignment, 0, false);
        ASSERT_TRUE(put_local_header(old, member, record_style::plain, extra, alignment));
        ASSERT_EQ((from + old.size()) % alignment, 0u);
        ASSERT_TRUE(put_copied_header(moved, old.span(), {.old_offset = from, .new_offset = to}));
        ASSERT_TRUE(is_extra_area(moved.span().subspan(local_bytes + 5)));
        // Without a field, what is a multiple of 4096 is known to be one of 64 only.
        ASSERT_EQ((to + moved.size()) % (extra == 0 ? 64 : alignment), 0u) << from << ", " << to;
      }
}

}  // namespace
}  // namespace nopy::zip
