// SPDX-License-Identifier: MIT
// C++23: nopy::result as std::expected, nopy's values in std::format.
#include <nopy/expected.hpp>
#include <nopy/format.hpp>
#include <nopy/nopy.hpp>

#include <cstdio>

int main() {
  const auto first = [](nopy::array<float, 2>&& from) { return from(1, 2); };
  const auto found = nopy::to_expected(nopy::try_load<float, 2>("grid.npy")).transform(first);
  std::puts(std::format("{}", found.value()).c_str());
  const auto none = nopy::to_expected(nopy::try_load<float, 3>("grid.npy"));
  std::puts(std::format("{} [{:>15}]", none.error().code(), nopy::shape{2, 3}).c_str());
  std::puts(std::format("{}", nopy::read_header("grid.npy")).c_str());
  const nopy::result<int> back = nopy::to_result(std::expected<int, nopy::error>(7));
  std::puts(std::format("{}", *back).c_str());
}
