// SPDX-License-Identifier: MIT
// What borrows can not be taken from a temporary that owns.
#include <nopy/nopy.hpp>

#if NOPY_CASE == 0  // control: borrowed from something that stays
float f() {
  const auto image = nopy::load<float, 2>("a.npy");
  const auto view = image.view();
  const auto mapped = nopy::map<float, 2>("a.npy");
  const nopy::any_array any = nopy::load("a.npy");
  float sum = view(0, 0) + image.span()[0] + *mapped.begin() + any.as<float, 2>()(0, 0);
  for (const float value : nopy::load<float, 1>("a.npy")) sum += value;  // lives through the loop
  sum += nopy::load<float, 1>("a.npy")(3);                               // by value
  return sum;
}
#elif NOPY_CASE == 1   // deleted: the view would dangle
auto f() { return nopy::load<float, 2>("a.npy").view(); }
#elif NOPY_CASE == 2   // deleted: the loop would run over freed memory
float f() {
  float sum = 0;
  for (const float value : nopy::load<float, 1>("a.npy").span()) sum += value;
  return sum;
}
#elif NOPY_CASE == 3   // deleted: the iterator would dangle
auto f() { return nopy::load<float, 1>("a.npy").begin(); }
#elif NOPY_CASE == 4   // deleted: the pointer would dangle
auto f() { return nopy::load<float, 1>("a.npy").data(); }
#elif NOPY_CASE == 5   // deleted: the view would point into an unmapped file
auto f() { return nopy::map<float, 2>("a.npy").view(); }
#elif NOPY_CASE == 6   // deleted: the span would point into an unmapped file
auto f() { return nopy::map<float, 2>("a.npy").span(); }
#elif NOPY_CASE == 7   // deleted: the pointer would point into an unmapped file
auto f() { return nopy::map_writable<float, 2>("a.npy").data(); }
#elif NOPY_CASE == 8   // deleted: a view of run-time type would dangle
auto f() { return nopy::load("a.npy").view(); }
#elif NOPY_CASE == 9   // deleted: a typed view of it would dangle
auto f() { return nopy::load("a.npy").as<float, 2>(); }
#elif NOPY_CASE == 10  // deleted: a checked typed view of it would dangle
auto f() { return nopy::load("a.npy").try_as<float, 2>(); }
#elif NOPY_CASE == 11  // deleted: a copy of gigabytes is said, not slipped in
nopy::array<float, 2> f(const nopy::array<float, 2>& a) { return a; }
#elif NOPY_CASE == 12  // deleted: the address of an element of a temporary
auto f() { return nopy::load<float, 1>("a.npy").end(); }
#endif
