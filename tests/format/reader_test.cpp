// SPDX-License-Identifier: MIT
// What NumPy read: nopy reads the same values from the same files. Where it deliberately does not,
// a row says why.
#include <nopy/header.hpp>

#include "format/vectors.hpp"
#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

using nopy::test::bytes_of;
using nopy::test::descr_literal;
using nopy::test::json;

struct difference {
  const char* tag;
  const char* id;     // the error, or "" where nopy reads the file
  const char* descr;  // what it reads then
  const char* why;
};

constexpr difference differences[] = {
    {"NUL tail", "", "'<i2'", "other writers pad with NUL; read with a finding"},
    {"NUL pad", "", "'<i2'", "other writers pad with NUL; read with a finding"},
    {"L in v3", "", "'<i2'", "says clearly what it means; read with a finding"},
    {"lower l", "", "'<i2'", "says clearly what it means; read with a finding"},
    {"10k header", "", "'<i2'", "the parser is linear, so headers need no limit of 10000"},
    {"10001", "", "'<i2'", "the parser is linear, so headers need no limit of 10000"},
    {"pickle None allow", "bad_magic", "", "a pickle is never executed"},
    {"empty zip", "bad_magic", "", "an archive is opened as one, not as an array"},
    {"descr '<f1'", "", "'<f1'", "float8_e5m2 of ml_dtypes, which NumPy itself wrote"},
    {"descr '<f12'", "", "'<f12'", "long double of i386, which NumPy reads only there"},
    {"descr '<c4'", "", "'<c4'", "complex32 of ml_dtypes, which NumPy itself wrote"},
    {"descr '<V2'", "", "'<V2'", "the order tells bfloat16 from void, so it is kept"},
    {"descr '>V4'", "", "'>V4'", "the order tells a type of ml_dtypes from void, so it is kept"},
    {"descr 'bfloat16'", "", "'<V2'", "unambiguous; read with a finding"},
    {"descr 'float8_e4m3fn'", "", "'<V1'", "unambiguous; read with a finding"},
    {"descr '2i1'", "", "'|i1'", "the extents join the shape, as in NumPy's memmap"},
    {"descr '(2,)i1'", "", "'|i1'", "the extents join the shape, as in NumPy's memmap"},
    {"descr 'i 2'", "bad_dtype", "", "a blank in a size is no spelling of any writer"},
    {"descr ('<i2',(2,))", "", "'<i2'", "the extents join the shape, as in NumPy's memmap"},
    {"descr ('<i2',2)", "", "'<i2'", "the extents join the shape, as in NumPy's memmap"},
    {"descr ('<i2',{'k':1})", "", "'<i2'",
     "metadata, which NumPy 1.18 to 1.24 wrote and can not read"},
};

const difference* find_difference(const std::string& tag) {
  for (const difference& row : differences)
    if (row.tag == tag) return &row;
  return nullptr;
}

TEST(ReaderVectors, AreReadAsNumPyReadsThem) {
  const json rows = json::parse_file(nopy::test::vector_path("reader.json"));
  std::set<std::string> used;
  for (const json& row : rows.items()) {
    const std::string& tag = row["tag"].as_string();
    const std::string file = nopy::test::from_pieces(row["file"]);
    const json& numpy = row["numpy"];
    auto read = nopy::core::decode_header(bytes_of(file), file.size());
    const bool objects = read && read->dtype.has_objects();
    if (objects) read = nopy::error(nopy::errc::object_dtype);  // the verbs refuse them
    if (const difference* differs = find_difference(tag)) {
      used.insert(tag);
      const std::string id(read ? "" : read.error().id());
      EXPECT_EQ(id, differs->id) << tag << ": " << differs->why;
      const std::string descr = read ? descr_literal(read->dtype) : "";
      EXPECT_EQ(descr, differs->descr) << tag << ": " << differs->why;
      continue;
    }
    if (numpy.find("error")) {
      EXPECT_FALSE(read) << tag << " was read as " << descr_literal(read->dtype);
      continue;
    }
    EXPECT_TRUE(read) << tag << ": " << read.error().message();
    if (!read) continue;
    EXPECT_EQ(descr_literal(read->dtype), numpy["descr"].as_string()) << tag;
    ASSERT_EQ(read->shape.rank(), numpy["shape"].size()) << tag;
    for (std::size_t i = 0; i < read->shape.rank(); ++i)
      EXPECT_EQ(static_cast<std::int64_t>(read->shape[i]), numpy["shape"][i].as_int()) << tag;
    EXPECT_EQ(read->order == nopy::order::fortran, numpy["fortran"].as_bool()) << tag;
    const std::string data = file.substr(read->data_offset, read->data_bytes);
    EXPECT_EQ(data, nopy::test::from_hex(numpy["data"].as_string())) << tag;
  }
  EXPECT_EQ(used.size(), std::size(differences)) << "a difference names no vector";
}

}  // namespace
