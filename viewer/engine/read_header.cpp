// SPDX-License-Identifier: MIT
#include "engine/read_header.hpp"

#include "array/long_double.hpp"
#include "npy/preamble.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

// What NumPy writes for plain numbers is shorter; of a deflated member every byte more costs inflating.
constexpr std::uint64_t near_bytes = 256;
// Enough for the 1024 values that are looked at.
constexpr std::uint64_t guess_bytes = 16 << 10;

std::string_view name_of(coding coding) noexcept {
  if (coding == coding::x87) return "read as 80-bit extended (x87), which the first values fit";
  if (coding == coding::double_double) return "read as double-double, which the first values fit";
  return "read as IEEE quad, which the first values fit";
}

/// The file does not say which long double it is: its values do.
task<void> tell_long_double(job& of, array_state& into) noexcept {
  const std::uint64_t item = into.head.dtype.item_bytes();
  const std::uint64_t count = std::min(into.present_bytes, guess_bytes / item * item);
  auto block = memory::allocate(count);
  if (!block) co_return block.error();
  stream_piece piece{into.head.data_offset, block->bytes()};
  if (const auto read = co_await into.bytes.read(of, {&piece, 1}); !read) co_return read.error();
  const std::size_t whole = piece.present - piece.present % static_cast<std::size_t>(item);
  const auto items = block->bytes().first(whole);
  const coding guess = core::guess_long_double(into.head.dtype, items);
  auto told = into.head.dtype.with_coding(guess);
  if (!told) co_return told.error();
  into.head.dtype = *std::move(told);
  const error note(
      {.code = errc::long_double_guess, .offset = into.head.data_offset, .found = name_of(guess)});
  if (!into.head.findings.push_back({severity::note, note})) co_return error(errc::out_of_memory);
  co_return {};
}

}  // namespace

task<void> read_header(job& of, array_state& into, policy policy,
                       std::span<const std::byte> first) noexcept {
  const std::uint64_t total = into.bytes.stream_bytes();
  const header_options how{.policy = policy, .short_data = short_data::finding};
  memory block;
  std::span<const std::byte> bytes = first;
  for (std::uint64_t wanted = std::min(total, near_bytes);;) {
    if (bytes.size() < wanted) {
      auto made = memory::allocate(wanted);
      if (!made) co_return made.error();
      block = *std::move(made);
      stream_piece piece{0, block.bytes()};
      if (const auto read = co_await into.bytes.read(of, {&piece, 1}); !read) {
        into.wrong = read.error();
        co_return {};
      }
      bytes = block.bytes().first(piece.present);
    }
    const auto before = npy::read_preamble(bytes, total, how.limits.header_bytes);
    if (!before || !*before) {
      into.wrong = before ? error(errc::header_truncated) : before.error();
      co_return {};
    }
    // One byte of the data too: it tells a text-mode copy.
    const std::uint64_t whole = std::min(total, (*before)->data_offset() + 1);
    if (bytes.size() >= whole || wanted >= whole) break;
    wanted = whole;
  }
  auto decoded = core::decode_header(bytes, total, how);
  if (!decoded) {
    into.wrong = decoded.error();
    co_return {};
  }
  into.head = *std::move(decoded);
  into.present_bytes = std::min(into.head.data_bytes, total - into.head.data_offset);
  const dtype& type = into.head.dtype;
  const bool number = type.kind() == kind::floating || type.kind() == kind::complex;
  if (number && type.coding() == coding::extended && into.present_bytes >= type.item_bytes())
    if (const auto told = co_await tell_long_double(of, into); !told) co_return told.error();
  co_return {};
}

}  // namespace nopy::engine
