// SPDX-License-Identifier: MIT
// Archives of the SOZip profile: behind a deflated member stands a hidden file, an index of places
// in its stream, which no directory lists. It has no checksums to hold it against, so nothing is
// read by it: whatever it says changes no value.
#include <nopy/file.hpp>
#include <nopy/npz.hpp>
#include <nopy/threads.hpp>

#include "support/npy_stream.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test::sozip {
namespace {

constexpr std::size_t value_count = 100'000;

std::vector<std::uint32_t> values() {
  std::vector<std::uint32_t> made(value_count);
  std::iota(made.begin(), made.end(), 7u);
  return made;
}
std::string array_text() {
  const auto numbers = values();
  const auto bytes =
      npy_stream("'<u4'", "(100000,)").data(std::as_bytes(std::span(numbers))).bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string little(std::uint64_t value, int bytes) {
  std::string made;
  for (int i = 0; i < bytes; ++i) made += static_cast<char>(value >> 8 * i & 0xFF);
  return made;
}

struct index {
  const char* name;
  std::uint32_t version = 1, skip = 0, chunk = 32768, offset_bytes = 8;
  std::uint64_t uncompressed = 0, compressed = 0;
  std::vector<std::uint64_t> offsets{};

  [[nodiscard]] std::string bytes() const {
    std::string made = little(version, 4) + little(skip, 4) + little(chunk, 4) +
                       little(offset_bytes, 4) + little(uncompressed, 8) + little(compressed, 8);
    for (const std::uint64_t offset : offsets) made += little(offset, offset_bytes == 4 ? 4 : 8);
    return made;
  }
  /// With the local header that makes it a hidden file.
  [[nodiscard]] std::string hidden() const {
    const std::string name_of_it = ".x.npy.sozip.idx", data = bytes();
    return little(0x04034B50, 4) + little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
           little(slow_crc32(data), 4) + little(data.size(), 4) + little(data.size(), 4) +
           little(name_of_it.size(), 2) + little(0, 2) + name_of_it + data;
  }
};

std::vector<index> indexes(std::uint64_t uncompressed, std::uint64_t compressed) {
  const index right{.name = "as a writer makes it",
                    .uncompressed = uncompressed,
                    .compressed = compressed,
                    .offsets = std::vector<std::uint64_t>((uncompressed - 1) / 32768, 100)};
  std::vector<index> made;
  const auto add = [&](const char* name, const auto& change) {
    made.push_back(right);
    made.back().name = name;
    change(made.back());
  };
  made.push_back(right);
  add("offsets behind the stream", [](index& of) { of.offsets.assign(of.offsets.size(), ~0ull); });
  add("offsets that descend", [](index& of) { of.offsets.back() = 1; });
  add("narrow offsets", [](index& of) { of.offset_bytes = 4; });
  add("no such width of offsets", [](index& of) { of.offset_bytes = 0xFFFFFFFF; });
  add("chunks of no bytes", [](index& of) { of.chunk = 0; });
  add("chunks of 4 GiB", [](index& of) { of.chunk = 0xFFFFFFFF; });
  add("sizes that overflow", [](index& of) { of.uncompressed = of.compressed = ~0ull; });
  add("offsets far behind the header", [](index& of) { of.skip = 0xFFFFFFFF; });
  add("another version", [](index& of) { of.version = 2; });
  add("no offsets", [](index& of) { of.offsets.clear(); });
  return made;
}

TEST(Sozip, ChangesNoValueWhateverItsIndexSays) {
  const std::string array = array_text();
  const auto expected = values();
  const std::uint64_t compressed = small_deflate::of(array).size();
  for (const index& one : indexes(array.size(), compressed)) {
    const std::string archive =
        zip_bytes().deflated("x.npy", array).behind(one.hidden()).stored("y.npy", array);
    for (const policy policy : {policy::tolerant, policy::strict}) {
      std::size_t told = 0;
      const load_options options{
          .policy = policy, .on_finding = [&](const finding&) { ++told; }, .parallel = threads(2)};
      const npz_reader run(source::memory(std::as_bytes(std::span(archive))), options);
      EXPECT_EQ(run.size(), 2u) << one.name;
      const auto loaded = load<std::uint32_t, 1>(run["x"], options);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), loaded.begin(), loaded.end()))
          << one.name;
      std::vector<std::uint32_t> window(1000);
      const array_view<std::uint32_t, 1> into(window.data(), {window.size()});
      npy_file(run["x"]).read<std::uint32_t, 1>({70'000}, into);
      EXPECT_TRUE(std::equal(window.begin(), window.end(), expected.begin() + 70'000)) << one.name;
      EXPECT_TRUE(run["x"].try_verify()) << one.name;
      EXPECT_EQ(told, 0u) << one.name;
    }
  }
}

}  // namespace
}  // namespace nopy::test::sozip
