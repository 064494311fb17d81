// SPDX-License-Identifier: MIT
// Stored members in place: typed where they are aligned, packed where not; the view keeps its mapping.
#include <nopy/npz.hpp>

#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::npz_reader;
using nopy::test::bytes_of;
using nopy::test::small_array;
using nopy::test::zip_bytes;
using record = zip_bytes::record;

/// One member whose array data begins at a multiple of 64.
zip_bytes aligned() {
  const std::string padding = zip_bytes::extra(0xD935, std::string(64 - 30 - 5 - 4, '\0'));
  return zip_bytes().stored("a.npy", small_array()).local([=](record& r) { r.extra = padding; });
}

class MapMember : public ::testing::Test {
 protected:
  npz_reader opened(const std::string& archive) {
    return npz_reader(folder.write("a.npz", bytes_of(archive)));
  }
  nopy::test::temporary_folder folder;
};

TEST_F(MapMember, IsTypedWhereItIsAligned) {
  std::optional<nopy::mapped_array<const float, 2>> kept;
  {
    const npz_reader reader = opened(aligned());
    EXPECT_TRUE(reader["a"].mappable());
    EXPECT_EQ(*reader["a"].try_data_offset() % 64, 0u);
    kept = reader["a"].map<float, 2>();
  }
  EXPECT_EQ((*kept)(1, 2), 5.0f) << "the view keeps its mapping";
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kept->data()) % 64, 0u);
}

TEST_F(MapMember, IsPackedWhereItIsNot) {
  const npz_reader reader = opened(zip_bytes().stored("abc.npy", small_array()));
  const auto mapped = reader["abc"].try_map<nopy::packed<float>, 2>();
  ASSERT_TRUE(mapped) << mapped.error().message();
  EXPECT_EQ(float((*mapped)(1, 2)), 5.0f);
  const auto typed = reader["abc"].try_map<float, 2>();
  ASSERT_FALSE(typed);
  EXPECT_EQ(typed.error().code(), errc::unaligned);
  EXPECT_EQ(typed.error().offset(), 30u + 7 + 128);
  EXPECT_NE(typed.error().message().find("save_npz writes aligned"), std::string::npos)
      << typed.error().message();
  EXPECT_NE(typed.error().message().find("a.npz!abc.npy"), std::string::npos);
}

TEST_F(MapMember, GivesPrivatePages) {
  const std::string archive = aligned();
  const npz_reader reader = opened(archive);
  {
    auto mapped = reader["a"].map_private<float, 2>();
    mapped(0, 0) = 100.0f;
    EXPECT_EQ(mapped(0, 0), 100.0f);
  }
  EXPECT_TRUE(reader["a"].try_verify());
}

TEST_F(MapMember, RefusesWhatCanNotBe) {
  const npz_reader reader =
      opened(zip_bytes()
                 .deflated("d.npy", small_array())
                 .stored("o.npy", nopy::test::npy_bytes().dict("'|O'").pad(64).str())
                 .stored("s.npy", small_array()));
  EXPECT_EQ(reader["d"].try_map().error().code(), errc::compressed);
  EXPECT_FALSE(reader["d"].mappable());
  EXPECT_EQ(reader["d"].try_data_offset().error().code(), errc::compressed);
  EXPECT_EQ(reader["o"].try_map().error().code(), errc::object_dtype);
  EXPECT_FALSE(reader["o"].mappable());
  EXPECT_EQ((reader["s"].try_map<nopy::packed<double>, 2>().error().code()), errc::type_mismatch);
  EXPECT_EQ(reader["s"].try_map_as(nopy::map_mode::writable, {}).error().code(), errc::usage);
  const std::string archive = aligned();
  const npz_reader in_memory(nopy::source::memory(bytes_of(archive)));
  EXPECT_EQ(in_memory["a"].try_map().error().code(), errc::usage);
  EXPECT_FALSE(in_memory["a"].mappable());
}

TEST_F(MapMember, IsASourceOfTheMapVerbs) {
  const npz_reader reader = opened(aligned());
  EXPECT_EQ((nopy::map<float, 2>(reader["a"])(1, 2)), 5.0f);
  EXPECT_EQ(nopy::map(reader["a"]).shape(), (nopy::shape{2, 3}));
  auto own = nopy::map_private<float, 2>(reader["a"]);
  own(0, 0) = 100.0f;
  EXPECT_EQ((nopy::map<float, 2>(reader["a"])(0, 0)), 0.0f);
  const auto written = nopy::try_map_writable<float, 2>(reader["a"]);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), errc::usage);
}

TEST_F(MapMember, ThatIsCompressedSaysHow) {
  const npz_reader reader = opened(zip_bytes().deflated("d.npy", small_array()));
  const auto mapped = nopy::try_map<float, 2>(reader["d"]);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::compressed);
  EXPECT_NE(mapped.error().message().find("deflated (8)"), std::string::npos)
      << mapped.error().message();
}

TEST_F(MapMember, IsNotVerified) {
  const npz_reader reader = opened(aligned().break_crc());
  EXPECT_TRUE(reader["a"].try_map());
  EXPECT_EQ(reader["a"].try_verify().error().code(), errc::zip_crc);
}

}  // namespace
