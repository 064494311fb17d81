// SPDX-License-Identifier: MIT
// Files and members of other archives as members, byte for byte: of a new archive and of one that is
// edited.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::string large = array_of(patterned(700'000));  // more than one piece of the compressor

TEST(npz_pack, writes_files_members_and_memory_as_they_are) {
  const temporary_folder folder;
  const std::string small = folder.write("s.npy", small_array()),
                    big = folder.write("l.npy", large);
  const std::string other = folder.write("o.npz", zip_bytes().deflated("m.npy", large).str());
  const npz_reader reader(other);
  const std::string text = "some text";
  for (const deflated compression : {stored, deflated{6}}) {
    const named_source members[] = {
        {"s.npy", source(small)},
        {"l.npy", source(big), {.compression = stored}},
        {"m.npy", reader["m"]},
        {"notes.txt", source::memory(std::as_bytes(std::span(text)))},
        {"empty", source::memory({})},
    };
    const std::string to = folder.file("to.npz");
    pack_npz(to, members, {.compression = compression});
    EXPECT_EQ(contents_of(to), (named_bytes{{"s.npy", small_array()},
                                            {"l.npy", large},
                                            {"m.npy", large},
                                            {"notes.txt", text},
                                            {"empty", ""}}));
    EXPECT_EQ(*npz_reader(to)["l"].try_data_offset() % 64, 0u);
  }
  EXPECT_EQ(folder.entry_count(), 4u);
}

TEST(npz_pack, of_what_can_not_be_read_writes_nothing) {
  const temporary_folder folder;
  const std::string bad =
      folder.write("bad.npz", zip_bytes().deflated("m.npy", large).break_crc().str());
  const npz_reader reader(bad);
  const named_source damaged[] = {{"m.npy", reader["m"]}};
  const auto refused = try_pack_npz(folder.file("to.npz"), damaged);
  EXPECT_EQ(refused.error().code(), errc::zip_crc);
  const std::string missing = folder.file("missing.npy");
  const named_source nothing[] = {{"x.npy", source(missing)}};
  EXPECT_EQ(try_pack_npz(folder.file("to.npz"), nothing).error().code(), errc::io);
  const named_source twice[] = {{"x", source(bad)}, {"x", source(bad)}};
  EXPECT_EQ(try_pack_npz(folder.file("to.npz"), twice).error().code(), errc::zip_duplicate);
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(npz_pack, into_an_archive_replaces_and_adds_at_once) {
  const temporary_folder folder;
  const std::string big = folder.write("l.npy", large);
  const std::string path = folder.write("a.npz", zip_bytes()
                                                     .stored("x.npy", small_array())
                                                     .stored("y.npy", small_array())
                                                     .stored("z.npy", small_array())
                                                     .str());
  const named_source members[] = {
      {"y.npy", source(big)}, {"x.npy", source(big)}, {"new.npy", source(big)}};
  edit_npz(path, [&](npz_editor& edit) { edit.put_sources(members); });
  EXPECT_EQ(contents_of(path),
            (named_bytes{
                {"x.npy", large}, {"y.npy", large}, {"z.npy", small_array()}, {"new.npy", large}}));
  // A source that is not there is refused; the edit goes on.
  const std::string missing = folder.file("missing");
  const named_source nothing[] = {{"x.npy", source(missing)}};
  {
    npz_editor edit(path);
    EXPECT_EQ(edit.try_put_sources(nothing).error().code(), errc::io);
    edit.commit();
  }
  EXPECT_EQ(contents_of(path).size(), 4u);
  EXPECT_EQ(folder.entry_count(), 2u);
}

}  // namespace
}  // namespace nopy::test
