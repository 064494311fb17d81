// SPDX-License-Identifier: MIT
// Map gives what is there, in place, or says what differs.
#include <nopy/load.hpp>

#include "support/npy_stream.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

namespace {

using nopy::errc;
using nopy::test::npy_stream;
using nopy::test::temporary_folder;

std::string write_2x3(const temporary_folder& folder, bool fortran = false) {
  return folder.write(
      "a.npy",
      npy_stream("'<i4'", "(2, 3)", fortran).values<std::int32_t>({0, 1, 2, 3, 4, 5}).bytes());
}

TEST(Map, ShowsTheElementsAndOutlivesItsCopies) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  nopy::mapped_array<const std::int32_t, 2> kept;
  {
    const auto mapped = nopy::try_map<std::int32_t, 2>(path);
    ASSERT_TRUE(mapped) << mapped.error().message();
    kept = *mapped;
  }
  EXPECT_EQ(kept(1, 2), 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kept.data()) % 64, 0u);
}

TEST(Map, AFortranFileNeedsAnotherLayout) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder, true);
  const auto right = nopy::try_map<std::int32_t, 2>(path);
  ASSERT_FALSE(right);
  EXPECT_EQ(right.error().code(), errc::order_mismatch);
  EXPECT_EQ(right.error().parts().subject, path);
  const auto left = nopy::try_map<std::int32_t, 2, nopy::layout_left>(path);
  ASSERT_TRUE(left) << left.error().message();
  EXPECT_EQ(left->view()(1, 0), 1);
  const auto strided = nopy::try_map<std::int32_t, 2, nopy::layout_stride>(path);
  ASSERT_TRUE(strided) << strided.error().message();
  EXPECT_EQ(strided->view()(1, 0), 1);
}

TEST(Map, AnotherTypeOrRankIsSaidWithThePath) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  const auto type = nopy::try_map<float, 2>(path);
  ASSERT_FALSE(type);
  EXPECT_EQ(type.error().code(), errc::type_mismatch);
  EXPECT_EQ(type.error().parts().subject, path);
  const auto rank = nopy::try_map<std::int32_t, 1>(path);
  ASSERT_FALSE(rank);
  EXPECT_EQ(rank.error().code(), errc::rank_mismatch);
}

TEST(Map, DataAtAnOddOffsetIsUnalignedAndPackedReadsIt) {
  const temporary_folder folder;
  auto stream = npy_stream("'<i4'", "( 2,)");
  stream.alignment(1).values<std::int32_t>({7, 8});
  auto bytes = stream.bytes();
  ASSERT_NE((bytes.size() - 8) % 4, 0u) << "the test needs an odd offset";
  const std::string path = folder.write("a.npy", bytes);
  const auto mapped = nopy::try_map<std::int32_t, 1>(path);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::unaligned);
  const auto packed = nopy::try_map<nopy::packed<std::int32_t>, 1>(path);
  ASSERT_TRUE(packed) << packed.error().message();
  EXPECT_EQ((*packed)(1), 8);
}

TEST(Map, OfNoElementsIsEmpty) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npy", npy_stream("'<f8'", "(0, 3)").bytes());
  const auto mapped = nopy::try_map<double, 2>(path);
  ASSERT_TRUE(mapped) << mapped.error().message();
  EXPECT_TRUE(mapped->empty());
  const auto writable = nopy::try_map_writable<double, 2>(path);
  ASSERT_TRUE(writable);
  EXPECT_TRUE(writable->try_flush());
}

TEST(Map, WritesReachTheFileOnlyWhereTheVerbSaysSo) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  const auto copy = nopy::try_map_private<std::int32_t, 2>(path);
  ASSERT_TRUE(copy) << copy.error().message();
  (*copy)(0, 0) = 77;
  const auto shared = nopy::try_map_writable<std::int32_t, 2>(path);
  ASSERT_TRUE(shared) << shared.error().message();
  (*shared)(1, 2) = 99;
  ASSERT_TRUE(shared->try_flush());
  const auto loaded = nopy::try_load<std::int32_t, 2>(path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)(0, 0), 0);
  EXPECT_EQ((*loaded)(1, 2), 99);
}

TEST(Map, AReadOnlyFileCanBeMappedButNotWritably) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  EXPECT_TRUE((nopy::try_map<std::int32_t, 2>(path)));
  EXPECT_TRUE((nopy::try_map_private<std::int32_t, 2>(path)));
  if (std::fstream(path, std::ios::in | std::ios::out))
    GTEST_SKIP() << "root may write to every file";
  const auto writable = nopy::try_map_writable<std::int32_t, 2>(path);
  ASSERT_FALSE(writable);
  EXPECT_EQ(writable.error().system_code(), EACCES);
}

TEST(Map, TakesADescriptorAsItWasOpened) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  const int readable = ::open(path.c_str(), O_RDONLY);
  const int writable = ::open(path.c_str(), O_RDWR);
  ASSERT_GE(readable, 0);
  ASSERT_GE(writable, 0);
  EXPECT_EQ((nopy::map<std::int32_t, 2>(nopy::source::descriptor(readable))(1, 2)), 5);
  const auto refused = nopy::try_map_writable<std::int32_t, 2>(nopy::source::descriptor(readable));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().system_code(), EACCES);
  auto shared = nopy::map_writable<std::int32_t, 2>(nopy::source::descriptor(writable));
  shared(1, 2) = 7;
  ::close(readable);
  ::close(writable);
  EXPECT_EQ((nopy::load<std::int32_t, 2>(path)(1, 2)), 7);
}

TEST(Map, NeedsAFileBehindTheSource) {
  const std::vector<std::byte> bytes(200);
  const auto mapped = nopy::try_map(nopy::source::memory(bytes));
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::usage);
}

TEST(Map, OfTruncatedDataIsRefused) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder);
  std::filesystem::resize_file(path, 140);
  for (const auto mode :
       {nopy::map_mode::read, nopy::map_mode::private_copy, nopy::map_mode::writable}) {
    const auto mapped =
        nopy::try_map_as(path, mode, {.type = nopy::dtype_of<std::int32_t>(), .rank = 2});
    ASSERT_FALSE(mapped);
    EXPECT_EQ(mapped.error().code(), errc::data_truncated);
  }
  EXPECT_EQ(std::filesystem::file_size(path), 140u);
}

TEST(Map, OfObjectsIsRefused) {
  const temporary_folder folder;
  const std::string path =
      folder.write("a.npy", npy_stream("'|O'", "(1,)").values<char>({'\x80', '.'}).bytes());
  const auto mapped = nopy::try_map(path);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::object_dtype);
}

TEST(Map, OfARunTimeTypeKeepsEverything) {
  const temporary_folder folder;
  const std::string path = write_2x3(folder, true);
  const auto mapped = nopy::try_map(path);
  ASSERT_TRUE(mapped) << mapped.error().message();
  EXPECT_EQ(mapped->header().order, nopy::order::fortran);
  EXPECT_EQ(mapped->view().bytes().size(), 24u);
}

}  // namespace
