// SPDX-License-Identifier: MIT
#include "engine/read_header.hpp"

#include "array/long_double.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

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
  core::header_decoder decoder(total, {.policy = policy, .short_data = short_data::finding});
  memory block;
  while (const auto wanted = decoder.wants()) {
    const auto count = static_cast<std::size_t>(wanted->count);
    std::span<const std::byte> bytes = first.first(std::min(count, first.size()));
    if (bytes.size() < count) {
      auto made = memory::allocate(count);
      if (!made) co_return made.error();
      block = *std::move(made);
      stream_piece piece{0, block.bytes()};
      if (const auto read = co_await into.bytes.read(of, {&piece, 1}); !read) {
        into.wrong = read.error();
        co_return {};
      }
      bytes = block.bytes().first(piece.present);
    }
    if (const auto fed = decoder.feed(bytes); !fed) {
      into.wrong = fed.error();
      co_return {};
    }
  }
  into.head = decoder.header();
  into.present_bytes = std::min(into.head.data_bytes, total - into.head.data_offset);
  const dtype& type = into.head.dtype;
  const bool number = type.kind() == kind::floating || type.kind() == kind::complex;
  if (number && type.coding() == coding::extended && into.present_bytes >= type.item_bytes())
    if (const auto told = co_await tell_long_double(of, into); !told) co_return told.error();
  co_return {};
}

}  // namespace nopy::engine
