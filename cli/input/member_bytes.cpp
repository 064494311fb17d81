// SPDX-License-Identifier: MIT
#include "input/member_bytes.hpp"

#include "verbs/member_stream.hpp"

#include <algorithm>
#include <vector>

namespace nopy::cli {
namespace {

constexpr std::uint64_t block_bytes = 256 << 10;

}  // namespace

result<void> stream_member(const member& of, function_ref<void(std::span<const std::byte>)> each) {
  const auto opened = verbs::opened_source::open(of);
  if (!opened) return opened.error();
  verbs::member_stream& stream = *opened->member();
  const std::uint64_t total = stream.total_bytes();
  std::vector<std::byte> room(static_cast<std::size_t>(std::min(total, block_bytes)));
  for (std::uint64_t at = 0; at < total;) {
    const auto count = static_cast<std::size_t>(std::min(total - at, block_bytes));
    const auto block = std::span(room).first(count);
    if (const auto read = stream.read_at(at, block); !read) return stream.named(read.error());
    each(block);
    at += count;
  }
  if (const auto whole = stream.finish(); !whole) return stream.named(whole.error());
  return {};
}

result<std::optional<finding>> verify_member(const member& of,
                                             function_ref<void(std::uint64_t bytes)> advance,
                                             const parallel_callback& jobs) {
  const auto opened = verbs::opened_source::open(of);
  if (!opened) return opened.error();
  verbs::member_stream& stream = *opened->member();
  const auto chunked = stream.read_chunks(verbs::member_stream::on_stale::go_on_without);
  if (!chunked) return stream.named(chunked.error());
  if (*chunked) {
    if (const auto whole = stream.finish(jobs); !whole) return stream.named(whole.error());
    advance(stream.total_bytes());
    return stream.stale_table();
  }
  const auto whole =
      stream_member(of, [&](std::span<const std::byte> block) { advance(block.size()); });
  if (!whole) return whole.error();
  return stream.stale_table();
}

}  // namespace nopy::cli
