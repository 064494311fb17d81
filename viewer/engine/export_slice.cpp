// SPDX-License-Identifier: MIT
#include "engine/export_slice.hpp"

#include "engine/scan.hpp"

namespace nopy::engine {
namespace {

void put(json_writer& to, std::span<const std::byte> bytes) noexcept {
  to.raw({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void put_run(json_writer& to, const item_run& run, std::size_t item_bytes) noexcept {
  if (run.stride == item_bytes)
    return put(to, {run.first, static_cast<std::size_t>(run.count) * item_bytes});
  for (std::uint64_t i = 0; i < run.count; ++i) put(to, {run.first + i * run.stride, item_bytes});
}

}  // namespace

task<void> export_slice(job& of, file_share file, std::uint32_t member, window part) noexcept {
  const auto found = file->array(member);
  if (!found) co_return found.error();
  array_state& from = **found;
  if (from.type().has_objects())
    co_return error({.code = errc::object_dtype,
                     .summary = "Python objects are shown, and not written",
                     .hint = "copy them as text"});
  const byte_range reach = part.reach();
  if (reach.offset + reach.count > from.present_bytes)
    co_return error({.code = errc::data_truncated,
                     .offset = from.bytes.stream_bytes(),
                     .summary = "the slice reaches into data that the file does not have"});
  const bool backwards = part.runs_backwards();
  const order written = backwards ? order::c : from.head.order;
  auto head = core::encode_header(from.type(), part.result_shape(), written);
  if (!head) co_return head.error();
  put(of.answer, head->bytes());
  const auto item_bytes = static_cast<std::size_t>(from.type().item_bytes());
  if (backwards) {
    const auto items = co_await gather(of, from, part, 0, item_bytes);
    if (!items) co_return items.error();
    put(of.answer, items->items.bytes().first(static_cast<std::size_t>(part.items()) * item_bytes));
  } else {
    const auto show = [&](const item_run& run) {
      if (run.first != nullptr) put_run(of.answer, run, item_bytes);
    };
    if (const auto all = co_await scan(of, from, part, show, handed_out::in_parts); !all)
      co_return all.error();
  }
  co_return of.answer.whole() ? result<void>() : result<void>(error(errc::out_of_memory));
}

}  // namespace nopy::engine
