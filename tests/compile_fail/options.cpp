// SPDX-License-Identifier: MIT
// Options are said by name, and never by a boolean.
#include <nopy/nopy.hpp>

using namespace nopy::literals;

#if NOPY_CASE == 0  // control
void f(const nopy::array<float, 2>& a) {
  nopy::save("a.npy", a, {.order = nopy::order::fortran, .existing = nopy::existing::refuse});
  (void)nopy::load<float, 2>("a.npy", {.limits = {.array_bytes = 4_GiB}});
}
#elif NOPY_CASE == 1  // undeclared: misspelt
void f(const nopy::array<float, 2>& a) { nopy::save_options o{.odrer = nopy::order::fortran}; }
#elif NOPY_CASE == 2  // no match: true says nothing
void f(const nopy::array<float, 2>& a) { nopy::save("a.npy", a, {.order = true}); }
#elif NOPY_CASE == 3  // no match: a callback has a signature
nopy::load_options f() {
  return {.progress = [](int) { return true; }};
}
#elif NOPY_CASE == 4  // undeclared: a result is asked first
void f(const nopy::result<nopy::array<float, 2> >& a) { (void)a.view(); }
#endif
