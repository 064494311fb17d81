// SPDX-License-Identifier: MIT
// Armadillo on a privately mapped Fortran array, and back; a file in C order is an error.
#include <nopy/armadillo.hpp>
#include <nopy/nopy.hpp>

#include <cstdio>

int main() {
  const auto grid = nopy::map_private<double, 2, nopy::layout_left>("grid.npy");
  arma::mat a = nopy::arma_of(grid.view());
  std::printf("%g, same memory %d\n", arma::accu(a), a.memptr() == grid.data());
  a(0, 0) = 50;  // of this process only
  nopy::save("arma.npy", a, {.order = nopy::order::fortran});
  const arma::vec diagonal = a.diag();
  nopy::save("diagonal.npy", diagonal);
  for (const char* name : {"arma.npy", "diagonal.npy"})
    std::printf("%s\n", nopy::print(nopy::load(name)).c_str());
  const auto wrong = nopy::try_map_private<float, 2, nopy::layout_left>("matrix.npy");
  std::printf("%s\n", std::string(wrong.error().id()).c_str());
}
