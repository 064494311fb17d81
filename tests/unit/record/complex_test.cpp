// SPDX-License-Identifier: MIT
// std::complex is the same element as nopy::complex.
#include <nopy/complex.hpp>
#include <nopy/nopy.hpp>

#include <gtest/gtest.h>

namespace {

TEST(Complex, OfTheStandardLibraryIsAnElement) {
  EXPECT_EQ(nopy::dtype_of<std::complex<float>>().descr(), "<c8");
  EXPECT_EQ(nopy::dtype_of<std::complex<double>>(), nopy::dtype_of<nopy::complex<double>>());
  EXPECT_EQ(nopy::dtype_of<std::complex<long double>>(),
            nopy::dtype_of<nopy::complex<long double>>());
}

TEST(Complex, VectorsOfItAreViewsWithoutACopy) {
  const std::vector<std::complex<float>> wave{{1, 2}, {3, 4}};
  const nopy::any_view view(wave);
  EXPECT_EQ(view.dtype().descr(), "<c8");
  EXPECT_EQ(static_cast<const void*>(view.bytes().data()), wave.data());
}

}  // namespace
