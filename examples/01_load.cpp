// SPDX-License-Identifier: MIT
// The README's program: load an array as the type you want, look at it, save it.
#include <nopy/nopy.hpp>

#include <cstdio>

int main() {
  const auto grid = nopy::load<float, 2>("grid.npy");  // '<f8', Fortran order in the file
  std::printf("%zu x %zu, corner %g\n", grid.extent(0), grid.extent(1), grid(1, 2));
  nopy::save("rows.npy", grid);
  std::printf("%s\n", nopy::print(grid).c_str());
}
