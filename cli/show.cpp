// SPDX-License-Identifier: MIT
// `nopy show`: the values. Of a large array only the corners that are shown are read.
#include "command_table.hpp"
#include "corners.hpp"
#include "dtype_argument.hpp"
#include "escape.hpp"
#include "item_json.hpp"
#include "json_nesting.hpp"
#include "output.hpp"
#include "report.hpp"
#include "table.hpp"
#include "window.hpp"

#include <nopy/object.hpp>
#include <nopy/print.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::uint64_t threshold = 1000;
constexpr std::uint64_t edge_items = 3;

/// What is shown: values in memory, and the shape they stand for.
struct shown_values {
  dtype type;
  shape of;       // of the whole selection
  shape reduced;  // of the values in memory
  std::vector<std::byte> bytes;
};

shown_values read_values(const npy_file& file, const selection& chosen, const request& asked) {
  const dtype own = told_type(file);
  const auto as = asked.value("--as");
  shown_values made{
      as ? reinterpreted(file.header().dtype, *as) : own, chosen.result_shape(), {}, {}};
  const selected_items items(file, chosen, file.header().dtype, order::c);
  const bool all = asked.has("--all") || made.of.count() <= threshold;
  corner_plan plan(chosen.extents(), all ? UINT64_MAX : edge_items);
  made.bytes = plan.read(items);
  for (std::size_t axis = 0; axis < chosen.axes().size(); ++axis)
    if (!chosen.axes()[axis].dropped) made.reduced.push_back(plan.reduced()[axis]);
  return made;
}

/// A one-dimensional array of records: a row each, an ellipsis where rows are left out.
std::string record_table(const shown_values& values) {
  table rows;
  rows.column("", align::right);
  for (const dtype_field& field : values.type.fields()) {
    const kind of = field.type.kind();
    const bool text = of == kind::text || of == kind::bytes || of == kind::record ||
                      of == kind::subarray || of == kind::opaque;
    rows.column(escaped(field.name), text ? align::left : align::right);
  }
  const auto item_bytes = static_cast<std::size_t>(values.type.item_bytes());
  const std::uint64_t count = values.reduced[0], left_out = values.of[0] - count;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (left_out != 0 && i == edge_items) {  // this row only stands for those left out
      rows.row(std::vector<std::string>(values.type.fields().size() + 1, "..."));
      continue;
    }
    std::vector<std::string> row{
        fmt::format("{}", left_out != 0 && i > edge_items ? i + left_out : i)};
    const std::byte* item = values.bytes.data() + i * item_bytes;
    for (const dtype_field& field : values.type.fields())
      row.push_back(value_text(field.type, item + field.offset));
    rows.row(std::move(row));
  }
  return rows.text();
}

std::string values_text(const shown_values& values, bool as_numpy) {
  const bool record = values.type.kind() == kind::record && !values.type.fields().empty();
  if (record && values.of.rank() == 1 && values.of.count() != 0 && !as_numpy)
    return record_table(values);
  const bool whole = values.reduced == values.of;
  const any_view view(values.type, values.reduced, values.bytes);
  return print(view,
               {.numpy = as_numpy, .threshold = whole ? UINT64_MAX : 0, .edge_items = edge_items}) +
         "\n";
}

void show_json(const input& from, const npy_file& file, const selection& chosen,
               const request& asked) {
  const auto as = asked.value("--as");
  const dtype type = as ? reinterpreted(file.header().dtype, *as) : told_type(file);
  std::string head;
  json_writer out(head);
  out.begin_object().key("file").text(from.name());
  out.key("descr");
  write_json_descr(out, type);
  out.key("dtype").text(type.words()).key("shape");
  write_json_shape(out, chosen.result_shape());
  out.key("values");
  print(head);
  std::string text;
  json_writer values(text);
  json_nesting lists(values, chosen.result_shape());
  if (chosen.extents().count() == 0) lists.write_empty();
  const selected_items items(file, chosen, file.header().dtype, order::c);
  items.for_each_block([&](const region& window, std::span<const std::byte> block) {
    for (std::uint64_t i = 0; i < window.extents.count(); ++i) {
      lists.open();
      write_json_item(values, type, block.data() + i * type.item_bytes());
      lists.close();
    }
    print(text);
    text.clear();
  });
  print(text + "}\n");
}

void show_objects(const input& from, const header& head, const request& asked) {
  if (from.argument().slice)
    refuse("objects can not be sliced: their pickle is read whole", *from.argument().slice);
  const std::string pickle = from.read(head.data_offset, from.size_bytes() - head.data_offset);
  const auto decoded = decode_objects(head, std::as_bytes(std::span(pickle)));
  if (!decoded) throw exception(from.about(decoded.error()));
  if (!asked.has("--json")) return print(decoded->repr() + "\n");
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").text(from.name()).key("descr");
  write_json_descr(out, head.dtype);
  out.key("dtype").text(head.dtype.words()).key("shape");
  write_json_shape(out, decoded->shape());
  out.key("values");
  write_json_object(out, *decoded);
  out.end_object();
  print(line + "\n");
}

void show(const std::string& argument, const request& asked) {
  const input from = input::open(argument, asked);
  const header head = from.read_header();
  if (head.dtype.has_objects()) return show_objects(from, head, asked);
  const npy_file file = from.open_array();
  const selection chosen = from.selected(file.shape());
  try {
    if (asked.has("--json")) return show_json(from, file, chosen, asked);
    print(values_text(read_values(file, chosen, asked), asked.has("--numpy")));
  } catch (const exception& failed) {
    throw exception(from.about(failed.error()));
  }
}

int run(const request& asked) {
  bool all_good = true;
  const bool several = asked.operands().size() > 1 && !asked.has("--json");
  for (const std::string& argument : asked.operands()) {
    try {
      if (several) print(escaped(argument) + "\n");
      show(argument, asked);
    } catch (const exception& failed) {
      report(failed.error());
      all_good = false;
    }
  }
  return all_good ? exit_fine : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-a,--all", "", "every value; without it, large arrays are shown by their corners"},
    {"--numpy", "", "as NumPy's print: 8 digits, one notation for the array"},
    {"--as", "DTYPE", "read the same bits as another type: bfloat16, uint32, x87, quad"},
    {"--slice", "SLICE", "the part to show, as in NumPy: 0:5,...,-1"},
    {"--member", "KEY", "the member of an archive"},
    {"--json", "", "one JSON object, with all values as nested lists"},
};

}  // namespace

const command show_command{
    "show",
    "Print the values, exactly; records as a table",
    operands,
    options,
    "Every number has the fewest digits that read back as the same value in its own type.\n"
    "Object arrays are decoded as data where that is possible; nothing of a pickle is executed.",
    "nopy show a.npy\n"
    "nopy show 'a.npy[0:5, ..., -1]'\n"
    "nopy show --as bfloat16 weights.npy\n"
    "nopy show --json a.npy | jq .values",
    run};

}  // namespace nopy::cli
