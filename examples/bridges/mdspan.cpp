// SPDX-License-Identifier: MIT
// Views as mdspan and back, in every layout; needs nothing of the compiled library.
#include <nopy/mdspan.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> numbers(6);
  std::iota(numbers.begin(), numbers.end(), 0);
  const nopy::array_view<int, 2> rows(numbers.data(), {2, 3});
  const nopy::array_view<const int, 2, nopy::layout_left> columns(numbers.data(), {2, 3});
  const nopy::array_view<const int, 1, nopy::layout_stride> every_other(
      numbers.data(), std::array<std::size_t, 1>{3}, {2});

  const auto r = nopy::mdspan_of(rows);
  const auto c = nopy::mdspan_of(columns);
  const auto s = nopy::mdspan_of(every_other);
  static_assert(std::is_const_v<decltype(c)::element_type>);  // read-only stays read-only
  const std::array<std::size_t, 2> at{1, 2};
  std::printf("%d %d %d\n", r[at], c[std::array<std::size_t, 2>{1, 0}], s[std::array{2}]);

  const auto back = nopy::view_of(c);
  static_assert(
      std::is_same_v<decltype(back), const nopy::array_view<const int, 2, nopy::layout_left>>);
  std::printf("%zu x %zu, last %d, same memory %d\n", back.extent(0), back.extent(1), back(1, 2),
              back.data() == numbers.data());
  std::printf("stride %td\n", nopy::view_of(s).stride(0));
}
