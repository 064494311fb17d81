// SPDX-License-Identifier: MIT
// Members as sources: header, load, bytes, verify; through every kind of source the same.
#include <nopy/npz.hpp>

#include "support/every_source.hpp"
#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::npz_reader;
using nopy::policy;
using nopy::test::array_of;
using nopy::test::bytes_of;
using nopy::test::every_source;
using nopy::test::npy_bytes;
using nopy::test::patterned;
using nopy::test::small_array;
using nopy::test::zip_bytes;
using record = zip_bytes::record;

every_source sources_of(const std::string& archive) {
  const auto bytes = bytes_of(archive);
  return every_source({bytes.begin(), bytes.end()});
}

npz_reader opened(const std::string& archive, policy how = policy::tolerant) {
  auto made = npz_reader::open(nopy::source::memory(bytes_of(archive)), {.policy = how});
  EXPECT_TRUE(made) << made.error().message();
  return *std::move(made);
}

TEST(Member, LoadsStoredAndDeflatedThroughEverySource) {
  const auto values = patterned(300'000);
  const std::string archive =
      zip_bytes().stored("s.npy", array_of(values)).deflated("d.npy", array_of(values));
  const auto all = sources_of(archive);
  for (const auto& [name, from] : all.all())
    for (const policy how : {policy::tolerant, policy::strict}) {
      const auto reader = npz_reader::open(from, {.policy = how});
      ASSERT_TRUE(reader) << name << ": " << reader.error().message();
      ASSERT_EQ(reader->size(), 2u);
      for (const nopy::member& one : *reader) {
        const auto found = one.try_header();
        ASSERT_TRUE(found) << name << ": " << found.error().message();
        EXPECT_EQ(found->shape, nopy::shape{300'000});
        const auto loaded = one.try_load<std::uint32_t, 1>();
        ASSERT_TRUE(loaded) << name << ": " << loaded.error().message();
        EXPECT_TRUE(std::equal(loaded->begin(), loaded->end(), values.begin(), values.end()))
            << name << ' ' << one.name();
        const auto any = nopy::try_load(one);
        ASSERT_TRUE(any);
        EXPECT_EQ(std::memcmp(any->memory().data(), values.data(), 4 * values.size()), 0);
        const auto converted = one.try_load<double>();
        ASSERT_TRUE(converted) << converted.error().message();
        EXPECT_TRUE(std::equal(converted->begin(), converted->end(), values.begin()));
        EXPECT_TRUE(one.try_verify());
      }
    }
}

TEST(Member, SaysWhatTheDirectorySays) {
  const std::string text(1000, 'x');
  const std::string archive = zip_bytes().stored("a.npy", small_array()).deflated("notes", text);
  const npz_reader reader = opened(archive);
  EXPECT_EQ(reader.at(0).name(), "a");
  EXPECT_EQ(reader.at(0).stored_name(), "a.npy");
  EXPECT_EQ(reader.at(0).compression(), nopy::compression::stored);
  EXPECT_EQ(reader.at(1).name(), "notes");
  EXPECT_EQ(reader.at(1).compression(), nopy::compression::deflated);
  EXPECT_EQ(reader.at(1).uncompressed_bytes(), 1000u);
  EXPECT_LT(reader.at(1).compressed_bytes(), 100u);
  EXPECT_EQ(reader.at(1).crc32(), nopy::test::slow_crc32(text));
}

TEST(Member, OutlivesItsReader) {
  const std::string archive = zip_bytes().deflated("a.npy", small_array());
  std::optional<nopy::member> kept;
  {
    const npz_reader reader = opened(archive);
    kept = reader.at(0);
  }
  const auto loaded = kept->try_load<float, 2>();
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)(1, 2), 5.0f);
}

TEST(Member, LoadsFortranOrderInCOrder) {
  // 1000 columns of 300: what memory wants is far from the file's order.
  const auto values = patterned(300'000);
  const std::string archive = zip_bytes()
                                  .stored("s.npy", array_of(values, "(300, 1000)", true))
                                  .deflated("d.npy", array_of(values, "(300, 1000)", true));
  for (const nopy::member& one : opened(archive)) {
    const auto loaded = one.try_load<std::uint32_t, 2>();
    ASSERT_TRUE(loaded) << loaded.error().message();
    for (std::size_t row = 0; row < 300; ++row)
      for (std::size_t column = 0; column < 1000; ++column)
        ASSERT_EQ((*loaded)(row, column), values[column * 300 + row]);
  }
}

TEST(Member, LoadsInParallel) {
  const auto values = patterned(2'000'000);
  const std::string archive =
      zip_bytes().stored("s.npy", array_of(values)).deflated("d.npy", array_of(values));
  const auto one_by_one = [](std::size_t tasks, nopy::function_ref<void(std::size_t)> run) {
    for (std::size_t i = tasks; i-- > 0;) run(i);
  };
  for (const nopy::member& one : opened(archive)) {
    const auto loaded = one.try_load<std::uint32_t, 1>({.parallel = one_by_one});
    ASSERT_TRUE(loaded) << loaded.error().message();
    EXPECT_TRUE(std::equal(loaded->begin(), loaded->end(), values.begin(), values.end()));
  }
}

struct damage {
  const char* what;
  zip_bytes archive;
  errc code;
};

TEST(Member, ThatIsDamagedGivesNothing) {
  const std::string array = small_array();
  const std::string stream = nopy::test::small_deflate::of(array);
  std::string flipped = stream;
  const auto deflated = [&](const std::string& bytes) {
    return zip_bytes().add("a.npy", 8, bytes, array);
  };
  const damage rows[] = {
      {"stored, wrong CRC", zip_bytes().stored("a.npy", array).break_crc(), errc::zip_crc},
      {"deflated, wrong CRC", zip_bytes().deflated("a.npy", array).break_crc(), errc::zip_crc},
      {"behind the array", zip_bytes().stored("a.npy", array + "tail").break_crc(), errc::zip_crc},
      {"deflated, far behind the array",
       zip_bytes().deflated("a.npy", array + std::string(2'000'000, '\0')).break_crc(),
       errc::zip_crc},
      {"bytes behind the stream", deflated(stream + "hidden"), errc::zip_size},
      {"a stream that is cut", deflated(stream.substr(0, stream.size() - 4)), errc::zip_inflate},
      {"no stream", deflated(std::string(50, '\xFF')), errc::zip_inflate},
      {"more than it says",
       zip_bytes().add("a.npy", 8, nopy::test::small_deflate::of(array + "x"), array),
       errc::zip_size},
      {"less than it says", zip_bytes().add("a.npy", 8, stream, array + "x"), errc::zip_size},
      {"an unknown method", zip_bytes().add("a.npy", 9, array, array), errc::zip_method},
      {"another method's number", zip_bytes().add("a.npy", 12345, array, array), errc::zip_method},
      {"data that is cut", zip_bytes().stored("a.npy", array.substr(0, array.size() - 1)),
       errc::data_truncated},
      {"objects",
       zip_bytes().stored("a.npy", npy_bytes().dict("'|O'").pad(64).raw("\x80\4K\1.").str()),
       errc::object_dtype},
  };
  for (const damage& row : rows) {
    zip_bytes with_good = row.archive;
    with_good.stored("good.npy", array);
    const std::string archive = with_good;
    const auto all = sources_of(archive);
    for (const auto& [name, from] : all.all()) {
      const auto reader = npz_reader::open(from);
      ASSERT_TRUE(reader) << row.what;
      const auto loaded = reader->at(0).try_load();
      ASSERT_FALSE(loaded) << row.what << ", " << name;
      EXPECT_EQ(loaded.error().code(), row.code)
          << row.what << ", " << name << ": " << loaded.error().message();
      EXPECT_TRUE(reader->at(1).try_load()) << row.what << " hides a good member";
    }
  }
}

TEST(Member, IsNamedInItsErrors) {
  const std::string archive =
      zip_bytes().stored("a.npy", small_array()).break_crc().stored("b.npy", "\x93NUMPY\1");
  const npz_reader reader = opened(archive);
  const auto loaded = reader.at(0).try_load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().parts().subject, "memory!a.npy");
  const auto cut = reader.at(1).try_header();
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code(), errc::header_truncated);
  EXPECT_EQ(cut.error().parts().subject, "memory!b.npy");
}

TEST(Member, ThatIsNoArrayGivesItsBytes) {
  const std::string archive = zip_bytes()
                                  .deflated("notes.txt", "hello, hello, hello")
                                  .stored("bad.npy", "none")
                                  .stored("e", "");
  const npz_reader reader = opened(archive);
  std::vector<errc> told;
  const nopy::load_options options{
      .on_finding = [&](const nopy::finding& one) { told.push_back(one.code()); }};
  const auto text = reader.at(0).try_bytes(options);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(text->data()), text->size_bytes()),
            "hello, hello, hello");
  EXPECT_TRUE(told.empty());
  EXPECT_TRUE(reader.at(1).try_bytes(options));
  EXPECT_EQ(told, std::vector<errc>{errc::not_npy});
  const auto empty = reader.at(2).try_bytes(options);
  ASSERT_TRUE(empty) << empty.error().message();
  EXPECT_EQ(empty->size_bytes(), 0u);
  EXPECT_EQ(reader.at(0).try_header().error().code(), errc::bad_magic);
  EXPECT_EQ(reader.at(0).try_bytes({.limits = {.array_bytes = 5}}).error().code(), errc::limit);
}

TEST(Member, CutInsideTheMagicIsTruncated) {
  struct row {
    std::string_view bytes;
    errc code;
  };
  const row rows[] = {{"", errc::bad_magic},
                      {"\x93", errc::header_truncated},
                      {"\x93NUMP", errc::header_truncated},
                      {"\x93NX", errc::bad_magic},
                      {"hello", errc::bad_magic},
                      {"\x93NUMPY", errc::header_truncated}};
  for (const row& one : rows) {
    const std::string archive = zip_bytes().stored("a.npy", one.bytes);
    const auto found = opened(archive).at(0).try_header();
    ASSERT_FALSE(found) << one.bytes;
    EXPECT_EQ(found.error().code(), one.code) << one.bytes << ": " << found.error().message();
  }
}

TEST(Member, WhoseRecordsDifferIsToldOfAndStrictlyRefused) {
  const std::string archive =
      zip_bytes().stored("a.npy", small_array()).local([](record& r) { r.crc32 ^= 1; });
  const auto found = opened(archive).at(0).try_header();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->findings.size(), 1u);
  EXPECT_EQ(found->findings.begin()->code(), errc::zip_mismatch);
  EXPECT_TRUE(opened(archive).at(0).try_load());
  for (const auto& strict : {opened(archive, policy::strict).at(0).try_load(),
                             opened(archive).at(0).try_load({.policy = policy::strict})}) {
    ASSERT_FALSE(strict);
    EXPECT_EQ(strict.error().code(), errc::zip_mismatch);
  }
}

TEST(Member, WithADescriptorThatLiesIsStrictlyRefused) {
  std::string archive = zip_bytes().stored("a.npy", small_array()).descriptor().stored("b", "");
  EXPECT_TRUE(opened(archive, policy::strict).at(0).try_load());
  archive[archive.find("PK\x07\x08") + 4] ^= 1;
  EXPECT_TRUE(opened(archive).at(0).try_load()) << "NumPy reads it";
  EXPECT_EQ(opened(archive, policy::strict).at(0).try_load().error().code(), errc::zip_mismatch);
}

TEST(Member, InheritsAStrictPolicy) {
  const std::string odd = npy_bytes().dict("'<f4'", "(3L,)").pad(64).data<float>({1, 2, 3});
  const std::string archive = zip_bytes().stored("a.npy", odd);
  EXPECT_TRUE(opened(archive).at(0).try_load());
  EXPECT_EQ(
      opened(archive, policy::strict).at(0).try_load().has_value(),
      nopy::try_load(nopy::source::memory(bytes_of(odd)), {.policy = policy::strict}).has_value());
}

TEST(Member, VerifiedOnceIsRemembered) {
  std::string archive =
      zip_bytes().stored("a.npy", small_array()).stored("b.npy", small_array()).break_crc();
  const npz_reader reader = opened(archive);
  ASSERT_TRUE(reader.at(0).try_verify());
  EXPECT_EQ(reader.at(1).try_verify().error().code(), errc::zip_crc);
  archive[zip_bytes().stored("a.npy", "").data_offset(0) + 130] ^= 1;  // behind the reader's back
  EXPECT_TRUE(reader.at(0).try_verify()) << "it was read once";
  EXPECT_EQ(reader.at(0).try_load().error().code(), errc::zip_crc) << "a copy is always checked";
  EXPECT_EQ(reader.at(1).try_verify().error().code(), errc::zip_crc);
}

TEST(Member, OfAFileThatChangedSaysSo) {
  nopy::test::temporary_folder folder;
  const std::string archive = zip_bytes().stored("a.npy", small_array());
  const auto path = folder.write("a.npz", bytes_of(archive));
  const auto reader = npz_reader::open(path);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(reader->at(0).try_load());
  (void)folder.write("a.npz", bytes_of(archive.substr(0, 60)));
  const auto loaded = reader->at(0).try_load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code(), errc::changed) << loaded.error().message();
}

TEST(Archive, ThatIsNoneNamesWhatItIs) {
  const std::string array = small_array();
  const auto single = npz_reader::open(nopy::source::memory(bytes_of(array)));
  ASSERT_FALSE(single);
  EXPECT_EQ(single.error().code(), errc::bad_magic);
  EXPECT_EQ(single.error().parts().found, "a single array (.npy)");
  const std::string archive = zip_bytes().stored("a.npy", array);
  const auto load = nopy::try_load(nopy::source::memory(bytes_of(archive)));
  ASSERT_FALSE(load);
  EXPECT_EQ(load.error().code(), errc::bad_magic);
  EXPECT_NE(load.error().parts().hint.find("npz_reader"), std::string_view::npos);
}

}  // namespace
