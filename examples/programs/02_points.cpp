// SPDX-License-Identifier: MIT
// A point cloud of records, mapped: the highest point.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
struct particle {
  float x, y, z;
  std::uint32_t id;
};
NOPY_RECORD(particle, x, y, z, id);

float top(const char* path) {
  const auto cloud = nopy::map<particle, 1>(path);
  float best = -1e9F;
  for (const auto& p : cloud.view()) best = p.z > best ? p.z : best;
  return best;
}
// [end]

int main() { std::printf("%g\n", static_cast<double>(top("cloud.npy"))); }
