// SPDX-License-Identifier: MIT
// xtensor on mapped elements, and its containers as views; a strided view is an error, no silent copy.
#include <nopy/nopy.hpp>
#include <nopy/xtensor.hpp>

#include <cstdio>
#include <xtensor/xview.hpp>

int main() {
  const auto m = nopy::map<float, 2>("matrix.npy");
  const auto x = nopy::xtensor_of(m.view());
  std::printf("%g, same memory %d\n", double(x(1, 2)), x.data() == m.data());
  const xt::xarray<float> twice = 2 * x;
  nopy::save("xt.npy", nopy::try_view_of(twice).value());
  const xt::xtensor<double, 2, xt::layout_type::column_major> columns{{1, 2}, {3, 4}};
  nopy::save("xt_f.npy", nopy::try_view_of(columns).value(), {.order = nopy::order::fortran});
  for (const char* name : {"xt.npy", "xt_f.npy"})
    std::printf("%s\n", nopy::print(nopy::load(name)).c_str());
  const xt::xarray<float, xt::layout_type::dynamic> strided(std::vector<std::size_t>{2, 2},
                                                            std::vector<std::ptrdiff_t>{4, 2});
  std::printf("%s\n", std::string(nopy::try_view_of(strided).error().id()).c_str());
  float numbers[5] = {0, 1, 2, 3, 4};
  const std::vector<std::size_t> three{3}, two_apart{2}, side_by_side{1};
  const auto every_second = xt::adapt(&numbers[0], 3, xt::no_ownership(), three, two_apart);
  std::printf("%s\n", std::string(nopy::try_view_of(every_second).error().id()).c_str());
  const auto first_three = xt::adapt(&numbers[0], 3, xt::no_ownership(), three, side_by_side);
  std::printf("%s\n", nopy::print(nopy::try_view_of(first_three).value()).c_str());
}
