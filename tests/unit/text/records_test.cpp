// SPDX-License-Identifier: MIT
// Items with parts, and small integers.
#include <nopy/print.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

/// The text of an item of `descr` whose bytes are `item`.
std::string text_of(std::string_view descr, const std::vector<unsigned>& item) {
  const auto type = nopy::dtype::parse(descr);
  if (!type) return type.error().message();
  std::vector<std::byte> bytes;
  for (const unsigned byte : item) bytes.push_back(static_cast<std::byte>(byte));
  bytes.resize(static_cast<std::size_t>(type->item_bytes()));
  return nopy::value_text(*type, bytes.data());
}

TEST(RecordText, IsATupleWithoutItsPadding) {
  EXPECT_EQ(text_of("[('a', '|i1'), ('', '|V2'), ('b', '|u1')]", {0xFF, 9, 9, 0xFF}), "(-1, 255)");
  EXPECT_EQ(text_of("[('a', '|b1')]", {2}), "(True,)");
}

TEST(RecordText, QuotesTextAsPythonDoesInATuple) {
  EXPECT_EQ(text_of("[('u', '<U2'), ('s', '|S2'), ('v', '|V2')]",
                    {'a', 0, 0, 0, '\'', 0, 0, 0, 'b', 0, 1, 0x10}),
            "(\"a'\", b'b', 0110)");
}

TEST(RecordText, NestsRecordsAndSubarrays) {
  EXPECT_EQ(text_of("[('p', [('q', '|u1'), ('r', '|u1')], (2,)), ('m', '|u1', (2, 2))]",
                    {1, 2, 3, 4, 5, 6, 7, 8}),
            "([(1, 2), (3, 4)], [[5, 6], [7, 8]])");
  EXPECT_EQ(text_of("[('c', ('|u1', (2,)), (2,))]", {1, 2, 3, 4}), "([[1, 2], [3, 4]],)");
}

TEST(RecordText, OfElementsWithoutBytesDoesNotCountThem) {
  EXPECT_EQ(text_of("[('n', '|V0', (1000000,))]", {}), "([...],)");
  EXPECT_EQ(text_of("[('n', '<i4', (0,))]", {}), "([],)");
  EXPECT_EQ(text_of("[('n', '<i4', (2, 0))]", {}), "([[], []],)");
}

TEST(RecordText, OfAnObjectIsAPlaceholder) { EXPECT_EQ(text_of("|O", {}), "<object>"); }

TEST(IntegerText, OfLessThanAByteKeepsItsLowBits) {
  const auto text = [](nopy::kind kind, nopy::coding how, unsigned bits) {
    const auto item = static_cast<std::byte>(bits);
    return nopy::value_text(nopy::dtype::number(kind, 1, nopy::endian::none, how), &item);
  };
  EXPECT_EQ(text(nopy::kind::signed_int, nopy::coding::int4, 0x0F), "-1");
  EXPECT_EQ(text(nopy::kind::signed_int, nopy::coding::int4, 0x07), "7");
  EXPECT_EQ(text(nopy::kind::unsigned_int, nopy::coding::uint4, 0xFF), "15");
  EXPECT_EQ(text(nopy::kind::signed_int, nopy::coding::int2, 0x02), "-2");
  EXPECT_EQ(text(nopy::kind::unsigned_int, nopy::coding::uint1, 0x03), "1");
}

TEST(WriteValue, CountsWhereItDoesNotWrite) {
  const double value = -0.1;
  char out[8];
  const auto type = nopy::dtype_of<double>();
  const auto* item = reinterpret_cast<const std::byte*>(&value);
  EXPECT_EQ(nopy::write_value(type, item, nullptr), 4u);
  EXPECT_EQ(nopy::write_value(type, item, out), 4u);
  EXPECT_EQ(std::string_view(out, 4), "-0.1");
}

}  // namespace
