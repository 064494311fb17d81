// SPDX-License-Identifier: MIT
#include "engine/difference.hpp"

#include "engine/scan.hpp"
#include "text/value.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

constexpr std::uint64_t block_bytes = 2 << 20;

/// C-order blocks of an array that holds at most so many items: whole indices of the inner axes, some of one axis.
class block_walk {
 public:
  block_walk(const shape& extents, std::uint64_t most_items) noexcept : extents_(extents) {
    std::uint64_t inner = 1;
    split_ = extents.rank();
    while (split_ != 0 && inner * extents[split_ - 1] <= most_items) inner *= extents[--split_];
    if (split_ != 0) steps_ = std::max<std::uint64_t>(most_items / inner, 1);
    ended_ = extents.count() == 0;
  }
  /// The next block, an entry an axis; false at the end.
  bool next(axis_take* to) noexcept {
    if (ended_) return false;
    for (std::size_t axis = 0; axis < extents_.rank(); ++axis)
      to[axis] =
          axis >= split_ ? axis_take{0, 1, extents_[axis], 0} : axis_take{index_[axis], 1, 1, 0};
    if (split_ == 0) return ended_ = true;
    const std::size_t last = split_ - 1;
    to[last].count = std::min(steps_, extents_[last] - index_[last]);
    std::size_t axis = last;
    index_[axis] += steps_;
    while (index_[axis] >= extents_[axis]) {
      index_[axis] = 0;
      if (axis == 0) return ended_ = true;
      ++index_[--axis];
    }
    return true;
  }

 private:
  shape extents_;
  std::size_t split_ = 0;    // axes from here on are whole in every block
  std::uint64_t steps_ = 1;  // indices of the axis before it
  std::uint64_t index_[max_rank]{};
  bool ended_ = false;
};

/// What all blocks together say.
struct outcome {
  comparison all{};
  std::uint64_t first = UINT64_MAX;  // position in C order
};

void put_outcome(json_writer& to, const outcome& of, std::uint64_t count) noexcept {
  to.open('{').key("same").boolean(of.all.same);
  to.key("reason");
  of.all.reason ? (void)to.put_error(*of.all.reason) : (void)to.null();
  to.key("count").number(count);
  to.key("different").number(of.all.different);
  to.key("signedZeros").number(of.all.signed_zeros);
  to.key("maximum").real(of.all.max_abs);
}

void put_text(json_writer& to, const dtype& type, const memory& item) noexcept {
  to.text_from([&](nopy::bytes::text_sink& sink) { texts::put_value(sink, type, item.data()); });
}

/// Both items at the first difference, by their text.
task<void> put_first(job& of, array_state& a, array_state& b, const window& whole,
                     std::uint64_t position) noexcept {
  const shape index = whole.index_of(position);
  axis_take take[max_rank];
  for (std::size_t axis = 0; axis < index.rank(); ++axis) take[axis] = {index[axis], 1, 1, 0};
  const std::span<const axis_take> axes(take, index.rank());
  const auto in_a = window::of(a.head, axes);
  const auto in_b = window::of(b.head, axes);
  if (!in_a || !in_b) co_return error(errc::out_of_range);
  const auto item_a = co_await gather(of, a, *in_a, 0, a.type().item_bytes());
  if (!item_a) co_return item_a.error();
  const auto item_b = co_await gather(of, b, *in_b, 0, b.type().item_bytes());
  if (!item_b) co_return item_b.error();
  of.answer.open('{').key("index").extents({index.begin(), index.end()});
  put_text(of.answer.key("a"), a.type(), item_a->items);
  put_text(of.answer.key("b"), b.type(), item_b->items);
  of.answer.close('}');
  co_return {};
}

task<void> compare_block(job& of, array_state& a, array_state& b, std::span<const axis_take> axes,
                         const compare_options& options, std::uint64_t first,
                         outcome& into) noexcept {
  const auto in_a = window::of(a.head, axes);
  const auto in_b = window::of(b.head, axes);
  if (!in_a) co_return in_a.error();
  if (!in_b) co_return in_b.error();
  const auto items_a = co_await gather(of, a, *in_a, 0, a.type().item_bytes());
  if (!items_a) co_return items_a.error();
  const auto items_b = co_await gather(of, b, *in_b, 0, b.type().item_bytes());
  if (!items_b) co_return items_b.error();
  const shape flat{in_a->items()};
  const auto bytes_of = [&](const gathered& from, const dtype& type) {
    return from.items.bytes().first(static_cast<std::size_t>(in_a->items() * type.item_bytes()));
  };
  const comparison found = compare({a.type(), flat, bytes_of(*items_a, a.type())},
                                   {b.type(), flat, bytes_of(*items_b, b.type())}, options);
  if (found.reason) into.all.reason = found.reason;
  into.all.different += found.different;
  into.all.signed_zeros += found.signed_zeros;
  // NaN says more than any number, and stays.
  if (!(found.max_abs <= into.all.max_abs)) into.all.max_abs = found.max_abs;
  if (found.first_index && into.first == UINT64_MAX) into.first = first + (*found.first_index)[0];
  co_return {};
}

/// Why two arrays can not be held against each other at all.
std::optional<error> judge(const array_state& a, const array_state& b,
                           const compare_options& options) noexcept {
  if (!(a.head.shape == b.head.shape))
    return error({.code = errc::shape_mismatch, .summary = "the shapes differ"});
  if (a.is_cut() || b.is_cut())
    return error({.code = errc::data_truncated, .summary = "one of the files is cut"});
  // Two empty arrays are compared for what their types say.
  const shape none{0};
  const comparison types = compare({a.type(), none, {}}, {b.type(), none, {}}, options);
  return types.reason;
}

}  // namespace

task<void> show_difference(job& of, array_name name_a, array_name name_b,
                           compare_options options) noexcept {
  const auto found_a = name_a.file->array(name_a.member);
  if (!found_a) co_return found_a.error();
  const auto found_b = name_b.file->array(name_b.member);
  if (!found_b) co_return found_b.error();
  array_state& a = **found_a;
  array_state& b = **found_b;
  const std::uint64_t count = a.head.shape.count();
  outcome made;
  made.all.reason = judge(a, b, options);
  if (!made.all.reason) {
    const std::uint64_t item =
        std::max<std::uint64_t>({a.type().item_bytes(), b.type().item_bytes(), 1});
    block_walk blocks(a.head.shape, std::max<std::uint64_t>(block_bytes / item, 1));
    axis_take take[max_rank];
    std::uint64_t first = 0;
    while (blocks.next(take)) {
      const std::span<const axis_take> axes(take, a.head.shape.rank());
      if (const auto held = co_await compare_block(of, a, b, axes, options, first, made); !held)
        co_return held.error();
      std::uint64_t items = 1;
      for (const axis_take& axis : axes) items *= axis.count;
      first += items;
      of.total = count;
      of.done = first;
      if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
    }
  }
  made.all.same = !made.all.reason && made.all.different == 0;
  put_outcome(of.answer, made, count);
  of.answer.key("first");
  if (made.first == UINT64_MAX)
    of.answer.null();
  else if (const auto put = co_await put_first(of, a, b, window::whole(a.head), made.first); !put)
    co_return put.error();
  of.answer.close('}');
  co_return {};
}

}  // namespace nopy::engine
