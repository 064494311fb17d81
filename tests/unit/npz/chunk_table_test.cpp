// SPDX-License-Identifier: MIT
// The table of chunks is a hint, never an authority: a member gives the same values with a
// table, without one, with one of other bytes and with one that was forged; what is wrong
// with it is told as a note.
#include <nopy/npz.hpp>
#include <nopy/npz_edit.hpp>
#include <nopy/threads.hpp>

#include "deflate/crc32.hpp"
#include "support/read_directory.hpp"
#include "support/temporary_folder.hpp"
#include "zip/chunk_table.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace nopy::test {
namespace {

constexpr std::size_t value_count = 5'000'000;  // 20 MB: 77 chunks of 256 KiB

std::vector<std::uint32_t> values_of() {
  std::vector<std::uint32_t> values(value_count);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::uint32_t>(i / 9000 % 7 == 0 ? i * 2654435761u >> 9 : i % 500);
  return values;
}
const std::vector<std::uint32_t>& values() {
  static const std::vector<std::uint32_t> made = values_of();
  return made;
}

class ChunkTable : public testing::Test {
 protected:
  void SetUp() override {}
  /// An archive of one member "x".
  [[nodiscard]] std::string made(const npz_options& options = {.compression = deflated{1}}) const {
    save_npz(folder_.file("made.npz"), {{"x", values()}}, options);
    return temporary_folder::read_text(folder_.file("made.npz"));
  }
  temporary_folder folder_;
};

/// Where the field of the table begins in an archive of one member.
std::size_t field_at(const std::string& archive) { return archive.rfind("np\x88\x02"); }

zip::entry only_entry(const zip::directory& of) { return *of.checked(0); }

/// What every way of reading gives, and the notes it told.
void expect_values(const std::string& archive, const std::string& about, std::size_t notes) {
  const auto bytes = std::as_bytes(std::span(archive));
  std::size_t told = 0;
  const load_options options{.on_finding = [&](const finding& one) {
    EXPECT_EQ(one.code(), errc::zip_index_stale) << about;
    EXPECT_EQ(one.severity, severity::note);
    ++told;
  }};
  load_options parallel = options;
  parallel.parallel = threads(3);
  const npz_reader run(source::memory(bytes));
  const auto plain = run["x"].load<std::uint32_t, 1>(options);
  EXPECT_EQ(told, 0u) << about;  // who reads in order has no use for a table
  const auto by_chunks = run["x"].load<std::uint32_t, 1>(parallel);
  EXPECT_EQ(told, notes) << about;
  const auto converted = run["x"].load<double, 1>(parallel);
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), values().begin(), values().end())) << about;
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), by_chunks.begin(), by_chunks.end())) << about;
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), converted.begin(), converted.end())) << about;
  const npz_reader strict(source::memory(bytes), {.policy = policy::strict});
  const auto strictly = strict["x"].load<std::uint32_t, 1>({.parallel = threads(3)});
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), strictly.begin(), strictly.end())) << about;
  for (const npz_reader* const from : {&run, &strict}) {
    const npy_file windows((*from)["x"]);
    for (const std::size_t at : {4'999'000u, 0u, 65'500u, 2'500'000u, 65'504u, 4'000'000u}) {
      const auto window = windows.region<std::uint32_t, 1>({at}, {1000});
      EXPECT_TRUE(std::equal(window.begin(), window.end(), values().begin() + long(at)))
          << about << at;
    }
  }
}

TEST_F(ChunkTable, IsInTheDirectoryOfLargeDeflatedMembersOnly) {
  const std::string archive = made();
  const auto directory = read_directory(archive, policy::strict);
  ASSERT_TRUE(directory) << directory.error().message();
  const auto found = zip::find_chunk_table(only_entry(*directory));
  ASSERT_TRUE(found.table) << found.stale;
  EXPECT_EQ(found.table->chunk_bytes(), std::size_t{256} << 10);
  EXPECT_EQ(found.table->size(), 77u);
  EXPECT_EQ(found.field.size(), 4u + 28 + 77 * 8 + 4);
  for (const profile profile : {profile::numpy, profile::numpy_classic})
    EXPECT_EQ(field_at(made({.compression = deflated{1}, .profile = profile})), std::string::npos);
  EXPECT_EQ(field_at(made({.compression = deflated{1}, .index = chunk_index::none})),
            std::string::npos);
  EXPECT_EQ(field_at(made({})), std::string::npos);
  const std::vector<std::byte> small(16'777'215);
  save_npz(folder_.file("a.npz"), {}, {.compression = deflated{1}});
  edit_npz(folder_.file("a.npz"),
           [&](npz_editor& edit) { edit.put_bytes("small", small, {.compression = deflated{1}}); });
  EXPECT_EQ(field_at(temporary_folder::read_text(folder_.file("a.npz"))), std::string::npos);
}

TEST_F(ChunkTable, HasLargerChunksForLargerMembers) {
  constexpr std::uint64_t chunk = 256 << 10;
  EXPECT_EQ(zip::chunk_bytes_for((16 << 20) - 1), 0u);
  EXPECT_EQ(zip::chunk_bytes_for(16 << 20), chunk);
  EXPECT_EQ(zip::chunk_bytes_for(2044 * chunk), chunk);
  EXPECT_EQ(zip::chunk_bytes_for(2044 * chunk + 1), 2 * chunk);
  EXPECT_EQ(zip::chunk_bytes_for(std::uint64_t{2044} << 22), std::size_t{4} << 20);
  EXPECT_EQ(zip::chunk_bytes_for((std::uint64_t{2044} << 22) + 1), 0u);
  EXPECT_EQ(zip::chunk_bytes_for(UINT64_MAX), 0u);
}

TEST_F(ChunkTable, GivesTheValuesOfReadingInOrder) { expect_values(made(), "as written", 0); }

TEST_F(ChunkTable, ServesArraysThatAreRearranged) {
  const array_view<const std::uint32_t, 2, layout_left> fortran(
      values().data(), std::array<std::size_t, 2>{2000, 2500});
  write_npz(folder_.file("f.npz"),
            [&](npz_writer& out) { out.add("x", fortran, {.order = order::fortran}); },
            {.compression = deflated{1}});
  const npz_reader run(folder_.file("f.npz"));
  ASSERT_EQ(run["x"].header().order, order::fortran);
  const auto plain = run["x"].load<std::uint32_t, 2>();
  const auto parallel = run["x"].load<std::uint32_t, 2>({.parallel = threads(3)});
  EXPECT_TRUE(std::equal(plain.begin(), plain.end(), parallel.begin(), parallel.end()));
  EXPECT_EQ(plain(1999, 2499), values()[2499 * 2000 + 1999]);
  const npy_file file(run["x"], {.parallel = threads(3)});
  const auto window = file.region<std::uint32_t, 2>({100, 200}, {300, 400});
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < 400; ++j) ASSERT_EQ(window(i, j), plain(100 + i, 200 + j));
}

TEST_F(ChunkTable, IsTheSameWhateverTheThreads) {
  const std::string alone = made();
  EXPECT_TRUE(alone == made({.compression = deflated{1}, .parallel = threads(3)}));
  EXPECT_TRUE(alone == made({.compression = deflated{1}, .parallel = threads(1)}));
}

/// Changes a table and makes its own checksum right again.
std::string forged(const std::string& archive, const std::function<void(std::string& table)>& how) {
  const std::size_t at = field_at(archive) + 4;
  std::string table = archive.substr(at, 28 + 77 * 8);
  how(table);
  const std::uint32_t crc = deflate::crc32(0, std::as_bytes(std::span(table)));
  std::string changed = archive;
  changed.replace(at, table.size(), table);
  for (unsigned i = 0; i < 4; ++i)
    changed[at + table.size() + i] = static_cast<char>(crc >> (8 * i) & 0xFF);
  return changed;
}

std::uint32_t number_at(const std::string& table, std::size_t at) {
  return bytes::load<std::uint32_t>(std::as_bytes(std::span(table)).data() + at);
}
void put_number(std::string& table, std::size_t at, std::uint32_t number) {
  for (unsigned i = 0; i < 4; ++i) table[at + i] = static_cast<char>(number >> (8 * i) & 0xFF);
}
constexpr std::size_t row(std::size_t i) { return 28 + 8 * i; }
void move_boundary(std::string& table, std::size_t chunk, std::uint32_t by) {
  put_number(table, row(chunk), number_at(table, row(chunk)) + by);
  put_number(table, row(chunk + 1), number_at(table, row(chunk + 1)) - by);
}

TEST_F(ChunkTable, ThatIsForgedChangesNoValue) {
  const std::string archive = made();
  const struct {
    const char* what;
    std::function<void(std::string&)> how;
  } rows[] = {
      {"a boundary a byte late", [](std::string& t) { move_boundary(t, 40, 1); }},
      {"a boundary a byte early", [](std::string& t) { move_boundary(t, 40, ~0u); }},
      {"a first chunk of one byte",
       [](std::string& t) { move_boundary(t, 0, 1 - number_at(t, row(0))); }},
      {"two chunks changed about",
       [](std::string& t) {
         for (std::size_t i = 0; i < 8; ++i) std::swap(t[row(3) + i], t[row(4) + i]);
       }},
      {"a length beyond the member", [](std::string& t) { put_number(t, row(5), 0xFFFFFFFF); }},
      {"a chunk of nothing", [](std::string& t) { put_number(t, row(5), 0); }},
      {"lengths that do not add up", [](std::string& t) { put_number(t, row(5), 77); }},
      {"another CRC of a chunk", [](std::string& t) { put_number(t, row(5) + 4, 77); }},
      {"another CRC of the member", [](std::string& t) { put_number(t, 4, 77); }},
      {"other compressed bytes", [](std::string& t) { put_number(t, 8, 77); }},
      {"other uncompressed bytes", [](std::string& t) { put_number(t, 16, 77); }},
      {"a huge count", [](std::string& t) { put_number(t, 24, 0xFFFFFFFF); }},
      {"a count of none", [](std::string& t) { put_number(t, 24, 0); }},
      {"chunks twice as large", [](std::string& t) { t[1] = 19; }},
      {"chunks of 2^255", [](std::string& t) { t[1] = char(0xFF); }},
      {"chunks half as large", [](std::string& t) { t[1] = 17; }},
      {"chunks larger than there are", [](std::string& t) { t[1] = 23; }},
      {"another version", [](std::string& t) { t[0] = 2; }},
  };
  for (const auto& [what, how] : rows) expect_values(forged(archive, how), what, 1);
}

TEST_F(ChunkTable, IsTakenOnceAndOfADeflatedMemberOnly) {
  constexpr std::uint32_t chunk = 256 << 10;
  zip::chunk_note chunks[64];
  std::uint32_t crc = 0;
  for (zip::chunk_note& one : chunks) {
    one = {chunk, 77};
    crc = deflate::crc32_join(crc, 77, chunk);
  }
  bytes::growing<std::byte> field;
  zip::entry one{.name = "x",
                 .method = zip::method_deflated,
                 .crc32 = crc,
                 .compressed_bytes = 64 * chunk,
                 .uncompressed_bytes = 64 * chunk};
  ASSERT_TRUE(
      put_chunk_table(field, {chunk, crc, one.compressed_bytes, one.uncompressed_bytes}, chunks));
  one.extra = field.span();
  EXPECT_TRUE(find_chunk_table(one).table);
  one.method = zip::method_stored;
  EXPECT_EQ(find_chunk_table(one).stale, "a table of other bytes");
  one.method = zip::method_deflated;
  std::string twice(reinterpret_cast<const char*>(field.data()), field.size());
  twice += twice;
  one.extra = std::as_bytes(std::span(twice));
  EXPECT_EQ(find_chunk_table(one).stale, "two tables");
  twice = twice.substr(0, 4 + 20);
  put_number(twice, 0, 20 << 16 | zip::chunk_table_field);
  one.extra = std::as_bytes(std::span(twice));
  EXPECT_EQ(find_chunk_table(one).stale, "a table that is cut");
}

TEST_F(ChunkTable, WhoseOwnChecksumIsWrongIsNotUsed) {
  std::string archive = made();
  archive[field_at(archive) + 4 + row(5)] ^= 1;
  expect_values(archive, "its own checksum", 1);
}

// Two chunks whose CRCs cancel out: the joined CRC is right, no chunk is.
TEST_F(ChunkTable, WhoseCRCsOnlyAddUpIsNotBelieved) {
  const auto joined = [](std::uint32_t a, std::uint32_t b) {
    return deflate::crc32_join(a, b, 256 << 10);
  };
  const std::string archive = forged(made(), [&](std::string& t) {
    const std::uint32_t a = number_at(t, row(8) + 4), b = number_at(t, row(9) + 4);
    put_number(t, row(8) + 4, a ^ 1);
    put_number(t, row(9) + 4, joined(a, b) ^ joined(a ^ 1, 0));
  });
  expect_values(archive, "CRCs that add up", 1);
}

TEST_F(ChunkTable, OfADamagedMemberGivesTheErrorOfReadingInOrder) {
  std::string archive = made();
  archive[archive.size() / 2] ^= 4;
  const npz_reader run(source::memory(std::as_bytes(std::span(archive))));
  const auto plain = run["x"].try_load();
  const auto by_chunks = run["x"].try_load({.parallel = threads(3)});
  ASSERT_FALSE(plain);
  ASSERT_FALSE(by_chunks);
  EXPECT_EQ(by_chunks.error().code(), plain.error().code());
  EXPECT_EQ(by_chunks.error().message(), plain.error().message());
}

TEST_F(ChunkTable, IsKeptByEditsAndRepacksThatKeepTheBytes) {
  (void)made();
  const std::string path = folder_.file("made.npz");
  const auto expect_table = [&](const std::string& file, const char* what) {
    const std::string archive = temporary_folder::read_text(file);
    const auto directory = read_directory(archive, policy::strict);
    EXPECT_TRUE(zip::find_chunk_table(only_entry(*directory)).table) << what;
  };
  edit_npz(path, [](npz_editor& edit) {
    edit.put("y", std::vector<int>{1, 2}).rename("x", "z").rename("z", "x");
  });
  expect_table(path, "edited");
  edit_npz(path, [](npz_editor& edit) { edit.remove("y"); });
  expect_values(temporary_folder::read_text(path), "edited", 0);
  repack_npz(path, folder_.file("repacked.npz"));
  expect_table(folder_.file("repacked.npz"), "repacked");
  expect_values(temporary_folder::read_text(folder_.file("repacked.npz")), "repacked", 0);
  repack_npz(path, folder_.file("numpy.npz"), {.profile = profile::numpy});
  EXPECT_EQ(field_at(temporary_folder::read_text(folder_.file("numpy.npz"))), std::string::npos);
}

}  // namespace
}  // namespace nopy::test
