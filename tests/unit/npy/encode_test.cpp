// SPDX-License-Identifier: MIT
// Headers as NumPy >= 1.24 writes them, byte for byte. Format: docs/format.md, "Writing".
#include <nopy/header.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using nopy::dtype;
using nopy::endian;
using nopy::errc;
using nopy::kind;
using nopy::order;
using nopy::shape;
using nopy::core::encode_options;

std::string encoded(const dtype& type, const shape& of, order in = order::c,
                    const encode_options& options = {}) {
  const auto made = nopy::core::encode_header(type, of, in, options);
  if (!made) return std::string(made.error().id());
  return {reinterpret_cast<const char*>(made->bytes().data()), made->bytes().size()};
}

std::string version1(const std::string& body, std::size_t spaces) {
  const std::size_t length = body.size() + spaces + 1;
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(length & 0xFF) +
         static_cast<char>(length >> 8) + body + std::string(spaces, ' ') + '\n';
}

const dtype f8 = dtype::number(kind::floating, 8, endian::little);
const dtype u1 = dtype::number(kind::unsigned_int, 1);

struct golden_row {
  dtype type;
  shape of;
  order in;
  const char* body;
  std::size_t spaces;
};

TEST(Encoded, AreTheGoldenHeaders) {
  const golden_row rows[] = {
      {f8, {}, order::c, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", 62},
      {f8, {0}, order::c, "{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }", 60},
      {u1, {2, 3}, order::c, "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", 58},
      {u1,
       {2, 3},
       order::fortran,
       "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }",
       59},
      {dtype::time(kind::datetime, nopy::time_unit::nanoseconds, 1, endian::little),
       {1},
       order::c,
       "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1,), }",
       56},
      {*dtype::parse("[('a', '<i4'), ('b', '<f8')]"),
       {2},
       order::c,
       "{'descr': [('a', '<i4'), ('b', '<f8')], 'fortran_order': False, 'shape': (2,), }",
       37},
      {dtype::object(),
       {2},
       order::c,
       "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
       61},
      {*dtype::parse("[('\u00E9', 'u1')]"),
       {2},
       order::c,
       "{'descr': [('\xE9', '|u1')], 'fortran_order': False, 'shape': (2,), }",
       51},
  };
  for (const golden_row& row : rows)
    EXPECT_EQ(encoded(row.type, row.of, row.in), version1(row.body, row.spaces)) << row.body;
}

TEST(Encoded, NamesOutsideLatin1TakeVersion3) {
  const std::string all = encoded(*dtype::parse("[('\u03B1', 'u1')]"), {2});
  EXPECT_EQ(all.substr(6, 6), std::string("\x03\0\x74\0\0\0", 6));
  EXPECT_EQ(all.size(), 128u);
  EXPECT_NE(all.find("('\u03B1', '|u1')"), std::string::npos);
}

TEST(Encoded, PaddingIsNeverNone) {
  struct {
    std::size_t letters;
    std::size_t data_offset;
  } const rows[] = {{53, 128}, {54, 192}, {55, 192}};
  for (const auto& row : rows) {
    const std::string name(row.letters, 'x');
    const nopy::dtype_field fields[] = {{name, u1, 0}};
    EXPECT_EQ(encoded(*dtype::record(fields, 1), {}).size(), row.data_offset) << row.letters;
  }
}

TEST(Encoded, TheLengthDoesNotDependOnTheGrowthAxis) {
  for (const std::uint64_t extent :
       {std::uint64_t{0}, std::uint64_t{9}, std::uint64_t{1234567890123456789}}) {
    EXPECT_EQ(encoded(u1, {extent, 7}).size(), encoded(u1, {1, 7}).size());
    EXPECT_EQ(encoded(u1, {7, extent}, order::fortran).size(),
              encoded(u1, {7, 1}, order::fortran).size());
  }
}

dtype wide(std::size_t name_bytes) {
  const std::string name(name_bytes, 'x');
  const nopy::dtype_field fields[] = {{name, u1, 0}};
  return *dtype::record(fields, 1);
}

TEST(Encoded, Version2BeginsWhereVersion1Ends) {
  // The body around a name: {'descr': [('', '|u1')], 'fortran_order': False, 'shape': (), }
  constexpr std::size_t around = 63;
  const std::string longest = encoded(wide(65524 - around), {});
  EXPECT_EQ(longest[6], '\x01');
  EXPECT_EQ(longest.size(), 65526u + 10);
  const std::string next = encoded(wide(65525 - around), {});
  EXPECT_EQ(next[6], '\x02');
  EXPECT_EQ(next.size(), 65588u + 12);
}

TEST(Encoded, TheVersionAskedForIsTaken) {
  EXPECT_EQ(encoded(u1, {3}, order::c, {.major = 1}), encoded(u1, {3}, order::c, {}));
  EXPECT_EQ(encoded(u1, {3}, order::c, {.major = 2})[6], '\x02');
  EXPECT_EQ(encoded(u1, {3}, order::c, {.major = 3})[6], '\x03');
  EXPECT_NE(
      encoded(*dtype::parse("[('\u00E9', 'u1')]"), {2}, order::c, {.major = 3}).find("\u00E9"),
      std::string::npos);
}

TEST(Encoded, AlignmentAndGrowthRoomAreChoices) {
  EXPECT_EQ(encoded(f8, {2}, order::c, {.alignment = 16, .growth_room = false}),
            version1("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 12));
  EXPECT_EQ(encoded(f8, {2}, order::c, {.alignment = 4096}).size(), 4096u);
}

struct refused_row {
  dtype type;
  encode_options options;
  const char* id;
};

TEST(Encoded, IsRefusedWhatTheVersionCanNotHold) {
  const refused_row rows[] = {
      {*dtype::parse("[('\u03B1', 'u1')]"), {.major = 1}, "header_encoding"},
      {*dtype::parse("[('\u03B1', 'u1')]"), {.major = 2}, "header_encoding"},
      {wide(65536), {.major = 1}, "too_large"},
      {u1, {.major = 4}, "bad_version"},
      {u1, {.alignment = 0}, "usage"},
      {u1, {.alignment = (1 << 20) + 1}, "usage"},
      {*dtype::subarray(u1, {2}), {}, "bad_dtype"},
  };
  for (const refused_row& row : rows)
    EXPECT_EQ(encoded(row.type, {3}, order::c, row.options), row.id);
}

TEST(Encoded, AMovedHeaderKeepsItsBytes) {
  auto small = *nopy::core::encode_header(u1, {3}, order::c);
  auto large = *nopy::core::encode_header(wide(1000), {3}, order::c);
  const std::size_t large_bytes = large.bytes().size();
  small = std::move(large);
  EXPECT_EQ(small.bytes().size(), large_bytes);
  auto& itself = small;
  small = std::move(itself);
  EXPECT_EQ(small.bytes().size(), large_bytes);
  small = *nopy::core::encode_header(wide(1000), {3}, order::c);  // gives the block back
  const auto again = std::move(small);
  EXPECT_EQ(again.bytes()[0], std::byte{0x93});
}

}  // namespace
