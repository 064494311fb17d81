// SPDX-License-Identifier: MIT
#include "engine/show_window.hpp"

#include "engine/objects.hpp"
#include "engine/scan.hpp"
#include "text/value.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace nopy::engine {
namespace {

constexpr std::uint64_t most_cells = 1 << 20;
constexpr std::size_t most_repr_bytes = 4096;
constexpr std::size_t pause_after = 65536;

bool is_missing(const gathered& from, std::size_t item) noexcept {
  return !from.missing.empty() && from.missing[item] != 0;
}

/// Doubles or floats of gathered items; what is missing is NaN.
template <class Number>
result<void> put_numbers(json_writer& to, const gathered& from, const number_reader& reader,
                         std::uint64_t item_bytes, std::size_t count) noexcept {
  const auto room = to.room(count * sizeof(Number));
  if (room.size() != count * sizeof(Number)) return error(errc::out_of_memory);
  double block[number_reader::most_items];
  for (std::size_t at = 0; at < count; at += number_reader::most_items) {
    const std::size_t some = std::min(number_reader::most_items, count - at);
    reader.read(block, from.items.data() + at * item_bytes, item_bytes, some);
    for (std::size_t i = 0; i < some; ++i) {
      const auto value = static_cast<Number>(
          is_missing(from, at + i) ? std::numeric_limits<double>::quiet_NaN() : block[i]);
      std::memcpy(room.data() + (at + i) * sizeof(Number), &value, sizeof value);
    }
  }
  return {};
}

/// u32 cells, u32 columns, u32 end of each cell, then the text.
class cell_writer {
 public:
  explicit cell_writer(json_writer& to) noexcept : to_(to) {}

  [[nodiscard]] bool begin(std::size_t cells, std::size_t columns) noexcept {
    ends_at_ = 8;
    const auto head = to_.room(8 + 4 * cells);
    if (head.empty()) return false;
    put(0, static_cast<std::uint32_t>(cells));
    put(4, static_cast<std::uint32_t>(columns));
    first_ = to_.bytes().size();
    return true;
  }
  template <class Write>
  [[nodiscard]] bool add(Write&& write) noexcept {
    nopy::bytes::text_sink count(nullptr);
    write(count);
    const auto room = to_.room(count.count());
    if (room.size() != count.count()) return false;
    nopy::bytes::text_sink sink(reinterpret_cast<char*>(room.data()));
    if (!room.empty()) write(sink);
    to_.give_back(room.size() - sink.count());  // an estimate may have been too large
    return end_cell();
  }
  [[nodiscard]] bool end_cell() noexcept {
    put(ends_at_, static_cast<std::uint32_t>(to_.bytes().size() - first_));
    ends_at_ += 4;
    return to_.whole();
  }

 private:
  void put(std::size_t at, std::uint32_t value) noexcept {
    std::memcpy(const_cast<char*>(to_.bytes().data()) + at, &value, sizeof value);
  }

  json_writer& to_;
  std::size_t first_ = 0;    // of the text, in the answer
  std::size_t ends_at_ = 0;  // where the next cell's end is written
};

/// The parts of an item that are written side by side.
struct shown_parts {
  const dtype* whole = nullptr;
  std::span<const column> columns{};

  [[nodiscard]] std::size_t size() const noexcept { return columns.empty() ? 1 : columns.size(); }
  [[nodiscard]] const dtype& type(std::size_t i) const noexcept {
    return columns.empty() ? *whole : columns[i].type;
  }
  [[nodiscard]] std::uint64_t offset(std::size_t i) const noexcept {
    return columns.empty() ? 0 : columns[i].offset;
  }
};

task<void> put_texts(job& of, const gathered& from, shown_parts parts, std::uint64_t item_bytes,
                     std::size_t count) noexcept {
  cell_writer cells(of.answer);
  if (!cells.begin(count * parts.size(), parts.size())) co_return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* item = from.items.data() + i * item_bytes;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const bool added =
          is_missing(from, i) ? cells.end_cell() : cells.add([&](nopy::bytes::text_sink& sink) {
            texts::put_value(sink, parts.type(k), item + parts.offset(k));
          });
      if (!added) co_return error(errc::out_of_memory);
    }
    if (i % pause_after == pause_after - 1)
      if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
  }
  co_return {};
}

error too_many_cells() noexcept {
  return error({.code = errc::limit,
                .summary = "the slice has more cells than can be shown at once",
                .expected = "at most 1048576"});
}

/// The objects of a slice, by their repr.
task<void> put_objects(job& of, array_state& from, const window& part) noexcept {
  if (const auto read = co_await read_objects(of, from); !read) co_return read.error();
  const auto items = from.objects->items();
  const auto count = static_cast<std::size_t>(part.items());
  cell_writer cells(of.answer);
  if (!cells.begin(count, 1)) co_return error(errc::out_of_memory);
  const shape extents = from.head.shape;
  for (std::size_t i = 0; i < count; ++i) {
    const shape index = part.index_of(i);
    std::uint64_t at = 0;
    for (std::size_t axis = 0; axis < extents.rank(); ++axis) at = at * extents[axis] + index[axis];
    const bool added =
        at >= items.size() ? cells.end_cell() : cells.add([&](nopy::bytes::text_sink& sink) {
          sink.put_from([&](char* out) {
            return items[static_cast<std::size_t>(at)].write_repr(out, most_repr_bytes);
          });
        });
    if (!added) co_return error(errc::out_of_memory);
  }
  co_return {};
}

task<void> show_numbers(job& of, array_state& from, const window_request& request,
                        const window& part) noexcept {
  const auto shown = part_of(from.type(), request.column);
  if (!shown) co_return shown.error();
  const auto reader = number_reader::of(shown->type, request.part);
  if (!reader) co_return reader.error();
  const std::uint64_t bytes = shown->type.item_bytes();
  const auto items = co_await gather(of, from, part, shown->offset, bytes);
  if (!items) co_return items.error();
  const auto count = static_cast<std::size_t>(part.items());
  co_return request.form == window_form::doubles
      ? put_numbers<double>(of.answer, *items, *reader, bytes, count)
      : put_numbers<float>(of.answer, *items, *reader, bytes, count);
}

task<void> show_texts(job& of, array_state& from, const window_request& request,
                      const window& part) noexcept {
  if (part.items() > most_cells) co_return too_many_cells();
  if (from.type().kind() == kind::object) co_return co_await put_objects(of, from, part);
  column_list columns;
  item_part shown{from.type(), 0};
  if (request.column == all_columns) {
    auto found = columns_of(from.type());
    if (!found) co_return found.error();
    columns = *std::move(found);
    if (part.items() * columns.columns.size() > most_cells) co_return too_many_cells();
  } else {
    auto found = part_of(from.type(), request.column);
    if (!found) co_return found.error();
    shown = *std::move(found);
  }
  const std::uint64_t bytes = shown.type.item_bytes();
  const auto items = co_await gather(of, from, part, shown.offset, bytes);
  if (!items) co_return items.error();
  co_return co_await put_texts(of, *items, {&shown.type, columns.columns.span()}, bytes,
                               static_cast<std::size_t>(part.items()));
}

task<void> show_items(job& of, array_state& from, const window_request& request,
                      const window& part) noexcept {
  const auto shown = part_of(from.type(), request.column);
  if (!shown) co_return shown.error();
  const std::uint64_t bytes = shown->type.item_bytes();
  const auto items = co_await gather(of, from, part, shown->offset, bytes);
  if (!items) co_return items.error();
  const auto count = static_cast<std::size_t>(part.items() * bytes);
  of.answer.raw({reinterpret_cast<const char*>(items->items.data()), count});
  co_return of.answer.whole() ? result<void>() : result<void>(error(errc::out_of_memory));
}

}  // namespace

task<void> show_window(job& of, window_request request, window part) noexcept {
  const auto found = request.file->array(request.member);
  if (!found) co_return found.error();
  array_state& from = **found;
  switch (request.form) {
    case window_form::texts:
      co_return co_await show_texts(of, from, request, part);
    case window_form::items:
      co_return co_await show_items(of, from, request, part);
    default:
      co_return co_await show_numbers(of, from, request, part);
  }
}

}  // namespace nopy::engine
