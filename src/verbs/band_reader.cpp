// SPDX-License-Identifier: MIT
// Contiguous runs: read straight into place, or converted in steps that stay in the cache.
#include "verbs/band_reader.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// Read and converted while it is in the second-level cache.
constexpr std::uint64_t step_bytes = 256 << 10;
// One read of a watched call: often enough to be stopped, long enough to cost nothing.
constexpr std::uint64_t piece_bytes = 16 << 20;

}  // namespace

result<void> make_room(memory& block, std::uint64_t bytes) noexcept {
  if (block.size_bytes() >= bytes) return {};
  auto made = memory::allocate(bytes);
  if (!made) return made.error();
  block = *std::move(made);
  return {};
}

result<void> band_reader::read(const window& part, std::byte* into) noexcept {
  if (part.contiguous()) return read_run(part.first_item, part.items, into);
  if (runs_are_long(part)) return read_long_runs(part, into);
  return read_tiles(part, into);
}

result<void> band_reader::fetch(std::uint64_t offset, std::span<std::byte> into) const noexcept {
  auto read = request_.from.read_at(offset, into);
  if (request_.drop_behind && request_.from.file() != nullptr)
    request_.from.file()->drop_pages(offset, into.size());
  return read;
}

/// Converts, and on failure says which item of the array it was, counted in C order, and where it
/// stands in the source: `item_at(i)` is the position in the file's order of the i-th.
result<void> band_reader::transform(
    std::byte* dst, const std::byte* src, std::uint64_t count,
    function_ref<std::uint64_t(std::uint64_t)> item_at) const noexcept {
  auto all = items_.run(dst, src, count);
  if (all || all.error().code() != errc::out_of_range) return all;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t item = item_at(i);
    const auto one =
        items_.run(dst + i * to_bytes_, src + i * from_bytes_, 1, c_position(request_.of, item));
    if (one) continue;
    error_parts parts = one.error().parts();
    parts.offset = offset_of(item);
    return error(parts);
  }
  return all;
}

result<void> band_reader::copy_run(std::uint64_t file_item, std::uint64_t count,
                                   std::byte* into) noexcept {
  const std::uint64_t bytes = count * from_bytes_;
  const std::uint64_t piece = done_.watched() || request_.drop_behind ? piece_bytes : bytes;
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    const std::uint64_t now = std::min(piece, bytes - at);
    if (auto read = fetch(offset_of(file_item) + at, {into + at, static_cast<std::size_t>(now)});
        !read)
      return read;
    if (auto more = done_.advance(now); !more) return more;
  }
  return {};
}

result<void> band_reader::read_run(std::uint64_t file_item, std::uint64_t count,
                                   std::byte* into) noexcept {
  if (items_.is_copy()) return copy_run(file_item, count, into);
  const bool in_memory = request_.from.in_place(offset_of(file_item)) != nullptr;
  const std::uint64_t step =
      std::max<std::uint64_t>((in_memory ? piece_bytes : step_bytes) / from_bytes_, 1);
  const bool own_block = !items_.works_in_place();
  for (std::uint64_t at = 0; at < count; at += step) {
    const std::uint64_t now = std::min(step, count - at);
    std::byte* dst = into + at * to_bytes_;
    const std::byte* src = nullptr;
    if (in_memory) {
      src = request_.from.in_place(offset_of(file_item + at));
    } else {
      if (own_block)
        if (auto room = make_room(scratch_, std::min(step, count) * from_bytes_); !room)
          return room;
      std::byte* block = own_block ? scratch_.data() : dst;
      if (auto read = fetch(offset_of(file_item + at),
                            {block, static_cast<std::size_t>(now * from_bytes_)});
          !read)
        return read;
      src = block;
    }
    if (auto done = transform(dst, src, now, [&](std::uint64_t i) { return file_item + at + i; });
        !done)
      return done;
    if (auto more = done_.advance(now * from_bytes_); !more) return more;
  }
  return {};
}

}  // namespace nopy::inline v1::verbs
