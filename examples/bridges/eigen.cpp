// SPDX-License-Identifier: MIT
// Eigen on mapped elements, both orders, and back; the wrong order is an error.
#include <nopy/eigen.hpp>
#include <nopy/nopy.hpp>

#include <cstdio>

int main() {
  const auto m = nopy::map<float, 2>("matrix.npy");  // C order: a row-major map
  const Eigen::Vector3f x(1, 10, 100);
  const Eigen::VectorXf y = nopy::eigen_of(m.view()) * x;
  std::printf("%g %g\n", double(y[0]), double(y[1]));

  const auto wrong = nopy::try_map<float, 2, nopy::layout_left>("matrix.npy");
  std::printf("%s\n", std::string(wrong.error().id()).c_str());

  const Eigen::MatrixXf twice = 2 * nopy::eigen_of(m.view());
  nopy::save("twice.npy", twice);  // rearranged to C order
  const auto block = twice.block(0, 1, 2, 2);
  nopy::save("block.npy", block);  // by its strides
  nopy::save("vector.npy", y);
  for (const char* name : {"twice.npy", "block.npy", "vector.npy"})
    std::printf("%s\n", nopy::print(nopy::load(name)).c_str());

  const auto strided = nopy::view_of(block);
  std::printf("%g\n", double(nopy::eigen_of(strided).sum()));
}
