// SPDX-License-Identifier: MIT
#include "engine/archive_map.hpp"

#include "bytes/small_build.hpp"
#include "engine/peek.hpp"
#include "zip/local_check.hpp"
#include "zip/names.hpp"

#include <algorithm>
#include <concepts>

namespace nopy::engine {
namespace {

using nopy::bytes::text_sink;

/// Writes spans one behind the other; what lies between two is a gap.
class span_list {
 public:
  span_list(json_writer& to, std::uint64_t start, std::uint64_t total_bytes) noexcept
      : to_(to), at_(start), total_bytes_(total_bytes) {}

  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  template <std::invocable<text_sink&> Write>
  void until(std::uint64_t end, std::string_view kind, Write&& meaning) noexcept {
    end = std::min(end, total_bytes_);
    if (end <= at_) return;
    to_.open('{').key("offset").number(at_);
    to_.key("bytes").number(end - at_);
    to_.key("kind").text(kind);
    to_.key("meaning").text_from(meaning);
    to_.close('}');
    at_ = end;
  }
  void until(std::uint64_t end, std::string_view kind, std::string_view meaning) noexcept {
    until(end, kind, [&](text_sink& sink) { sink.put(meaning); });
  }
  void skip_to(std::uint64_t start) noexcept {
    until(start, at_ == 0 ? "prefix" : "gap", "bytes that no record names");
  }

 private:
  json_writer& to_;
  std::uint64_t at_;
  std::uint64_t total_bytes_;  // what a record says never leads behind them
};

/// Positions of members by where they begin.
result<bytes::growing<std::uint32_t>> in_file_order(const opened_file& file) noexcept {
  bytes::growing<std::uint32_t> all;
  const std::size_t count = file.members.size();
  if (!all.reserve(count)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i) (void)all.push_back(static_cast<std::uint32_t>(i));
  bytes::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t at_a = file.members.at(a).header_offset;
    const std::uint64_t at_b = file.members.at(b).header_offset;
    return at_a != at_b ? at_a < at_b : a < b;
  });
  return all;
}

void put_data_meaning(text_sink& to, const zip::entry& entry, const array_state& state) noexcept {
  to.put(entry.method == zip::method_stored ? "stored" : "deflated");
  if (state.wrong) return;
  to.put(": ").put_from([&](char* out) { return state.type().write_words(out); });
  if (entry.method == zip::method_stored)
    to.put(", data starts at byte ").decimal(state.bytes.stored_offset() + state.head.data_offset);
}

void put_member_spans(span_list& to, opened_file& file, std::uint32_t member) noexcept {
  const zip::entry entry = file.members.at(member);
  const zip::utf8_name name(entry.name, entry.flags);
  const array_state* state = file.slot(member)->get();
  if (!file.members.checked(member)) return;
  to.skip_to(entry.header_offset);
  if (to.at() != entry.header_offset || state == nullptr || state->local_bytes == 0)
    return;  // it lies inside of another one, or is not understood: a gap in front of the next
  const std::uint64_t name_end = entry.header_offset + zip::local_bytes + entry.name.size();
  const std::uint64_t data = entry.header_offset + state->local_bytes;
  to.until(entry.header_offset + zip::local_bytes, "local header",
           [&](text_sink& sink) { sink.put("of ").put(name.text()); });
  to.until(name_end, "name", name.text());
  to.until(data, "extra field", "alignment, ZIP64 sizes or times");
  to.until(data + entry.compressed_bytes, "data",
           [&](text_sink& sink) { put_data_meaning(sink, entry, *state); });
  if (zip::descriptor_limit(entry) != 0)
    to.until(std::min(to.at() + zip::longest_descriptor, file.members.boundary_behind(entry)),
             "data descriptor", "checksum and sizes behind the data");
}

/// Signature and size of what stands between the directory and the end of the file.
void put_end_spans(span_list& to, opened_file& file, std::span<const std::byte> tail) noexcept {
  const zip::archive_end& end = file.members.end();
  to.skip_to(end.directory_offset);
  for (std::size_t i = 0; i < file.members.size(); ++i) {
    const zip::entry entry = file.members.at(i);
    const zip::utf8_name name(entry.name, entry.flags);
    to.until(entry.record_offset + file.members.record_bytes(i).size(), "central record",
             [&](text_sink& sink) { sink.put("of ").put(name.text()); });
  }
  to.until(end.directory_offset + end.directory_bytes, "central record", "signature or padding");
  to.skip_to(end.records_offset);
  const auto rest = [&] {
    const std::uint64_t away = to.at() - std::min(to.at(), end.records_offset);
    return tail.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(away, tail.size())));
  };
  if (const auto found = zip::read_end_record_64(rest()))
    to.until(to.at() + 12 + std::min(found->record_bytes, file.total_bytes), "end record 64",
             "counts and offsets of 64 bits");
  if (to.at() < file.total_bytes && zip::read_locator(rest()))
    to.until(to.at() + zip::locator_bytes, "locator 64", "where the end record 64 stands");
  if (to.at() >= file.total_bytes) return;
  if (const auto found = zip::read_end_record(rest())) {
    to.until(to.at() + zip::end_bytes, "end record", "count and place of the directory");
    to.until(std::min(file.total_bytes, to.at() + found->comment_bytes), "comment",
             "the archive's comment");
  }
  to.until(file.total_bytes, "trailing bytes", "bytes behind the archive");
}

task<void> put_end(job& of, span_list& to, opened_file& file) noexcept {
  const std::uint64_t start = file.members.end().records_offset;
  auto block =
      memory::allocate(std::min<std::uint64_t>(file.total_bytes - start, 2 * zip::tail_bytes));
  if (!block) co_return block.error();
  file_piece piece{file.id, start, block->bytes()};
  if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
  put_end_spans(to, file, piece.into.first(piece.present));
  co_return {};
}

}  // namespace

task<void> show_map(job& of, file_share file, std::uint32_t from, std::uint32_t count) noexcept {
  if (!file->is_archive()) co_return error(errc::usage, "only an archive has a map");
  const auto order = in_file_order(*file);
  if (!order) co_return order.error();
  const std::size_t first = std::min<std::size_t>(from, order->size());
  const std::size_t last = first + std::min<std::size_t>(count, order->size() - first);
  const auto chosen = order->span().subspan(first, last - first);
  if (const auto peeked = co_await peek_members(of, file, chosen); !peeked)
    co_return peeked.error();
  std::uint64_t start = 0;
  if (first != 0) {
    const zip::entry before = file->members.at((*order)[first - 1]);
    start = std::min(file->members.boundary_behind(before), file->members.end().directory_offset);
  }
  of.answer.open('[');
  span_list spans(of.answer, start, file->total_bytes);
  for (const std::uint32_t member : chosen) put_member_spans(spans, *file, member);
  if (last == order->size())
    if (const auto put = co_await put_end(of, spans, *file); !put) co_return put.error();
  of.answer.close(']');
  co_return {};
}

}  // namespace nopy::engine
