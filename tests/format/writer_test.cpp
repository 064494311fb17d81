// SPDX-License-Identifier: MIT
// What NumPy wrote: nopy writes the same headers from dtype, shape and order, and reads the files.
#include <nopy/header.hpp>

#include "format/vectors.hpp"
#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::dtype;
using nopy::order;
using nopy::shape;
using nopy::test::bytes_of;
using nopy::test::descr_literal;
using nopy::test::json;
using nopy::test::vector_file;

const json& rows() {
  static const json all = json::parse_file(nopy::test::vector_path("writer.json"));
  return all;
}

/// NumPy 1.18 to 1.24 wrote the metadata of fields' dtypes, which no NumPy reads. nopy ignores it
/// and does not write it.
bool holds_metadata(const json& row) {
  return row["descr"].as_string().find("{'k': 1}") != std::string::npos;
}

shape shape_of(const json& row) {
  shape made;
  for (const json& extent : row["shape"].items())
    made.push_back(static_cast<std::uint64_t>(extent.as_int()));
  return made;
}

order order_of(const json& row) { return row["fortran"].as_bool() ? order::fortran : order::c; }

std::string encoded(const dtype& type, const shape& of, order in) {
  const auto made = nopy::core::encode_header(type, of, in);
  if (!made) return made.error().message();
  return {reinterpret_cast<const char*>(made->bytes().data()), made->bytes().size()};
}

TEST(WriterVectors, HeadersAreReproducedByteForByte) {
  std::size_t checked = 0;
  for (const json& row : rows().items()) {
    if (!row.find("header") || holds_metadata(row)) continue;
    const std::string& expr = row["expr"].as_string();
    const auto type = dtype::parse(row["descr"].as_string());
    ASSERT_TRUE(type) << expr << ": " << type.error().message();
    const std::string made = encoded(*type, shape_of(row), order_of(row));
    const std::size_t preamble = made[6] == 1 ? 10 : 12;
    EXPECT_EQ(made[6], row["version"].as_int()) << expr;
    EXPECT_EQ(made.substr(preamble), nopy::test::from_pieces(row["header"])) << expr;
    EXPECT_EQ(static_cast<std::int64_t>(made.size()), row["data_offset"].as_int()) << expr;
    ++checked;
  }
  EXPECT_EQ(checked, 106u);
}

TEST(WriterVectors, FilesAreReadAsWhatTheyHold) {
  std::size_t checked = 0;
  for (const json& row : rows().items()) {
    if (!row.find("file")) continue;
    const std::string& expr = row["expr"].as_string();
    const std::string file = vector_file(row["file"].as_string());
    const auto read =
        nopy::core::decode_header(bytes_of(file), file.size(), {.policy = nopy::policy::strict});
    ASSERT_TRUE(read) << expr << ": " << read.error().message();
    const std::string expected = holds_metadata(row) ? "[('a', '<i4')]" : row["descr"].as_string();
    EXPECT_EQ(descr_literal(read->dtype), expected) << expr;
    EXPECT_EQ(read->findings.size(), holds_metadata(row) ? 1u : 0u) << expr;
    EXPECT_EQ(read->shape, shape_of(row)) << expr;
    EXPECT_EQ(read->order, order_of(row)) << expr;
    EXPECT_EQ(read->major, row["version"].as_int()) << expr;
    EXPECT_EQ(static_cast<std::int64_t>(read->data_offset), row["data_offset"].as_int()) << expr;
    // The header does not say how long a pickle is.
    const std::int64_t data_bytes = read->dtype.has_objects() ? 0 : row["data_bytes"].as_int();
    EXPECT_EQ(static_cast<std::int64_t>(read->data_bytes), data_bytes) << expr;
    ++checked;
  }
  EXPECT_EQ(checked, 107u);
}

dtype many_fields(const char* prefix, int count) {
  std::string descr = "[";
  for (int i = 0; i < count; ++i)
    descr += "('" + std::string(prefix) + std::to_string(i) + "', '<f8'), ";
  return *dtype::parse(descr + "]");
}

TEST(WriterVectors, RecordsOfThousandsOfFieldsTakeTheVersionNumPyTakes) {
  struct {
    const char* expr;
    dtype type;
  } const made[] = {
      {"np.zeros(1,[('f%d'%i,'<f8') for i in range(3000)])", many_fields("f", 3000)},
      {"np.zeros(1,[('f%d'%i,'<f8') for i in range(4000)])", many_fields("f", 4000)},
      {"np.zeros(1,[('\\u03b1%d'%i,'<f8') for i in range(4000)])", many_fields("\u03B1", 4000)},
  };
  for (const auto& one : made) {
    bool found = false;
    for (const json& row : rows().items()) {
      if (row["expr"].as_string() != one.expr) continue;
      found = true;
      const std::string header = encoded(one.type, {1}, order::c);
      EXPECT_EQ(header[6], row["version"].as_int());
      EXPECT_EQ(static_cast<std::int64_t>(header.size()), row["data_offset"].as_int());
    }
    EXPECT_TRUE(found) << one.expr;
  }
}

TEST(WriterVectors, WhatNumPyCanNotWriteIsNoDtypeHere) {
  const dtype i4 = dtype::number(nopy::kind::signed_int, 4);
  const nopy::dtype_field unordered[] = {{"a", i4, 4}, {"b", i4, 0}};
  const nopy::dtype_field overlapping[] = {{"a", i4, 0}, {"b", i4, 2}};
  EXPECT_EQ(dtype::record(unordered, 8).error().code(), nopy::errc::bad_dtype);
  EXPECT_EQ(dtype::record(overlapping, 6).error().code(), nopy::errc::bad_dtype);
}

}  // namespace
