// SPDX-License-Identifier: MIT
// Reads and writes the arrays of random_arrays.py and debian_files.py. For each path on standard
// input one line on standard output: "descr|C or F|extents|sha-256 of the items in C order,
// little-endian", or "!" and the error. With a folder as argument the array is also written there
// as it lies (same.npy) and in the other order (other.npy), each by its number.
#include "support/sha256.hpp"

#include <nopy/nopy.hpp>

#include <iostream>
#include <string>
#include <string_view>

namespace {

void fail(const nopy::error& why) { std::cout << "!" << why.parts().summary << '\n'; }

std::string extents(const nopy::shape& shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += std::to_string(extent) + ",";
  return text;
}

/// Both files, or why not.
nopy::result<void> write_both(const nopy::any_array& loaded, const std::string& stem) {
  const auto lies = loaded.header().order;
  const auto turned = lies == nopy::order::c ? nopy::order::fortran : nopy::order::c;
  if (const auto saved = nopy::try_save(stem + "same.npy", loaded.view(), {.order = lies}); !saved)
    return saved.error();
  return nopy::try_save(stem + "other.npy", loaded.view(), {.order = turned});
}

void answer(const std::string& path, const std::string& stem) {
  const auto loaded = nopy::try_load(path);
  if (!loaded) return fail(loaded.error());
  const auto little = loaded->dtype().with_endian(nopy::endian::little);
  if (!little) return fail(little.error());
  const auto plain = nopy::try_load_as(path, {.type = *little});
  if (!plain) return fail(plain.error());
  if (!stem.empty()) {
    if (const auto written = write_both(*loaded, stem); !written) return fail(written.error());
  }
  const auto& header = loaded->header();
  std::cout << header.dtype.descr() << '|' << (header.order == nopy::order::c ? 'C' : 'F') << '|'
            << extents(header.shape) << '|' << nopy::test::sha256(plain->memory().bytes()) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "";
  std::size_t number = 0;
  for (std::string path; std::getline(std::cin, path); ++number)
    answer(path, folder.empty() ? folder : folder + "/" + std::to_string(number) + "-");
}
