// SPDX-License-Identifier: MIT
// Writes the archives that the tests of tests/readers read with everything else.
//
//   npz_write_probe FOLDER          archives of all profiles, stored, compressed, mixed, streamed
//   npz_write_probe FOLDER large    a member beyond 4 GiB, and one behind it; and again those of 70 000 members
#include <nopy/npz_write.hpp>

#include <cstdio>
#include <string>

namespace {

using nopy::npz_options;
using nopy::npz_writer;
using nopy::profile;

struct named_profile {
  const char* name;
  nopy::profile profile;
};
constexpr named_profile profiles[] = {{"aligned", profile::aligned},
                                      {"numpy", profile::numpy},
                                      {"numpy_classic", profile::numpy_classic}};

/// The i-th number of a sequence that Python repeats: smooth, then noise of SplitMix64.
double number(std::uint64_t i) {
  if (i % 2000 < 1000) return static_cast<double>(i % 1000) / 8;
  std::uint64_t mixed = i * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return static_cast<double>((mixed ^ (mixed >> 31)) >> 40);
}

std::vector<double> numbers(std::size_t count) {
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = number(i);
  return out;
}

// The sizes cross those of a gathered write (32 KiB, 256 KiB) and of a compressed piece (1 MiB).
constexpr std::size_t sizes[] = {0,      1,       2,       100,     4096,   5000,
                                 40'000, 131'056, 131'072, 131'073, 700'000};

void add_sizes(npz_writer& out, const nopy::member_options& options, const std::string& prefix) {
  for (const std::size_t size : sizes)
    out.add(prefix + std::to_string(size), numbers(size), options);
}

void write_many(const std::string& path, const npz_options& options) {
  nopy::write_npz(
      path + "-many.npz",
      [](npz_writer& out) {
        for (int i = 0; i < 70'000; ++i) {
          std::string key("m");
          out.add(key += std::to_string(i), numbers(1));
        }
      },
      options);
}

void write_all(const std::string& folder) {
  for (const auto& [name, profile] : profiles) {
    const std::string path = folder + "/" + name;
    const npz_options options{.profile = profile};
    nopy::write_npz(
        path + "-none.npz", [](npz_writer&) {}, options);
    nopy::write_npz(
        path + "-stored.npz", [](npz_writer& out) { add_sizes(out, {}, "n"); }, options);
    nopy::write_npz(
        path + "-streamed.npz",
        [](npz_writer& out) {
          const auto all = numbers(50'000);
          out.begin("n50000", nopy::dtype_of<double>(), {});
          for (std::size_t at = 0; at < all.size(); at += 10'000)
            out.rows(std::as_bytes(std::span(all).subspan(at, 10'000)));
        },
        options);
    if (nopy::can_write(nopy::compression::zstd))
      nopy::write_npz(
          path + "-zstd.npz",
          [](npz_writer& out) { add_sizes(out, {.compression = nopy::zstd{}}, "n"); }, options);
    nopy::write_npz(
        path + "-keys.npz",
        [](npz_writer& out) {
          for (const char* key : {"", "a/b", "\u00e9", "\u03b1\U0001f600", "x.npy", " ", "n"})
            out.add(key, numbers(3));
        },
        options);
    write_many(path, options);
    if (!nopy::can_write(nopy::compression::deflated)) continue;
    nopy::write_npz(
        path + "-streamed_deflated.npz",
        [](npz_writer& out) {
          const auto all = numbers(300'000);
          out.begin("n300000", nopy::dtype_of<double>(), {}, {.compression = nopy::deflated{}});
          for (std::size_t at = 0; at < all.size(); at += 10'000)
            out.rows(std::as_bytes(std::span(all).subspan(at, 10'000)));
        },
        options);
    nopy::write_npz(
        path + "-chunked.npz",
        [](npz_writer& out) {
          const nopy::member_options deflate{.compression = nopy::deflated::fast};
          out.add("n2200000", numbers(2'200'000), deflate);
          out.add("n100", numbers(100), deflate);
        },
        options);
    for (const int level : {1, 6, 12})
      nopy::write_npz(
          path + "-deflated" + std::to_string(level) + ".npz",
          [&](npz_writer& out) { add_sizes(out, {.compression = nopy::deflated{level}}, "n"); },
          options);
    nopy::write_npz(
        path + "-mixed.npz",
        [](npz_writer& out) {
          add_sizes(out, {.compression = nopy::deflated{}}, "n");
          add_sizes(out, {.compression = nopy::stored}, "n0");
        },
        options);
  }
}

/// A member beyond 4 GiB, and one behind it; and what slow readers have no time for otherwise.
void write_large(const std::string& folder) {
  std::vector<std::byte> block(std::size_t{16} << 20);
  for (const auto& [name, profile] : profiles) {
    write_many(folder + "/" + name, {.profile = profile});
    nopy::write_npz(folder + "/" + name + "-large.npz",
                    [&](npz_writer& out) {
                      out.begin("large", nopy::dtype_of<std::uint8_t>(), {});
                      for (int i = 0; i < 260; ++i) out.rows(block);
                      out.add("n100", numbers(100));
                    },
                    {.profile = profile});
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2)
    write_large(argv[1]);
  else if (argc > 1)
    write_all(argv[1]);
  return argc > 1 ? 0 : 2;
}
