// SPDX-License-Identifier: MIT
// An image into OpenCV's matrix type and back, without a copy. The type here stands for cv::Mat.
#include <nopy/nopy.hpp>

#include <cstdio>

namespace cv {
struct Mat {
  int rows, cols;
  unsigned char* data;
  Mat(int height, int width, int /*CV_8UC3*/, void* pixels)
      : rows(height), cols(width), data(static_cast<unsigned char*>(pixels)) {}
  [[nodiscard]] int channels() const { return 3; }
  [[nodiscard]] bool isContinuous() const { return true; }
};
}  // namespace cv

// [program]
void in_out() {
  auto img = nopy::load<std::uint8_t, 3>("bgr.npy");
  const cv::Mat m(int(img.extent(0)), int(img.extent(1)), 16, img.data());  // borrows: keep `img`
  if (!m.isContinuous()) return;
  nopy::save("out.npy",
             nopy::array_view<const std::uint8_t, 3>(
                 m.data, {std::size_t(m.rows), std::size_t(m.cols), std::size_t(m.channels())}));
}
// [end]

int main() {
  in_out();
  const auto before = nopy::load("bgr.npy"), after = nopy::load("out.npy");
  std::printf("%s\n", nopy::compare(before.view(), after.view()) ? "equal" : "different");
}
