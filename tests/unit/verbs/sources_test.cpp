// SPDX-License-Identifier: MIT
// Path, memory, descriptor and custom reader give the same value for good bytes and the same
// verdict for bad ones; an error names its source.
#include <nopy/load.hpp>

#include "support/every_source.hpp"
#include "support/npy_stream.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::source;
using nopy::test::every_source;
using nopy::test::npy_stream;

std::vector<std::byte> six_floats() {
  return npy_stream("'<f4'", "(2, 3)").values<float>({0, 1, 2, 3, 4, 5}).bytes();
}

TEST(Sources, GiveTheSameHeader) {
  const every_source sources(six_floats());
  for (const auto& [name, from] : sources.all()) {
    const auto found = nopy::try_read_header(from);
    ASSERT_TRUE(found) << name << ": " << found.error().message();
    EXPECT_EQ(found->dtype, nopy::dtype_of<float>()) << name;
    EXPECT_EQ(found->shape, (nopy::shape{2, 3})) << name;
    EXPECT_EQ(found->data_offset, 128u) << name;
    EXPECT_EQ(found->data_bytes, 24u) << name;
    EXPECT_TRUE(found->findings.empty()) << name;
  }
}

TEST(Sources, GiveTheSameValues) {
  const every_source sources(six_floats());
  for (const auto& [name, from] : sources.all()) {
    const auto any = nopy::try_load(from);
    ASSERT_TRUE(any) << name << ": " << any.error().message();
    const auto view = any->try_as<float, 2>();
    ASSERT_TRUE(view) << name;
    EXPECT_EQ((*view)(1, 2), 5.0f) << name;
    const auto typed = nopy::try_load<float, 2>(from);
    ASSERT_TRUE(typed) << name << ": " << typed.error().message();
    EXPECT_EQ(std::vector<float>(typed->begin(), typed->end()),
              (std::vector<float>{0, 1, 2, 3, 4, 5}))
        << name;
  }
}

TEST(Sources, GiveTheSameVerdictForEveryPrefix) {
  const auto whole = six_floats();
  for (std::size_t count = 0; count < whole.size(); ++count) {
    const every_source sources({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count)});
    const auto all = sources.all();
    const auto first = nopy::try_load(all.front().source);
    ASSERT_FALSE(first) << count;
    for (const auto& [name, from] : all) {
      const auto loaded = nopy::try_load(from);
      ASSERT_FALSE(loaded) << name << ", " << count << " bytes";
      EXPECT_EQ(loaded.error().code(), first.error().code()) << name << ", " << count << " bytes";
      EXPECT_EQ(loaded.error().offset(), first.error().offset()) << name << ", " << count;
    }
  }
}

TEST(Sources, AnErrorNamesItsSource) {
  const every_source sources({std::byte{'x'}});
  const std::string expected[] = {sources.path(), "memory",
                                  "descriptor " + std::to_string(sources.descriptor()),
                                  "custom source"};
  std::size_t i = 0;
  for (const auto& [name, from] : sources.all()) {
    const auto found = nopy::try_read_header(from);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().parts().subject, expected[i++]) << name;
  }
}

TEST(Sources, APathWithANulInsideIsRefused) {
  const auto found = nopy::try_read_header(std::string("a.npy\0b", 7));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), errc::usage);
}

TEST(Sources, WhatIsNotThereIsSaidByThePath) {
  const nopy::test::temporary_folder folder;
  const std::string path = folder.file("absent.npy");
  const auto found = nopy::try_load(path);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), errc::io);
  EXPECT_EQ(found.error().system_code(), ENOENT);
  EXPECT_EQ(found.error().parts().subject, path);
}

TEST(Sources, ADirectoryIsNotRegular) {
  const nopy::test::temporary_folder folder;
  const auto found = nopy::try_load(folder.path().string());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), errc::not_regular);
}

TEST(Sources, ACustomReadersOwnErrorComesThrough) {
  const auto found = nopy::try_read_header(
      source::custom(1000, [](std::uint64_t, std::span<std::byte>) -> nopy::result<void> {
        return nopy::error({.code = errc::io, .subject = "https://x/a.npy", .summary = "404"});
      }));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().parts().subject, "https://x/a.npy");
  EXPECT_EQ(found.error().parts().summary, "404");
}

TEST(Sources, ACustomSourceWithoutAReaderIsRefused) {
  const auto found = nopy::try_read_header(source::custom(1000, {}));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), errc::usage);
}

TEST(Sources, ADescriptorKeepsItsPosition) {
  const every_source sources(six_floats());
  ASSERT_EQ(::lseek(sources.descriptor(), 77, SEEK_SET), 77);
  ASSERT_TRUE((nopy::try_load<float, 2>(source::descriptor(sources.descriptor()))));
  EXPECT_EQ(::lseek(sources.descriptor(), 0, SEEK_CUR), 77);
}

TEST(Sources, AnOffsetSkipsWhatStandsBeforeTheStream) {
  auto bytes = six_floats();
  bytes.insert(bytes.begin(), 100, std::byte{'x'});
  const every_source sources(bytes);
  for (const auto& [name, from] : sources.all()) {
    const auto loaded = nopy::try_load<float, 2>(from, {.offset = 100});
    ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
    EXPECT_EQ((*loaded)(1, 2), 5.0f) << name;
    const auto wrong = nopy::try_load(from, {.offset = 99});
    ASSERT_FALSE(wrong) << name;
    EXPECT_EQ(wrong.error().code(), errc::bad_magic) << name;
    EXPECT_EQ(wrong.error().offset(), 99u) << name;
    const auto behind = nopy::try_load(from, {.offset = bytes.size() + 1});
    ASSERT_FALSE(behind) << name;
    EXPECT_EQ(behind.error().code(), errc::usage) << name;
  }
}

TEST(Sources, BytesBehindTheArrayAreAFinding) {
  auto bytes = six_floats();
  bytes.resize(bytes.size() + 7);
  const every_source sources(bytes);
  for (const auto& [name, from] : sources.all()) {
    for (const auto policy : {nopy::policy::tolerant, nopy::policy::strict}) {
      std::vector<errc> told;
      nopy::load_options options;
      options.policy = policy;
      options.on_finding = [&told](const nopy::finding& one) {
        told.push_back(one.code());
        EXPECT_EQ(one.offset(), 152u);
        EXPECT_EQ(one.severity, nopy::severity::warning);
      };
      const auto found = nopy::try_read_header(from, options);
      ASSERT_TRUE(found) << name;
      EXPECT_EQ(told, std::vector<errc>{errc::trailing_bytes}) << name;
      ASSERT_EQ(found->findings.size(), 1u) << name;
      EXPECT_EQ(found->findings.begin()->code(), errc::trailing_bytes) << name;
    }
  }
}

}  // namespace
