// SPDX-License-Identifier: MIT
// With -fno-exceptions the verbs that throw are not declared: nothing ends the program.
#include <nopy/nopy.hpp>

#if NOPY_CASE == 0  // control: the try_ twins stay
bool f(const nopy::any_view& a) {
  const auto loaded = nopy::try_load<float, 2>("a.npy");
  const auto mapped = nopy::try_map<float, 2>("a.npy");
  const auto opened = nopy::npy_file::open("a.npy");
  auto log = nopy::npy_appender<float, 2>::open("log.npy", {3});
  return loaded && mapped && opened && log && log->try_commit() && nopy::try_save("a.npy", a) &&
         nopy::try_read_header("a.npy");
}
#elif NOPY_CASE == 1  // undeclared: load throws
void f() { (void)nopy::load<float, 2>("a.npy"); }
#elif NOPY_CASE == 2  // undeclared: map throws
void f() { (void)nopy::map<float, 2>("a.npy"); }
#elif NOPY_CASE == 3  // undeclared: read_header throws
void f() { (void)nopy::read_header("a.npy"); }
#elif NOPY_CASE == 4  // undeclared: value() throws
float f(const nopy::result<float>& r) { return r.value(); }
#elif NOPY_CASE == 5  // undeclared: there is nothing to throw
using thrown = nopy::exception;
#elif NOPY_CASE == 6  // no match: the constructor throws, use open()
nopy::npy_file f() { return nopy::npy_file("a.npy"); }
#endif
