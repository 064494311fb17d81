// SPDX-License-Identifier: MIT
// What a struct must be, and what must be said of it, to be a record.
#include <nopy/nopy.hpp>

namespace lidar {
struct particle {
  float x, y, z;
  char tag[4];
};
struct named {
  std::string name;
  float x;
};
}  // namespace lidar

#if NOPY_CASE == 0  // control: text is said
template <>
inline constexpr auto nopy::fields<lidar::particle> = nopy::record<lidar::particle>(
    nopy::field("x", &lidar::particle::x), nopy::text("tag", &lidar::particle::tag));
void f() { (void)nopy::load<lidar::particle, 1>("a.npy"); }
#elif NOPY_CASE == 1  // says "a char array is text or numbers"
NOPY_RECORD(lidar::particle, x, tag);
void f() { (void)nopy::load<lidar::particle, 1>("a.npy"); }
#elif NOPY_CASE == 2  // undeclared: there is no such member
NOPY_RECORD(lidar::particle, x, w);
#elif NOPY_CASE == 3  // says "docs/types.md"
NOPY_RECORD(lidar::named, name, x);
void f() { (void)nopy::load<lidar::named, 1>("a.npy"); }
#endif
