// SPDX-License-Identifier: MIT
// What can be the element of an array, and what can be asked of it.
#include <nopy/nopy.hpp>

struct plain {
  float x;
};

#if NOPY_CASE == 0  // control
void f() {
  (void)nopy::load<bool, 1>("a.npy");
  (void)nopy::map<nopy::boolean, 1>("a.npy");
  (void)nopy::load<std::int16_t>("a.npy");
  std::vector<float> into;
  nopy::load_into("a.npy", into);
}
#elif NOPY_CASE == 1   // says "docs/types.md"
void f() { (void)nopy::load<plain, 2>("a.npy"); }
#elif NOPY_CASE == 2   // says "docs/types.md"
void f() { (void)nopy::map<plain, 2>("a.npy"); }
#elif NOPY_CASE == 3   // says "docs/types.md"
void f() { (void)nopy::load<std::string>("a.npy"); }
#elif NOPY_CASE == 4   // says "docs/types.md"
void f() { (void)nopy::load<float*, 1>("a.npy"); }
#elif NOPY_CASE == 5   // says "docs/types.md"
nopy::array<plain, 2> f();
auto g() { return f(); }
#elif NOPY_CASE == 6   // says "undefined as bool"
void f() { (void)nopy::map<bool, 1>("a.npy"); }
#elif NOPY_CASE == 7   // says "docs/types.md"
void f() { (void)nopy::load<char, 1>("a.npy"); }
#elif NOPY_CASE == 8   // no match: has no elements in memory
void f(std::vector<bool>& into) { nopy::load_into("a.npy", into); }
#elif NOPY_CASE == 9   // says "an owned array is contiguous"
nopy::array<float, 2, nopy::layout_stride> a;
#elif NOPY_CASE == 10  // says "numbers of 1 to 8 bytes"
nopy::big<long double> a;
#elif NOPY_CASE == 11  // says "fills contiguous memory"
void f(nopy::array_view<float, 2, nopy::layout_stride> into) { nopy::load_into("a.npy", into); }
#elif NOPY_CASE == 12  // no match: two indices are missing
float f(const nopy::array<float, 3>& a) { return a(1); }
#elif NOPY_CASE == 13  // no match: an index is a whole number
float f(nopy::array_view<const float, 1> a) { return a(1.5); }
#elif NOPY_CASE == 14  // says "docs/types.md": NumPy has no complex integers
void f() { (void)nopy::load<nopy::complex<int>, 1>("a.npy"); }
#elif NOPY_CASE == 15  // says "undefined as bool"
void f() { (void)nopy::map<nopy::packed<bool>, 1>("a.npy"); }
#elif NOPY_CASE == 16  // says "numbers of 1 to 8 bytes"
void f() { (void)nopy::map<nopy::big<bool>, 1>("a.npy"); }
#elif NOPY_CASE == 17  // says "as<nopy::boolean>"
void f(const nopy::any_array& a) { (void)a.as<bool, 1>(); }
#endif
