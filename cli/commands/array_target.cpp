// SPDX-License-Identifier: MIT
#include "commands/array_target.hpp"

#include "csv/csv_columns.hpp"
#include "csv/csv_writer.hpp"
#include "items/iso_time.hpp"
#include "items/item_json.hpp"
#include "items/item_parse.hpp"
#include "items/item_text.hpp"
#include "printing/json_nesting.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"

#include <nopy/print.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::size_t flush_at = std::size_t{1} << 16;

void write_cell(csv_writer& out, const dtype& type, const std::byte* item) {
  if (type.kind() == kind::text) return out.text(utf8_of_item(type, item));
  const std::string text = value_text(type, item);
  // "3 days": the unit stands in the column's head.
  if (type.kind() == kind::timedelta) return out.value(text.substr(0, text.find(' ')));
  out.value(text);
}

}  // namespace

array_target::array_target(npy_file from, selection chosen, const array_request& as)
    : from_(std::move(from)), chosen_(std::move(chosen)), as_(as) {}

void array_target::for_each_block(
    const output& to, order in,
    function_ref<void(std::span<const std::byte>, std::uint64_t)> each) const {
  const dtype& read_as = as_.swap_to ? from_.header().dtype : as_.type;
  const selected_items items(from_, chosen_, read_as, in);
  progress_bar bar(to.path(), chosen_.extents().count() * items.item_bytes());
  from_.advise(access::sequential);
  std::vector<std::byte> buffer;
  for_each_window(chosen_.extents(), in, items.item_bytes(), items.block_bytes(),
                  [&](const region& window) {
                    const std::uint64_t count = window.extents.count();
                    buffer.resize(static_cast<std::size_t>(count * items.item_bytes()));
                    items.read(window, buffer);
                    if (as_.swap_to) swap_items(read_as, *as_.swap_to, buffer.data(), count);
                    each(buffer, count);
                    bar.advance(buffer.size());
                  });
}

void array_target::write_npy(output& to) const {
  const shape of = chosen_.result_shape();
  const auto head = core::encode_header(as_.type, of, as_.order);
  if (!head) throw exception(head.error());
  to.write(head->bytes());
  write_raw(to);
}

void array_target::write_raw(output& to) const {
  for_each_block(to, as_.order,
                 [&](std::span<const std::byte> block, std::uint64_t) { to.write(block); });
}

void array_target::write_csv(output& to, char separator, bool header) const {
  const shape of = chosen_.result_shape();
  const auto columns = columns_of(as_.type);
  const bool plain =
      columns.size() == 1 && columns[0].offset == 0 && as_.type.kind() != kind::record;
  if (of.rank() > (plain ? 2 : 1)) {
    const std::string found = fmt::format("shape {}", shape_text(of));
    refuse("CSV holds rows and columns; this array has more axes", found,
           "a slice picks two of them: 'a.npy[0]'");
  }
  const std::uint64_t items_per_record = of.rank() == 2 ? of[1] : 1;
  std::string text;
  csv_writer out(text, separator);
  if (header || worth_a_header(columns)) {
    for (std::uint64_t i = 0; i < items_per_record; ++i)
      for (const csv_column& column : columns)
        out.text(column.head.empty() ? fmt::format("f{}", i) : column.head);
    out.end_record();
  }
  const auto item_bytes = static_cast<std::size_t>(as_.type.item_bytes());
  std::uint64_t in_record = 0;
  for_each_block(to, order::c, [&](std::span<const std::byte> block, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::byte* item = block.data() + i * item_bytes;
      for (const csv_column& column : columns) write_cell(out, column.type, item + column.offset);
      if (++in_record == items_per_record) {
        out.end_record();
        in_record = 0;
      }
      if (text.size() < flush_at) continue;
      to.write(text);
      text.clear();
    }
  });
  to.write(text);
}

void array_target::write_json(output& to) const {
  std::string text;
  json_writer out(text);
  json_nesting lists(out, chosen_.result_shape());
  const auto item_bytes = static_cast<std::size_t>(as_.type.item_bytes());
  if (chosen_.extents().count() == 0) lists.write_empty();
  for_each_block(to, order::c, [&](std::span<const std::byte> block, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      lists.open();
      write_json_item(out, as_.type, block.data() + i * item_bytes);
      lists.close();
      if (text.size() < flush_at) continue;
      to.write(text);
      text.clear();
    }
  });
  to.write(text);
}

}  // namespace nopy::cli
