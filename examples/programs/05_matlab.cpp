// SPDX-License-Identifier: MIT
// A Fortran-ordered export becomes a row-major float32 file.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
void to_rows() {
  const auto h = nopy::read_header("export.npy");
  if (h.order == nopy::order::fortran) {
    const auto in_place = nopy::map<double, 2, nopy::layout_left>("export.npy");
    std::printf("%g\n", in_place(1, 2));
  }
  const auto m = nopy::load<float, 2>("export.npy");  // float64 -> float32 rounds
  nopy::save("rowmajor.npy", m);
}
// [end]

int main() {
  to_rows();
  const auto rows = nopy::load("rowmajor.npy");
  std::printf("%s %s %g\n", rows.dtype().descr().c_str(),
              rows.header().order == nopy::order::c ? "C" : "F", rows.as<float, 2>()(2, 3));
}
