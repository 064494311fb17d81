// SPDX-License-Identifier: MIT
// A 1 kHz logger that loses at most the last second when the power goes.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
void log_loop(bool (*next)(std::array<float, 3>&)) {
  nopy::npy_appender<float, 2> log("imu.npy", {3});
  std::array<float, 3> row{};
  for (std::size_t n = 0; next(row); ++n) {
    log.append(row);
    if (n % 1000 == 999) log.commit();
  }
}
// [end]

int main() {
  std::remove("imu.npy");
  log_loop([](std::array<float, 3>& row) { return (row[0] += 1) <= 2500; });
  const auto h = nopy::read_header("imu.npy");
  std::printf("(%llu, %llu)\n", static_cast<unsigned long long>(h.shape[0]),
              static_cast<unsigned long long>(h.shape[1]));
}
