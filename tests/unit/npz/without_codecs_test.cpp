// SPDX-License-Identifier: MIT
// A build without libdeflate, libzstd, libbz2 and liblzma: this program brings the codec floor as
// it is then, and the linker takes it instead of the library's. Deflated members are read and
// written as ever; what needs a library says which.
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::compression;
using nopy::errc;
using nopy::npz_reader;
using nopy::test::bytes_of;
using nopy::test::small_array;
using nopy::test::zip_bytes;

TEST(WithoutCodecs, StoredAndDeflatedMembersAreRead) {
  EXPECT_TRUE(nopy::can_read(compression::stored) && nopy::can_read(compression::deflated));
  const std::string archive =
      zip_bytes().stored("a.npy", small_array()).deflated("b.npy", small_array());
  for (const nopy::member& one : npz_reader(nopy::source::memory(bytes_of(archive))))
    EXPECT_TRUE(one.try_load()) << one.name();
}

TEST(WithoutCodecs, TheErrorNamesMethodAndLibrary) {
  struct row {
    compression method;
    std::string_view name;
    std::string_view library;
  };
  for (const row& each : {row{compression::bzip2, "bzip2 (12)", "libbz2-dev"},
                          row{compression::lzma, "LZMA (14)", "liblzma-dev"},
                          row{compression::zstd, "zstd (93)", "libzstd-dev"}}) {
    EXPECT_FALSE(nopy::can_read(each.method) || nopy::can_write(each.method));
    const std::string archive =
        zip_bytes().add("a.npy", static_cast<std::uint16_t>(each.method), "12345", small_array());
    const npz_reader reader(nopy::source::memory(bytes_of(archive)));
    for (const auto& answer : {reader.at(0).try_load().error(), reader.at(0).try_header().error(),
                               reader.at(0).try_verify().error()}) {
      EXPECT_EQ(answer.code(), errc::zip_method);
      EXPECT_TRUE(answer.parts().found.ends_with(each.name)) << answer.message();
      EXPECT_NE(answer.parts().hint.find(each.library), std::string_view::npos);
    }
  }
}

TEST(WithoutCodecs, ABadMemberHidesNoGoodOne) {
  const std::string archive =
      zip_bytes().add("z.npy", 93, "12345", small_array()).stored("a.npy", small_array());
  EXPECT_TRUE(npz_reader(nopy::source::memory(bytes_of(archive)))["a"].try_load());
}

TEST(WithoutCodecs, MembersAreDeflatedByNopyItself) {
  EXPECT_TRUE(nopy::can_write(compression::deflated) && nopy::can_write(compression::stored));
  const nopy::test::temporary_folder folder;
  const std::vector<std::uint32_t> values = nopy::test::patterned(3'000'000);
  for (const int level : {1, 6}) {
    const std::string path = folder.file("a.npz");
    nopy::save_npz(path, {{"a", values}, {"b", std::vector<float>(10)}},
                   {.compression = nopy::deflated{level}});
    const npz_reader run(path, {.policy = nopy::policy::strict});
    EXPECT_EQ(run["a"].compression(), compression::deflated);
    EXPECT_LT(run["a"].compressed_bytes(), run["a"].uncompressed_bytes() * 2 / 3);
    const auto loaded = run["a"].load<std::uint32_t, 1>();
    EXPECT_TRUE(std::equal(values.begin(), values.end(), loaded.begin(), loaded.end()));
    EXPECT_TRUE(run["b"].try_verify());
  }
}

TEST(WithoutCodecs, ZstdIsRefusedAndTheWriterGoesOn) {
  const nopy::test::temporary_folder folder;
  auto out = nopy::npz_writer::open(folder.file("a.npz"));
  ASSERT_TRUE(out);
  const std::vector<float> values(10);
  const auto refused = out->try_add("a", values, {.compression = nopy::zstd{}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), errc::zip_method);
  EXPECT_NE(refused.error().parts().hint.find("libzstd-dev"), std::string_view::npos);
  EXPECT_TRUE(out->try_add("a", values));
  EXPECT_TRUE(out->try_close());
}

}  // namespace
