// SPDX-License-Identifier: MIT
// The layout of arrays: nested brackets, an ellipsis beyond the threshold, lines wrapped as NumPy
// wraps them. Source: behaviour of numpy.array2string in NumPy 1.24.
#include "text/array_text.hpp"

#include "array/view_fit.hpp"
#include "bytes/growing.hpp"
#include "text/numpy_columns.hpp"
#include "text/value.hpp"

#include <algorithm>
#include <optional>

namespace nopy::texts {

namespace {

/// Code points of UTF-8: the width Python counts.
std::size_t width_of(std::string_view utf8) noexcept {
  std::size_t count = 0;
  for (const char c : utf8) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

/// Lines of text whose spaces at the end are dropped where a line is broken.
class line_writer {
 public:
  line_writer(const text_output& output, std::size_t width) noexcept
      : output_(output), width_(width) {}

  [[nodiscard]] std::size_t column() const noexcept { return column_; }
  void put(std::string_view text) noexcept {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    space(first);
    text.remove_prefix(first);
    if (text.empty()) return;
    const std::size_t behind = text.size() - 1 - text.find_last_not_of(' ');
    text.remove_suffix(behind);
    flush();
    output_.put(output_.owner, text);
    column_ += width_of(text);
    space(behind);
  }
  void space(std::size_t count) noexcept {
    spaces_ += count;
    column_ += count;
  }
  void new_lines(std::size_t count, std::size_t indent) noexcept {
    for (; count > 0; --count) output_.put(output_.owner, "\n");
    spaces_ = indent;
    column_ = indent;
  }
  /// A word of a row: on a new line where it would pass `limit` and a new line would help.
  void put_word(std::string_view word, std::size_t axes_open) noexcept {
    const std::size_t indent = axes_open;
    const std::size_t limit = width_ > axes_open ? width_ - axes_open : 0;
    if (column_ + width_of(word) > limit && column_ > indent) new_lines(1, indent);
    put(word);
  }
  void flush() noexcept {
    constexpr std::string_view blanks = "                                ";
    while (spaces_ > 0) {
      const std::size_t count = std::min(spaces_, blanks.size());
      output_.put(output_.owner, blanks.substr(0, count));
      spaces_ -= count;
    }
  }

 private:
  const text_output& output_;
  std::size_t width_;
  std::size_t column_ = 0;
  std::size_t spaces_ = 0;  // not yet written
};

class array_writer {
 public:
  array_writer(const text_output& output, const any_view& what,
               const print_options& options) noexcept
      : what_(what),
        options_(options),
        summarised_(what.shape().count() > options.threshold),
        line_(output, options.line_width) {}

  [[nodiscard]] result<void> write() noexcept;

 private:
  [[nodiscard]] bool cut(std::uint64_t extent) const noexcept {
    return summarised_ && extent / 2 >= options_.edge_items && extent > 2 * options_.edge_items;
  }
  [[nodiscard]] bool too_many_to_show() const noexcept;
  template <class Visit>
  void each_visible(Visit&& visit) const noexcept;
  [[nodiscard]] result<void> measure() noexcept;
  void put_axis(std::size_t axis, std::uint64_t position) noexcept;
  void put_item(std::uint64_t position, std::size_t axes_open) noexcept;
  void put_text(bytes::text_sink& sink, const std::byte* item) const noexcept;

  const any_view& what_;
  const print_options& options_;
  bool summarised_;
  line_writer line_;
  std::optional<numpy_columns> columns_;
  std::size_t exact_width_ = 0;  // numbers stand right-aligned in it
  bytes::growing<char> word_;
  bool out_of_memory_ = false;
};

/// Items without bytes cost a file nothing: a header alone can claim more than anyone can read.
bool array_writer::too_many_to_show() const noexcept {
  constexpr std::uint64_t most = 1'000'000;
  std::uint64_t shown = 1;
  for (const std::uint64_t extent : what_.shape()) {
    const std::uint64_t kept = cut(extent) ? 2 * options_.edge_items + 1 : extent;
    if (kept > most || shown * kept > most) return true;
    shown *= kept;
  }
  return false;
}

/// Calls `visit(item)` for each item that will be shown.
template <class Visit>
void array_writer::each_visible(Visit&& visit) const noexcept {
  const shape& extents = what_.shape();
  std::uint64_t index[max_rank] = {};
  for (;;) {
    std::uint64_t position = 0;
    for (std::size_t axis = 0; axis < extents.rank(); ++axis)
      position = position * extents[axis] + index[axis];
    visit(what_.item(position));
    std::size_t axis = extents.rank();
    for (; axis > 0; --axis) {
      std::uint64_t& i = index[axis - 1];
      const std::uint64_t extent = extents[axis - 1];
      ++i;
      if (cut(extent) && i == options_.edge_items) i = extent - options_.edge_items;
      if (i < extent) break;
      i = 0;
    }
    if (axis == 0) return;
  }
}

void array_writer::put_text(bytes::text_sink& sink, const std::byte* item) const noexcept {
  const place where = what_.shape().rank() == 0 ? place::alone : place::inside;
  if (columns_)
    columns_->put(sink, item);
  else
    put_value(sink, what_.dtype(), item, where);
}

result<void> array_writer::measure() noexcept {
  const kind what = what_.dtype().kind();
  if (options_.numpy) {
    auto made = numpy_columns::of(what_.dtype(), what_.shape().rank() == 0);
    if (!made) return made.error();
    columns_.emplace(std::move(*made));
    each_visible([&](const std::byte* item) { columns_->observe(item); });
    each_visible([&](const std::byte* item) { columns_->measure(item); });
    return {};
  }
  const bool aligned = what <= kind::complex || what == kind::datetime || what == kind::timedelta;
  if (!aligned || what_.shape().rank() == 0) return {};
  each_visible([&](const std::byte* item) {
    bytes::text_sink count(nullptr);
    put_text(count, item);
    exact_width_ = std::max(exact_width_, count.count());
  });
  return {};
}

void array_writer::put_item(std::uint64_t position, std::size_t axes_open) noexcept {
  const std::byte* item = what_.item(position);
  bytes::text_sink count(nullptr);
  put_text(count, item);
  const std::size_t padding =
      exact_width_ > count.count() ? exact_width_ - count.count() : std::size_t{0};
  const std::size_t size = padding + count.count();
  word_.clear();
  if (out_of_memory_ || !word_.reserve(size)) {
    out_of_memory_ = true;
    return;
  }
  bytes::text_sink sink(word_.data());
  sink.repeat(' ', padding);
  bytes::text_sink text(word_.data() + padding);
  put_text(text, item);
  line_.put_word({word_.data(), size}, axes_open);
}

/// `position` is that of the first item of this part, in C order, counted in items of `axis`.
void array_writer::put_axis(std::size_t axis, std::uint64_t position) noexcept {
  const shape& extents = what_.shape();
  const std::size_t axes_open = axis + 1;
  const std::size_t axes_left = extents.rank() - axis;
  if (axes_left == 0) return put_item(position, axis);
  const std::uint64_t extent = extents[axis];
  const bool ellipsis = cut(extent);
  const auto separate = [&] {
    if (axes_left == 1)
      line_.space(1);
    else
      line_.new_lines(axes_left - 1, axes_open);
  };
  line_.put("[");
  for (std::uint64_t i = 0; i < extent; ++i) {
    if (i != 0) separate();
    if (ellipsis && i == options_.edge_items) {
      if (axes_left == 1)
        line_.put_word("...", axes_open);
      else
        line_.put("...");
      separate();
      i = extent - std::max<std::uint64_t>(options_.edge_items, 1);
    }
    put_axis(axis + 1, position * extent + i);
  }
  line_.flush();
  line_.put("]");
}

result<void> array_writer::write() noexcept {
  if (what_.shape().count() == 0) {
    line_.put("[]");
    return {};
  }
  if (what_.dtype().item_bytes() == 0 && too_many_to_show()) {
    line_.put("[...]");
    return {};
  }
  const bool scalar = what_.shape().rank() == 0;
  if (!(scalar && options_.numpy && what_.dtype().kind() != kind::record &&
        what_.dtype().kind() != kind::opaque)) {
    if (auto measured = measure(); !measured) return measured;
  }
  put_axis(0, 0);
  line_.flush();
  if (out_of_memory_) return error(errc::out_of_memory);
  return {};
}

}  // namespace

result<void> put_array(const text_output& output, const any_view& what,
                       const print_options& options) noexcept {
  if (auto fits = core::check_fit(what); !fits) return fits;
  return array_writer(output, what, options).write();
}

}  // namespace nopy::texts
