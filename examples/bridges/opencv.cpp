// SPDX-License-Identifier: MIT
// An image as a cv::Mat on nopy's memory, and back; a region of one is an error, no silent copy.
#include <nopy/nopy.hpp>
#include <nopy/opencv.hpp>

#include <cstdio>

int main() {
  auto image = nopy::load<std::uint8_t, 3>("bgr.npy");
  cv::Mat m = nopy::try_mat_of(image.view()).value();
  std::printf("%d x %d, %d channels, same memory %d\n", m.rows, m.cols, m.channels(),
              m.data == image.data());
  m.at<cv::Vec3b>(0, 1)[2] = 200;
  nopy::save("cv.npy", nopy::try_view_of(m).value());
  std::printf("%s\n", nopy::print(nopy::load("cv.npy")).c_str());
  const cv::Mat column = m.colRange(1, 2);
  std::printf("%s\n", std::string(nopy::try_view_of(column).error().id()).c_str());
  const cv::Mat copy = column.clone();
  std::printf("%zu extents\n", nopy::try_view_of(copy).value().shape().rank());
}
