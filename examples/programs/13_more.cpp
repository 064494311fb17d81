// SPDX-License-Identifier: MIT
// Paths, vectors, strings, memory that changes hands, and a header that is fed.
#include <nopy/nopy.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>

// [program]
std::string words(const std::filesystem::path& dir) {
  nopy::save(dir / "v.npy", std::vector<double>{1, 2, 3});
  nopy::save_npz(dir / "pair.npz", {{"x", std::vector<float>{1}}, {"n", std::array<int, 2>{4, 2}}});
  std::string all;
  for (const auto& s : nopy::load(dir / "names.npy").strings()) all += s + ' ';
  return all;
}
double sum(const std::filesystem::path& dir) {
  const std::shared_ptr<double> keep = nopy::load<double, 2>(dir / "grid.npy").share();
  const auto mine = nopy::load(dir / "want.npy").into<double, 1>();
  std::vector<float> vec;
  nopy::load_into(dir / "v.npy", vec);
  return keep.get()[0] + mine(1) + double(vec[2]);
}
std::size_t rank_of(std::istream& in) {
  nopy::core::header_decoder header;
  while (const auto want = header.wants()) {
    std::vector<char> chunk(want->count);
    in.seekg(std::streamoff(want->offset)).read(chunk.data(), std::streamsize(chunk.size()));
    header.feed(std::as_bytes(std::span(chunk))).value();
  }
  return header.header().shape.rank();
}
// [end]

int main() {
  std::ifstream file("batch.npy", std::ios::binary);
  const std::string said = words(".");
  std::printf("%s%g %zu\n", said.c_str(), sum("."), rank_of(file));
}
