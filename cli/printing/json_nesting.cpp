// SPDX-License-Identifier: MIT
#include "printing/json_nesting.hpp"

#include "printing/report.hpp"

namespace nopy::cli {

json_nesting::json_nesting(json_writer& out, const shape& of) : out_(out), shape_(of) {
  below_.resize(of.rank());
  std::uint64_t items = 1;
  for (std::size_t axis = of.rank(); axis-- > 0;) below_[axis] = items *= of[axis];
}

void json_nesting::open() {
  for (const std::uint64_t items : below_)
    if (position_ % items == 0) out_.begin_list();
}

void json_nesting::close() {
  ++position_;
  for (std::size_t axis = below_.size(); axis-- > 0 && position_ % below_[axis] == 0;)
    out_.end_list();
}

void json_nesting::write_empty() {
  constexpr std::uint64_t most_lists = 1'000'000;
  std::uint64_t lists = 1;
  for (std::size_t axis = 0; axis < shape_.rank() && shape_[axis] != 0; ++axis)
    lists = lists > most_lists / shape_[axis] ? most_lists + 1 : lists * shape_[axis];
  if (lists > most_lists) refuse("the array is empty, but has too many rows to write each as []");
  empty_lists(0);
}

void json_nesting::empty_lists(std::size_t axis) {
  out_.begin_list();
  if (axis + 1 < shape_.rank())
    for (std::uint64_t i = 0; i < shape_[axis]; ++i) empty_lists(axis + 1);
  out_.end_list();
}

}  // namespace nopy::cli
