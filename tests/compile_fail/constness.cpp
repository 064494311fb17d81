// SPDX-License-Identifier: MIT
// The mmap mode is the verb, so what may be written is in the type.
#include <nopy/nopy.hpp>

#if NOPY_CASE == 0  // control: the verbs that say so may write
void f() {
  const auto shared = nopy::map_writable<float, 2>("a.npy");
  shared(0, 0) = 1;
  const auto own = nopy::map_private<float, 2>("a.npy");
  own.span()[0] = 1;
  auto loaded = nopy::load<float, 2>("a.npy");
  loaded(0, 0) = 1;
}
#elif NOPY_CASE == 1  // const: map is read-only
void f() {
  const auto a = nopy::map<float, 2>("a.npy");
  a(0, 0) = 1;
}
#elif NOPY_CASE == 2  // const: so is its span
void f() {
  const auto a = nopy::map<float, 2>("a.npy");
  a.span()[0] = 1;
}
#elif NOPY_CASE == 3  // const: a constant array has constant elements
void f(const nopy::array<float, 2>& a) { a(0, 0) = 1; }
#elif NOPY_CASE == 4  // const: a typed view of an array the file decided
void f(const nopy::any_array& a) { a.as<float, 2>()(0, 0) = 1; }
#elif NOPY_CASE == 5  // no match: nothing to flush
void f() { nopy::map<float, 2>("a.npy").flush(); }
#endif
