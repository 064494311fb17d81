// SPDX-License-Identifier: MIT
#include "verbs/chunk_reader.hpp"

#include "deflate/crc32.hpp"
#include "deflate/inflate.hpp"
#include "verbs/side_by_side.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t input_block = std::size_t{64} << 10;
// Of all chunks that are kept, so that a load stays within what is promised.
constexpr std::size_t kept_bytes = std::size_t{4} << 20;

/// The compressed bytes of one chunk, block after block.
class chunk_input {
 public:
  chunk_input(const compressed_input& from, std::uint64_t first, std::uint64_t end) noexcept
      : from_(from), at_(first), end_(end) {}

  /// The next block; empty at the end. Errors: io, out_of_memory.
  [[nodiscard]] result<std::span<const std::byte>> next() noexcept {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(
        end_ - at_, from_.in_place != nullptr ? std::size_t{1} << 30 : input_block));
    if (count == 0) return std::span<const std::byte>();
    if (from_.in_place != nullptr) {
      const std::span<const std::byte> there(from_.in_place + at_, count);
      at_ += count;
      return there;
    }
    if (block_.size_bytes() == 0) {
      auto made = memory::allocate(input_block);
      if (!made) return made.error();
      block_ = *std::move(made);
    }
    if (auto read = from_.read(at_, block_.bytes().first(count)); !read) return read.error();
    at_ += count;
    return std::span<const std::byte>(block_.bytes().first(count));
  }

 private:
  const compressed_input& from_;
  std::uint64_t at_;
  std::uint64_t end_;
  memory block_{};
};

/// Inflates what is there as a stream that begins now. True where it came to exactly `into` and
/// ended with its input: between two blocks, or, of the last chunk, at the stream's end.
result<bool> inflate_exactly(chunk_input& input, bool last, std::span<std::byte> into) noexcept {
  deflate::inflater state;
  std::span<const std::byte> bytes;
  std::size_t filled = 0;
  std::byte one_too_many{};
  for (;;) {
    // What ends the chunk brings no bytes: there is room for one, and nothing it could refer to.
    const bool full = filled == into.size();
    if (full && state.inside_match()) return false;
    const deflate::step made =
        full ? state.run(bytes, {&one_too_many, 1}, 0) : state.run(bytes, into, filled);
    bytes = bytes.subspan(made.consumed);
    filled += made.produced;
    if (full && made.produced != 0) return false;
    if (made.status == deflate::status::invalid) return false;
    if (made.status == deflate::status::done) {
      if (!last || filled != into.size() || !bytes.empty()) return false;
      const auto more = input.next();
      return more ? result<bool>(more->empty()) : more.error();
    }
    if (made.status == deflate::status::needs_output) {
      if (full && made.consumed == 0) return false;
      continue;
    }
    if (!bytes.empty()) continue;
    const auto more = input.next();
    if (!more) return more.error();
    if (more->empty()) return !last && filled == into.size() && state.between_blocks();
    bytes = *more;
  }
}

}  // namespace

result<std::unique_ptr<chunk_reader>> chunk_reader::make(const zip::chunk_table& table,
                                                         std::uint64_t member_bytes) noexcept {
  std::unique_ptr<chunk_reader> made(new (std::nothrow) chunk_reader(table, member_bytes));
  if (made == nullptr || !made->starts_.reserve(table.size() + 1))
    return error(errc::out_of_memory);
  made->met_.reset(new (std::nothrow) std::atomic<bool>[table.size()] {});
  if (made->met_ == nullptr) return error(errc::out_of_memory);
  std::uint64_t at = 0;
  (void)made->starts_.push_back(at);
  for (std::size_t i = 0; i < table.size(); ++i)
    (void)made->starts_.push_back(at += table.at(i).compressed_bytes);
  return made;
}

std::size_t chunk_reader::bytes_of(std::size_t index) const noexcept {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(table_.chunk_bytes(), member_bytes_ - first_byte(index)));
}

result<bool> chunk_reader::inflate(const compressed_input& input, std::size_t index,
                                   std::span<std::byte> into) noexcept {
  chunk_input compressed(input, starts_[index], starts_[index + 1]);
  auto exact = inflate_exactly(compressed, index + 1 == table_.size(), into);
  if (!exact || !*exact) return exact;
  if (deflate::crc32(0, into) != table_.at(index).crc32) return false;
  met_[index].store(true, std::memory_order_relaxed);
  return true;
}

/// The bytes of a chunk, from those that are kept or to them; none where it is not what the table says.
result<memory> chunk_reader::keep(const compressed_input& input, std::size_t index) noexcept {
  {
    const std::lock_guard<std::mutex> held(lock_);
    for (const kept_chunk& one : kept_)
      if (one.index == index) return one.block;
  }
  auto block = memory::allocate(bytes_of(index));
  if (!block) return block;
  const auto exact = inflate(input, index, block->bytes());
  if (!exact) return exact.error();
  if (!*exact) return memory();
  const std::lock_guard<std::mutex> held(lock_);
  const std::size_t places =
      std::clamp<std::size_t>(kept_bytes / table_.chunk_bytes(), 1, most_kept);
  kept_[next_kept_] = {index, *block};
  next_kept_ = (next_kept_ + 1) % places;
  return block;
}

bool chunk_reader::is_kept(std::size_t index) noexcept {
  const std::lock_guard<std::mutex> held(lock_);
  return std::any_of(std::begin(kept_), std::end(kept_),
                     [&](const kept_chunk& one) { return one.index == index; });
}

result<bool> chunk_reader::read(const compressed_input& input, std::uint64_t offset,
                                std::span<std::byte> into) noexcept {
  if (into.empty()) return true;
  const auto first = static_cast<std::size_t>(offset / table_.chunk_bytes());
  const auto last = static_cast<std::size_t>((offset + into.size() - 1) / table_.chunk_bytes());
  if (first != last || !is_kept(first))
    input.expect(starts_[first], starts_[last + 1] - starts_[first]);
  while (!into.empty()) {
    const auto index = static_cast<std::size_t>(offset / table_.chunk_bytes());
    const auto skipped = static_cast<std::size_t>(offset - first_byte(index));
    const std::size_t count = std::min(into.size(), bytes_of(index) - skipped);
    if (count == bytes_of(index)) {
      const auto exact = inflate(input, index, into.first(count));
      if (!exact || !*exact) return exact;
    } else {
      const auto whole = keep(input, index);
      if (!whole) return whole.error();
      if (whole->size_bytes() == 0) return false;
      std::memcpy(into.data(), whole->data() + skipped, count);
    }
    into = into.subspan(count);
    offset += count;
  }
  return true;
}

result<bool> chunk_reader::meet_all(const compressed_input& input,
                                    const parallel_callback& parallel) noexcept {
  std::atomic<bool> stale{false};
  const auto all = run_side_by_side(parallel, table_.size(), [&](std::size_t i) -> result<void> {
    if (met_[i].load(std::memory_order_relaxed) || stale.load(std::memory_order_relaxed)) return {};
    auto block = memory::allocate(bytes_of(i));
    if (!block) return block.error();
    const auto exact = inflate(input, i, block->bytes());
    if (!exact) return exact.error();
    if (!*exact) stale.store(true, std::memory_order_relaxed);
    return {};
  });
  if (!all) return all.error();
  return !stale.load(std::memory_order_relaxed);
}

}  // namespace nopy::inline v1::verbs
