// SPDX-License-Identifier: MIT
// What a release wrote, every later one reads: the files of tests/vectors/written/VERSION, against what NumPy says is
// in them (list.txt: file, descr, shape, order, CRC-32 of the items in C order).
#include "deflate/crc32.hpp"
#include "format/vectors.hpp"

#include <nopy/nopy.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace {

struct row {
  std::string file, member, descr, shape, order, crc;
};

std::vector<row> rows_of(const std::filesystem::path& list) {
  std::vector<row> rows;
  std::ifstream file(list);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    row one;
    for (std::string* cell : {&one.file, &one.descr, &one.shape, &one.order, &one.crc})
      std::getline(cells, *cell, '\t');
    if (const auto colon = one.file.find(':'); colon != std::string::npos) {
      one.member = one.file.substr(colon + 1);
      one.file.resize(colon);
    }
    rows.push_back(one);
  }
  return rows;
}

std::string shape_of(const nopy::header& header) {
  std::string text = "[";
  for (const auto extent : header.shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

std::string crc_of(const nopy::any_array& array) {
  const nopy::any_view view = array.view();
  const auto item_bytes = static_cast<std::size_t>(array.dtype().item_bytes());
  std::uint64_t count = 1;
  for (const auto extent : array.shape()) count *= extent;
  std::uint32_t crc = 0;
  for (std::uint64_t k = 0; k < count; ++k)
    crc = nopy::deflate::crc32(crc, {view.item(k), item_bytes});
  char text[9];
  std::snprintf(text, sizeof text, "%08x", crc);
  return text;
}

bool needs_a_library_that_is_not_here(const nopy::error& error) {
  return error.code() == nopy::errc::zip_method;
}

TEST(Written, EveryFileOfEveryReleaseIsReadWithTheValuesThatNumPyGave) {
  std::size_t releases = 0, read = 0;
  for (const auto& release :
       std::filesystem::directory_iterator(nopy::test::vector_path("written"))) {
    if (!release.is_directory()) continue;
    ++releases;
    for (const row& one : rows_of(release.path() / "list.txt")) {
      SCOPED_TRACE(release.path().filename().string() + "/" + one.file + ":" + one.member);
      const std::string path = (release.path() / one.file).string();
      const auto array =
          one.member.empty() ? nopy::try_load(path) : nopy::npz_reader(path)[one.member].try_load();
      if (!array && needs_a_library_that_is_not_here(array.error())) continue;
      ASSERT_TRUE(array) << array.error().message();
      EXPECT_EQ(array->dtype().descr(), one.descr);
      EXPECT_EQ(shape_of(array->header()), one.shape);
      EXPECT_EQ(array->header().order == nopy::order::fortran ? "F" : "C", one.order);
      EXPECT_EQ(crc_of(*array), one.crc);
      ++read;
    }
  }
  EXPECT_GE(releases, 1u);
  EXPECT_GE(read, 100 * releases);
}

TEST(Written, ArraysHaveNothingThatTheStrictPolicyRefuses) {
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(nopy::test::vector_path("written"))) {
    if (file.path().extension() != ".npy") continue;
    SCOPED_TRACE(file.path().string());
    const auto array = nopy::try_load(file.path().string(), {.policy = nopy::policy::strict});
    EXPECT_TRUE(array) << array.error().message();
  }
}

}  // namespace
