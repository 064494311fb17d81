// SPDX-License-Identifier: MIT
// A matrix into Eigen and out of it, without a second copy.
#include <nopy/nopy.hpp>

#if __has_include(<eigen3/Eigen/Core>)
#include <cstdio>
#include <eigen3/Eigen/Core>

// [program]
Eigen::MatrixXf read(const char* path) {
  const auto h = nopy::read_header(path);
  Eigen::MatrixXf m(h.shape[0], h.shape[1]);
  nopy::load_into(
      path, nopy::array_view<float, 2, nopy::layout_left>(m.data(), {h.shape[0], h.shape[1]}));
  return m;
}
void write(const Eigen::MatrixXf& m) {
  nopy::save("m.npy", nopy::array_view<const float, 2, nopy::layout_left>(
                          m.data(), {std::size_t(m.rows()), std::size_t(m.cols())}));
}
// [end]

int main() {
  write(read("matrix.npy"));
  std::printf("%s\n", nopy::print(nopy::load<float, 2>("m.npy")).c_str());
}
#else
#error "this example needs Eigen 3 (Debian: libeigen3-dev)"
#endif
