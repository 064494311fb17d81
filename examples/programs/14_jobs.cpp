// SPDX-License-Identifier: MIT
// Compressed by every processor, loaded by every processor: a pool is handed in, and the bytes are those of one thread.
#include <nopy/nopy.hpp>
#include <nopy/threads.hpp>

#include <cstdio>

// [program]
void save(const std::vector<float>& images, const std::vector<float>& masks) {
  nopy::save_npz("scans.npz", {{"images", images}, {"masks", masks}},
                 {.compression = nopy::deflated::fast, .parallel = nopy::threads()});
}
std::vector<nopy::any_array> load_all() {
  const nopy::npz_reader scans("scans.npz");
  std::vector<nopy::any_array> all(scans.size());
  nopy::threads(2)(all.size(), [&](std::size_t i) { all[i] = scans.at(i).load(); });
  return all;
}
// [end]

int main() {
  const std::vector<float> images(1 << 20, 0.5f), masks(1 << 10, 1.0f);
  save(images, masks);
  for (const auto& one : load_all())
    std::printf("%zu %g\n", std::size_t(one.shape().count()), double(one.as<float, 1>()(0)));
}
