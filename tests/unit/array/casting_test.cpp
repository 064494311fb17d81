// SPDX-License-Identifier: MIT
// Which casting allows which pair of types. The rows NumPy agrees with were checked against
// numpy.can_cast; the others say why not.
#include "converted.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::casting;
using nopy::test::parsed;

struct casting_row {
  const char* from;
  const char* to;
  /// The narrowest casting that allows it; nothing: no casting does.
  std::optional<casting> least;
  const char* why;
};

const casting_row rows[] = {
    {"<f4", "<f4", casting::none, "the same type"},
    {"<f4", ">f4", casting::none, "byte order is no matter of casting"},
    {"<i8", "<i8", casting::none, "the same type"},
    {"<i2", "<i4", casting::safe, "wider"},
    {"|u1", "<i2", casting::safe, "wider and with a sign"},
    {"<u4", "<i8", casting::safe, "wider and with a sign"},
    {"<u4", "<i4", casting::same_kind, "integers are one kind, the value is checked"},
    {"|u1", "|i1", casting::same_kind, "integers are one kind, the value is checked"},
    {"|i1", "|u1", casting::same_kind, "NumPy says unsafe; here the sign is checked"},
    {"<i8", "<i4", casting::same_kind, "narrower, checked"},
    {"<f2", "<f4", casting::safe, "wider"},
    {"<f4", "<f8", casting::safe, "wider"},
    {"<f8", "<f4", casting::same_kind, "rounds"},
    {"<f4", "<f2", casting::same_kind, "rounds"},
    {"<i4", "<f8", casting::safe, "every int32 is a double"},
    {"<i2", "<f4", casting::safe, "every int16 is a float"},
    {"|i1", "<f2", casting::safe, "every int8 is a float16"},
    {"<u2", "<f2", casting::checked, "not every uint16 is a float16"},
    {"<i8", "<f8", casting::checked, "NumPy says safe; 2^53 + 1 is no double"},
    {"<i4", "<f4", casting::checked, "not every int32 is a float"},
    {"<f4", "<i4", casting::checked, "across kinds"},
    {"<f8", "<i8", casting::checked, "across kinds"},
    {"|b1", "|i1", casting::safe, "0 and 1 are numbers of every kind"},
    {"|b1", "<f2", casting::safe, "0 and 1 are numbers of every kind"},
    {"|b1", "<c8", casting::safe, "0 and 1 are numbers of every kind"},
    {"|i1", "|b1", casting::checked, "across kinds"},
    {"<f8", "|b1", casting::checked, "across kinds"},
    {"<f4", "<c8", casting::safe, "a real is a complex"},
    {"<f8", "<c16", casting::safe, "a real is a complex"},
    {"<f8", "<c8", casting::checked, "narrower and across kinds"},
    {"<c8", "<c16", casting::safe, "wider"},
    {"<c16", "<c8", casting::same_kind, "rounds"},
    {"<c8", "<f4", casting::checked, "the imaginary part must be 0"},
    {"|S3", "|S5", casting::safe, "longer"},
    {"|S5", "|S3", casting::same_kind, "shorter: what is cut must be NUL"},
    {"<U3", ">U5", casting::safe, "longer"},
    {"<U5", "<U3", casting::same_kind, "shorter: what is cut must be NUL"},
    {"|S3", "<U3", casting::checked, "ASCII only"},
    {"<U3", "|S3", casting::checked, "ASCII only"},
    {"<M8[s]", "<M8[ms]", casting::safe, "finer, overflow checked"},
    {"<M8[W]", "<M8[h]", casting::safe, "a week has 168 hours"},
    {"<m8[Y]", "<m8[M]", casting::safe, "a year has 12 months"},
    {"<M8[ms]", "<M8[s]", std::nullopt, "coarser would round"},
    {"<M8[25s]", "<M8[5s]", casting::safe, "25 is a multiple of 5"},
    {"<M8[25s]", "<M8[10s]", std::nullopt, "25 is no multiple of 10"},
    {"<M8[M]", "<M8[D]", std::nullopt, "months have no fixed length"},
    {"<M8", "<M8[s]", std::nullopt, "generic has no unit"},
    {"<M8[s]", "<m8[s]", std::nullopt, "a point in time is no span"},
    {"<i8", "<M8[s]", std::nullopt, "a number is no time"},
    {"|V3", "|V3", casting::none, "the same bytes"},
    {"|V3", "|V4", std::nullopt, "another number of bytes"},
    {"<f4", "|V4", std::nullopt, "a number is not opaque"},
    {"|S4", "<f4", std::nullopt, "text is no number"},
    {"[('x', '<f4')]", "<f4", std::nullopt, "a record is no number"},
    {"[('x', '<f4'), ('y', '<i4')]", "[('y', '<i8'), ('x', '<f8')]", casting::safe, "by name"},
    {"[('x', '<f4'), ('y', '<i4')]", "[('x', '>f4')]", casting::safe, "a field left out"},
    {"[('x', '<f4')]", "[('x', '<f4'), ('y', '<i4')]", std::nullopt, "a field too many"},
    {"[('m', '<f4', (2, 3))]", "[('m', '<f8', (2, 3))]", casting::safe, "element by element"},
    {"[('m', '<f4', (2, 3))]", "[('m', '<f4', (3, 2))]", std::nullopt, "other extents"},
};

TEST(casting, allows_a_pair_from_its_least_word_on) {
  for (const auto& row : rows) {
    for (const auto word : {casting::none, casting::safe, casting::same_kind, casting::checked,
                            casting::saturate, casting::truncate}) {
      const auto plan = nopy::core::conversion_plan::make(parsed(row.from), parsed(row.to), word);
      const bool allowed = row.least && word >= *row.least;
      EXPECT_EQ(plan.has_value(), allowed)
          << row.from << " to " << row.to << " under " << static_cast<int>(word) << ": " << row.why;
      if (!plan) {
        EXPECT_EQ(plan.error().code(), nopy::errc::type_mismatch);
      }
    }
  }
}

TEST(casting, a_refusal_names_both_types_and_what_would_convert) {
  const auto plan = nopy::core::conversion_plan::make(parsed(">f8"), nopy::dtype_of<std::int32_t>(),
                                                      casting::same_kind);
  ASSERT_FALSE(plan);
  const std::string message = plan.error().message();
  for (const char* part : {"element type differs", "'>f8'", "big-endian float64", "std::int32_t",
                           "'=i4'", "casting::checked", "load<double>()"})
    EXPECT_NE(message.find(nopy::test::in_native_order(part)), std::string::npos)
        << part << " in:\n"
        << message;
}

TEST(casting, a_missing_field_is_named_with_those_there_are) {
  const auto plan = nopy::core::conversion_plan::make(parsed("[('x', '<f4'), ('y', '<f4')]"),
                                                      parsed("[('z', '<f4')]"), casting::same_kind);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code(), nopy::errc::type_mismatch);
  EXPECT_NE(plan.error().message().find("field 'z' is not in the file"), std::string::npos);
  EXPECT_NE(plan.error().message().find("fields x, y"), std::string::npos);
}

TEST(casting, opaque_bytes_are_read_as_an_ml_dtypes_coding_when_asked) {
  const auto bfloat16 = nopy::dtype_of<nopy::bfloat16>();
  const auto e4m3 = nopy::dtype_of<nopy::float8<nopy::coding::float8_e4m3fn>>();
  EXPECT_TRUE(nopy::core::conversion_plan::make(parsed("<V2"), bfloat16, casting::none));
  EXPECT_TRUE(nopy::core::conversion_plan::make(parsed("|V2"), bfloat16, casting::none));
  EXPECT_TRUE(nopy::core::conversion_plan::make(parsed("|V1"), e4m3, casting::none));
  EXPECT_FALSE(nopy::core::conversion_plan::make(parsed("|V2"), e4m3, casting::truncate));
  EXPECT_FALSE(nopy::core::conversion_plan::make(parsed("|V2"), parsed("<f2"), casting::truncate));
}

}  // namespace
