// SPDX-License-Identifier: MIT
// nopy's values in fmt; <nopy/format.hpp> does the same for std::format.
#include <nopy/fmt.hpp>
#include <nopy/nopy.hpp>

int main() {
  const nopy::header h = nopy::read_header("grid.npy");
  fmt::print("{}\n[{:>10}] [{:<8}] {}\n", h, h.dtype, h.shape, h.order);
  fmt::print("{}\n", nopy::try_load("none.npy").error().code());
  fmt::print("{}\n", nopy::try_map<float, 2>("grid.npy").error());
}
