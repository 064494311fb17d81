// SPDX-License-Identifier: MIT
// std::filesystem::path as a path, std::complex as an element; nothing to include for the first.
#include <nopy/complex.hpp>
#include <nopy/nopy.hpp>

#include <complex>
#include <cstdio>
#include <filesystem>

int main() {
  const std::filesystem::path path = std::filesystem::current_path() / "complex.npy";
  nopy::save(path, std::vector<std::complex<double>>{{1, 2}, {3, -4}});
  const auto back = nopy::load<std::complex<float>, 1>(path);
  std::printf("%s %g\n", nopy::read_header(path).dtype.words().c_str(), double(back(1).imag()));
  const auto mapped = nopy::map<std::complex<double>, 1>(path);
  std::printf("%g\n", std::abs(mapped(1)));
}
