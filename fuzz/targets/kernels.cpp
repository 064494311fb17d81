// SPDX-License-Identifier: MIT
// Each instruction set that this machine has, by name, gives the bytes of the reference, whatever the items, their
// number, their address and their stride; and no byte beside them.
#include "kernels/table.hpp"
#include "target.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

using nopy::fuzz::check;
using nopy::fuzz::choices;
using nopy::fuzz::input;
using nopy::kernels::number;
using nopy::kernels::table;

constexpr std::string_view names[] = {"x86_avx2"};

/// Room with a guard of 64 bytes on both sides.
class guarded {
 public:
  guarded(std::size_t bytes, std::size_t shift)
      : bytes_(bytes), shift_(64 + shift), all_(bytes + shift + 128, std::byte{0xA5}) {}
  [[nodiscard]] std::byte* data() { return all_.data() + shift_; }
  /// Everything is alike, the guards too.
  [[nodiscard]] bool operator==(const guarded& other) const { return all_ == other.all_; }
  void fill(input with) {
    for (std::size_t i = 0; i < bytes_ && !with.empty(); i += with.size())
      std::memcpy(data() + i, with.data(), std::min(with.size(), bytes_ - i));
  }

 private:
  std::size_t bytes_;
  std::size_t shift_;
  std::vector<std::byte> all_;
};

struct addresses {
  std::size_t from;
  std::size_t to;
};

void swap(const table& tried, choices& from, addresses at) {
  constexpr std::size_t units[] = {2, 4, 8, 12, 16};
  const std::size_t unit = units[from.below(5)], count = from.byte();
  guarded source(unit * count, at.from), one(unit * count, at.to), two(unit * count, at.to);
  source.fill(from.rest());
  nopy::kernels::reference().swap(one.data(), source.data(), unit, count);
  tried.swap(two.data(), source.data(), unit, count);
  check(one == two);
}

void copy_items(const table& tried, choices& from, addresses at) {
  const std::size_t item = 1 + from.below(40), count = from.below(100);
  const std::size_t to_gap = from.below(9), from_gap = from.below(9);
  guarded source((item + from_gap) * count, at.from);
  guarded one((item + to_gap) * count, at.to), two((item + to_gap) * count, at.to);
  source.fill(from.rest());
  const auto run = [&](const table& by, guarded& to) {
    by.copy_items(to.data(), static_cast<std::ptrdiff_t>(item + to_gap), source.data(),
                  static_cast<std::ptrdiff_t>(item + from_gap), item, count);
  };
  run(nopy::kernels::reference(), one);
  run(tried, two);
  check(one == two);
}

void transpose(const table& tried, choices& from, addresses at) {
  const std::size_t item = 1 + from.below(16), rows = from.below(40), columns = from.below(40);
  const std::size_t to_stride = columns * item + from.below(9) * item;
  const std::size_t from_stride = rows * item + from.below(9) * item;
  guarded source(from_stride * columns, at.from);
  guarded one(to_stride * rows, at.to), two(to_stride * rows, at.to);
  source.fill(from.rest());
  const auto run = [&](const table& by, guarded& to) {
    by.transpose(to.data(), static_cast<std::ptrdiff_t>(to_stride), source.data(),
                 static_cast<std::ptrdiff_t>(from_stride), item, rows, columns);
  };
  run(nopy::kernels::reference(), one);
  run(tried, two);
  check(one == two);
}

void normalise_bool(const table& tried, choices& from, addresses at) {
  const input items = from.rest().first(std::min<std::size_t>(from.rest().size(), 4096));
  guarded one(items.size(), at.to), two(items.size(), at.to);
  one.fill(items);
  two.fill(items);
  nopy::kernels::reference().normalise_bool(one.data(), items.size());
  tried.normalise_bool(two.data(), items.size());
  check(one == two);
}

void convert(const table& tried, choices& from, addresses at) {
  const auto a = static_cast<number>(from.below(nopy::kernels::number_count));
  const auto b = static_cast<number>(from.below(nopy::kernels::number_count));
  const auto expected = nopy::kernels::reference().direct(a, b), found = tried.direct(a, b);
  check((expected == nullptr) == (found == nullptr));
  if (expected == nullptr) return;
  const std::size_t count = from.byte(), bytes = count * nopy::kernels::limits_of(b).bytes;
  guarded source(count * nopy::kernels::limits_of(a).bytes, at.from);
  guarded one(bytes, at.to), two(bytes, at.to);
  source.fill(from.rest());
  check(expected(one.data(), source.data(), count) == found(two.data(), source.data(), count));
  check(one == two);
}

void run(input bytes) {
  constexpr decltype(&swap) each[] = {swap, copy_items, transpose, normalise_bool, convert};
  for (const std::string_view name : names) {
    const table* tried = nopy::kernels::find_table(name);
    if (tried == nullptr) continue;
    choices from(bytes);
    const auto run_one = each[from.below(std::size(each))];
    const addresses at{from.below(64), from.below(64)};
    run_one(*tried, from, at);
  }
}

const nopy::fuzz::target self("kernels", run);

}  // namespace
