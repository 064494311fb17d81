// SPDX-License-Identifier: MIT
// Writes the small files that the examples read, into the current folder.
#include <nopy/nopy.hpp>

#include <array>
#include <numeric>
#include <vector>

namespace lidar {
struct particle {
  float x, y, z;
  std::uint32_t id;
};
}  // namespace lidar
NOPY_RECORD(lidar::particle, x, y, z, id);

namespace {

template <class T, std::size_t Rank>
void save_counting(const char* path, const std::array<std::size_t, Rank>& extents,
                   const nopy::save_options& options = {}) {
  nopy::array<T, Rank> made(extents);
  std::iota(made.begin(), made.end(), T{1});
  nopy::save(path, made, options);
}

}  // namespace

int main() {
  save_counting<double, 2>("grid.npy", {2, 3}, {.order = nopy::order::fortran});
  save_counting<std::uint8_t, 4>("batch.npy", {2, 2, 2, 3});
  nopy::save("mean.npy", std::vector<double>{0.5, 1.5, 2.5});
  nopy::save("cloud.npy",
             std::vector<lidar::particle>{{0, 1, 2.5F, 7}, {3, 4, 9.25F, 8}, {5, 6, -1, 9}});
  save_counting<float, 3>("train.npy", {64, 8, 8});
  save_counting<double, 2>("export.npy", {3, 4}, {.order = nopy::order::fortran});
  save_counting<std::uint8_t, 3>("bgr.npy", {2, 2, 3});
  save_counting<float, 2>("matrix.npy", {2, 3});
  nopy::save("want.npy", std::vector<double>{1, 2, 3});
  nopy::save("got.npy", std::vector<double>{1, 2.000001, 3});
  nopy::save("names.npy", std::vector<nopy::fixed_text<6>>{{U"alpha"}, {U"\u03b2eta"}});
  nopy::save_npz("model.npz", {{"weights", std::vector<double>{0.5, 0.25, 0.125}}});
  nopy::save_npz("llm.npz", {{"w", std::vector{nopy::bfloat16(1.0F), nopy::bfloat16(-2.5F),
                                               nopy::bfloat16(3.140625F), nopy::bfloat16(65536)}}});
}
