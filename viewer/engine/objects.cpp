// SPDX-License-Identifier: MIT
// Object arrays: their pickle is read as data.
#include "engine/objects.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

constexpr std::uint64_t most_pickle_bytes = 64 << 20;
constexpr std::uint64_t most_built_bytes = 256 << 20;
constexpr std::size_t most_items = 65536;
constexpr std::size_t most_repr_bytes = 4096;

}  // namespace

task<void> read_objects(job& of, array_state& from) noexcept {
  if (from.objects) co_return {};
  const std::uint64_t bytes = from.bytes.stream_bytes() - from.head.data_offset;
  if (bytes > most_pickle_bytes)
    co_return error({.code = errc::limit,
                     .offset = from.head.data_offset,
                     .summary = "the pickle is larger than is read here",
                     .expected = "at most 64 MiB"});
  auto block = memory::allocate(std::max<std::uint64_t>(bytes, 1));
  if (!block) co_return block.error();
  of.total = bytes;
  of.done = 0;
  stream_piece piece{from.head.data_offset, block->bytes().first(static_cast<std::size_t>(bytes))};
  if (const auto read = co_await from.bytes.read(of, {&piece, 1}); !read) co_return read.error();
  auto made =
      decode_objects(from.head, piece.into.first(piece.present), {.array_bytes = most_built_bytes});
  if (!made) co_return made.error();
  from.objects.emplace(*std::move(made));
  co_return {};
}

task<void> show_objects(job& of, file_share file, std::uint32_t member) noexcept {
  const auto found = file->array(member);
  if (!found) co_return found.error();
  array_state& from = **found;
  if (from.type().kind() != kind::object)
    co_return error(errc::type_mismatch, "the elements are no Python objects");
  if (const auto read = co_await read_objects(of, from); !read) co_return read.error();
  const object_value& all = *from.objects;
  const auto items = all.items();
  json_writer& to = of.answer;
  const shape extents = all.shape();
  to.open('{').key("shape").extents({extents.begin(), extents.end()});
  to.key("items").open('[');
  for (const object_value& item : items.first(std::min(items.size(), most_items)))
    to.text_from([&](nopy::bytes::text_sink& sink) {
      sink.put_from([&](char* out) { return item.write_repr(out, most_repr_bytes); });
    });
  to.close(']');
  to.key("count").number(items.size());
  to.key("foreign").number(all.foreign_count());
  to.key("pickleBytes").number(from.bytes.stream_bytes() - from.head.data_offset);
  to.close('}');
  co_return {};
}

}  // namespace nopy::engine
