// SPDX-License-Identifier: MIT
#include "array/slice.hpp"

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"

#include <optional>

namespace nopy::inline v1::core {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

error not_a_slice(std::string_view item, std::string_view why) noexcept {
  return error({.code = errc::usage,
                .summary = "this is no slice",
                .found = item,
                .expected = why,
                .hint = "write slices as in NumPy: 0:5, -1, ::2, ..."});
}

/// A decimal integer with an optional sign, saturated to int64; nothing where it is none.
std::optional<std::int64_t> integer(std::string_view text) noexcept {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text = trimmed(bytes::slice(text, 1));
  }
  if (text.empty()) return std::nullopt;
  constexpr std::uint64_t most = INT64_MAX;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    value = value > (most - digit) / 10 ? most : value * 10 + digit;
  }
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

/// Takes the text in front of the next comma; nothing at the end. As in a[0,] a comma may stand last.
class items {
 public:
  explicit items(std::string_view text) noexcept : rest_(text) {}
  std::optional<std::string_view> next() noexcept {
    if (ended_ || (behind_comma_ && trimmed(rest_).empty())) return std::nullopt;
    const std::size_t comma = rest_.find(',');
    const std::string_view item = trimmed(bytes::slice(rest_, 0, comma));
    ended_ = comma == std::string_view::npos;
    behind_comma_ = true;
    if (!ended_) rest_ = bytes::slice(rest_, comma + 1);
    return item;
  }

 private:
  std::string_view rest_;
  bool ended_ = false;
  bool behind_comma_ = false;
};

struct bounds {
  std::optional<std::int64_t> start, stop, step;
};

result<bounds> parse_bounds(std::string_view item) noexcept {
  std::optional<std::int64_t> parts[3];
  std::size_t part = 0;
  for (std::string_view rest = item;; ++part) {
    if (part == 3) return not_a_slice(item, "start:stop:step");
    const std::size_t colon = rest.find(':');
    const std::string_view text = trimmed(bytes::slice(rest, 0, colon));
    if (!text.empty()) {
      parts[part] = integer(text);
      if (!parts[part]) return not_a_slice(item, "integers in start:stop:step");
    }
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (parts[2] == 0) return not_a_slice(item, "a step other than 0");
  return bounds{parts[0], parts[1], parts[2]};
}

/// Python's slice.indices. `extent` fits a signed 64-bit number: no file holds more.
axis_slice take(const bounds& of, std::uint64_t extent) noexcept {
  const auto n = static_cast<std::int64_t>(extent);
  const std::int64_t step = of.step.value_or(1);
  const auto clamp = [&](std::int64_t at) {
    if (at < 0) {
      at += n;
      return at < 0 ? (step < 0 ? std::int64_t{-1} : std::int64_t{0}) : at;
    }
    return at < n ? at : (step < 0 ? n - 1 : n);
  };
  const std::int64_t start = of.start ? clamp(*of.start) : step < 0 ? n - 1 : 0;
  const std::int64_t stop = of.stop ? clamp(*of.stop) : step < 0 ? -1 : n;
  std::int64_t count = 0;
  if (step < 0 && stop < start) count = (start - stop - 1) / -step + 1;
  if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
  if (count == 0) return {0, 1, 0, false};
  return {static_cast<std::uint64_t>(start), step, static_cast<std::uint64_t>(count), false};
}

result<axis_slice> take_index(std::int64_t index, std::uint64_t extent, std::size_t axis) noexcept {
  const auto n = static_cast<std::int64_t>(extent);
  if (index < -n || index >= n) {
    const bytes::short_text<60> found([&](bytes::text_sink& out) {
      out.put("index ").signed_decimal(index).put(" on axis ").decimal(axis);
    });
    const bytes::short_text<60> expected([&](bytes::text_sink& out) {
      if (n == 0)
        out.put("no index: the axis is empty");
      else
        out.signed_decimal(-n).put(" to ").signed_decimal(n - 1);
    });
    return error({.code = errc::out_of_range,
                  .summary = "the index is outside the array",
                  .found = found,
                  .expected = expected});
  }
  return axis_slice{static_cast<std::uint64_t>(index < 0 ? index + n : index), 1, 1, true};
}

result<axis_slice> take_item(std::string_view item, std::uint64_t extent,
                             std::size_t axis) noexcept {
  if (item.find(':') != std::string_view::npos) {
    const auto bounds = parse_bounds(item);
    if (!bounds) return bounds.error();
    return take(*bounds, extent);
  }
  const auto index = integer(item);
  if (!index) return not_a_slice(item, "an integer, start:stop:step, or ...");
  return take_index(*index, extent, axis);
}

/// How many axes the text takes by name. Errors: those of its form.
result<std::size_t> count_taken(std::string_view text, const shape& of) noexcept {
  std::size_t taken = 0, ellipses = 0;
  items all(text);
  while (const auto item = all.next()) {
    if (*item == "None" || *item == "newaxis" || *item == "np.newaxis")
      return error({.code = errc::usage,
                    .summary = "a slice here takes elements; it does not add axes",
                    .found = *item});
    (*item == "..." ? ellipses : taken) += 1;
  }
  if (ellipses > 1) return not_a_slice(text, "at most one ...");
  if (taken <= of.rank()) return taken;
  const bytes::short_text<40> found(
      [&](bytes::text_sink& out) { out.decimal(taken).put(" indices"); });
  const bytes::short_text<40> expected(
      [&](bytes::text_sink& out) { out.put("at most ").decimal(of.rank()); });
  return error({.code = errc::rank_mismatch,
                .summary = "too many indices for the array",
                .found = found,
                .expected = expected});
}

}  // namespace

selection::selection(const shape& of) noexcept {
  while (rank_ < of.rank()) take_whole(of);
}

result<selection> selection::parse(std::string_view text, const shape& of) noexcept {
  const auto taken = count_taken(text, of);
  if (!taken) return taken.error();
  selection made{shape()};
  std::size_t left = *taken;
  items all(text);
  while (const auto item = all.next()) {
    if (*item == "...") {
      while (made.rank_ + left < of.rank()) made.take_whole(of);
      continue;
    }
    const auto one = take_item(*item, of[made.rank_], made.rank_);
    if (!one) return one.error();
    made.take(*one);
    --left;
  }
  while (made.rank_ < of.rank()) made.take_whole(of);
  return made;
}

shape selection::extents() const noexcept {
  shape all;
  for (const axis_slice& axis : axes()) all.push_back(axis.count);
  return all;
}

shape selection::result_shape() const noexcept {
  shape kept;
  for (const axis_slice& axis : axes())
    if (!axis.dropped) kept.push_back(axis.count);
  return kept;
}

selection selection::thinned(std::size_t axis, std::uint64_t step) const noexcept {
  selection made = *this;
  axis_slice& one = made.axes_[axis];
  if (one.count == 0) return made;
  one.count = (one.count - 1) / step + 1;
  // Where two indices are left, the step between them lies inside the axis and fits.
  one.step = one.count == 1 ? 1 : one.step * static_cast<std::int64_t>(step);
  return made;
}

selection selection::at_first(std::size_t axis) const noexcept {
  selection made = *this;
  made.axes_[axis].step = 1;
  made.axes_[axis].count = 1;
  made.axes_[axis].dropped = true;
  return made;
}

bool selection::whole(const shape& of) const noexcept {
  for (std::size_t i = 0; i < rank_; ++i)
    if (axes_[i].start != 0 || axes_[i].step != 1 || axes_[i].count != of[i] || axes_[i].dropped)
      return false;
  return true;
}

}  // namespace nopy::inline v1::core
