// SPDX-License-Identifier: MIT
// The two NumPy profiles give, byte for byte, what np.savez wrote: the archives in tests/vectors.
#include <nopy/npz_write.hpp>

#include "format/vectors.hpp"
#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::vector<std::int16_t> three{0, 1, 2};

/// A member's bytes, in an archive of either NumPy profile.
std::string stored_bytes(const std::string& archive, const std::string& name) {
  const std::size_t extra = archive.find(name) + name.size();
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, archive.data() + extra + 4, sizeof bytes);
  return archive.substr(extra + 20, bytes);
}

struct golden_row {
  const char* name;
  std::function<void(npz_writer&, const std::string& golden)> write;
};

const golden_row rows[] = {
    {"savez_a.npz", [](npz_writer& out, const std::string&) { out.add("a", three); }},
    {"savez_empty.npz", [](npz_writer&, const std::string&) {}},
    {"savez_pos.npz",
     [](npz_writer& out, const std::string&) {
       for (const char* key : {"x", "arr_0", "arr_1"}) out.add(key, three);
     }},
    {"savez_unicode.npz",
     [](npz_writer& out, const std::string&) {
       for (const char* key : {"\u00e9", "\u03b1", "a/b", "/lead", "..", "", "x.npy"})
         out.add(key, three);
     }},
    {"savez_mixed.npz",
     [](npz_writer& out, const std::string& golden) {
       const std::vector<double> f{0, 3, 1, 4, 2, 5};
       out.add("f",
               array_view<const double, 2, layout_left>(f.data(), std::array<std::size_t, 2>{2, 3}),
               {.order = order::fortran});
       const std::u32string text{U'a', U'b', U'c', U'\0'};
       out.add("s", any_view(dtype::parse("<U2").value(), {2}, std::as_bytes(std::span(text))));
       out.add("z", any_view(dtype_of<double>(), {0, 3}, {}));
       const double five = 5;
       out.add("d", any_view(dtype_of<double>(), {}, std::as_bytes(std::span(&five, 1))));
       const std::vector<std::byte> zeros(40);
       out.add("r",
               any_view(dtype::parse("[('a', '<i4'), ('b', '<f8', (2,))]").value(), {2}, zeros));
       const std::string pickled = stored_bytes(golden, "o.npy");
       out.add_bytes("o.npy", std::as_bytes(std::span(pickled)));
     }},
};

TEST(npz_writer_profiles, give_the_bytes_of_savez) {
  struct {
    profile of;
    std::string folder;
  } const profiles[] = {{profile::numpy, "npz/"}, {profile::numpy_classic, "numpy-1.24.2/npz/"}};
  for (const auto& one : profiles)
    for (const golden_row& row : rows) {
      // An archive without members is the same in both.
      const std::string name = std::string(row.name) == "savez_empty.npz" ? "npz/" : one.folder;
      const std::string golden = vector_file(name + row.name);
      const temporary_folder folder;
      const std::string path = folder.file("a.npz");
      write_npz(path, [&](npz_writer& out) { row.write(out, golden); }, {.profile = one.of});
      EXPECT_EQ(temporary_folder::read_text(path), golden) << name << row.name;
    }
}

// A row count that is told last gives the same bytes as one that was known.
TEST(npz_writer_profiles, give_the_bytes_of_savez_to_streamed_members) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npz");
  write_npz(path,
            [&](npz_writer& out) {
              out.begin("a", dtype_of<std::int16_t>(), {});
              out.rows(std::as_bytes(std::span(three).first(1)));
              out.rows(std::as_bytes(std::span(three).subspan(1)));
            },
            {.profile = profile::numpy});
  EXPECT_EQ(temporary_folder::read_text(path), vector_file("npz/savez_a.npz"));
}

}  // namespace
}  // namespace nopy::test
