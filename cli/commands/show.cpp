// SPDX-License-Identifier: MIT
// `nopy show`: the values, or a picture of them. Of a large array only the corners that are shown are
// read.
#include "command/command_table.hpp"
#include "commands/objects.hpp"
#include "input/corners.hpp"
#include "input/dtype_argument.hpp"
#include "input/member_options.hpp"
#include "input/operands.hpp"
#include "input/window.hpp"
#include "items/header_text.hpp"
#include "items/item_json.hpp"
#include "output/output.hpp"
#include "pictures/picture.hpp"
#include "pictures/show_picture.hpp"
#include "printing/color.hpp"
#include "printing/escape.hpp"
#include "printing/json_nesting.hpp"
#include "printing/report.hpp"
#include "printing/table.hpp"

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

void write_names(json_writer& out, const input& from) {
  out.begin_object().key("file").path(from.name());
  if (from.member())
    out.key("name").text(from.member()->name()).key("member").text(from.member()->stored_name());
}

void show_json(const input& from, const npy_file& file, const selection& chosen,
               const request& asked) {
  const auto as = asked.value("--as");
  const dtype type = as ? reinterpreted(file.header().dtype, *as) : told_type(file);
  std::string head;
  json_writer out(head);
  write_names(out, from);
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
  const object_value decoded = read_objects(from, head, asked);
  if (!asked.has("--json")) return print(decoded.repr() + "\n");
  std::string line;
  json_writer out(line);
  write_names(out, from);
  out.key("descr");
  write_json_descr(out, head.dtype);
  out.key("dtype").text(head.dtype.words()).key("shape");
  write_json_shape(out, decoded.shape());
  out.key("values");
  write_json_object(out, decoded);
  out.end_object();
  print(line + "\n");
}

void show_array(const input& from, const request& asked) {
  const header head = from.read_header();
  const bool picture = wants_picture(asked);
  if (head.dtype.has_objects() && picture)
    refuse("Python objects are not drawn", from.title(),
           "without --plot and --png they are printed");
  if (head.dtype.has_objects()) return show_objects(from, head, asked);
  const npy_file file = from.open_array();
  const selection chosen = from.selected(file.shape());
  const bool everything = asked.has("--json") || asked.has("--all") || asked.has("--png");
  from.verify_for(everything && chosen.whole(file.shape()));
  if (picture) return show_picture(from, file, chosen, asked);
  try {
    if (asked.has("--json")) return show_json(from, file, chosen, asked);
    print(values_text(read_values(file, chosen, asked), asked.has("--numpy")));
  } catch (const exception& failed) {
    throw exception(from.about(failed.error()));
  }
}

std::string heading(const std::string& name, const listed_member& of) {
  std::string out = bold(name);
  if (of.array)
    out +=
        fmt::format("  {} {}", brief_words(of.array->head.dtype), shape_text(of.array->head.shape));
  else if (!of.failed)
    out += fmt::format("  no array, {} byte{}", of.of.uncompressed_bytes(),
                       of.of.uncompressed_bytes() == 1 ? "" : "s");
  return out + "\n";
}

/// Every array of an archive, each with its heading.
bool show_archive(input& from, const request& asked, bool several) {
  const bool json = asked.has("--json");
  bool first = true;
  return for_each_member(from, [&](const listed_member& looked) {
    const std::string name = several ? from.title() : *from.argument().member;
    if (!json && !first) print("\n");
    if (!json) print(heading(escaped(name), looked));
    first = false;
    if (looked.failed) throw exception(from.about(*looked.failed));
    if (looked.array)
      show_array(from, asked);
    else
      from.verify();  // a damaged beginning makes no array something else
  });
}

int run(const request& asked) {
  bool all_shown = true;
  const bool several = asked.operands().size() > 1;
  if (several && asked.has("--png"))
    refuse("--png takes one array", "", "call it once for each, with an OUT of its own");
  if (asked.has("--json") && asked.has("--numpy"))
    refuse("--numpy prints text, --json an object: one of the two");
  const int code = for_each_operand(asked, [&](const std::string& operand) {
    input from = input::open(operand, asked);
    if (from.argument().slice || asked.has("--png")) from.choose_only_array();
    if (from.is_archive()) {
      all_shown &= show_archive(from, asked, several);
      return;
    }
    if (several && !asked.has("--json")) print(escaped(operand) + "\n");
    show_array(from, asked);
  });
  return all_shown ? code : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-a,--all", "", "every value; without it, large arrays are shown by their corners"},
    {"--numpy", "", "as NumPy's print: 8 digits, one notation for the array"},
    {"--as", "DTYPE",
     "read the same bits as another type: bfloat16, uint32, x87, quad, double-double"},
    {"--slice", "SLICE", "the part to show, as in NumPy: 0:5,...,-1"},
    {"--member", "KEY", "the member of an archive"},
    index_option,
    {"--json", "", "one JSON object per array, with all values as nested lists"},
    {"--plot", "[=KIND]",
     "draw in the terminal: heatmap, line, histogram, image (default: what suits)",
     "heatmap line histogram image"},
    {"--png", "OUT", "write the picture as a PNG file; uint8 of (..., 3), (..., 4) is an image"},
    {"-f,--force", "", "replace an existing OUT"},
    {"--colormap", "NAME", "viridis, magma, cividis, gray, RdBu, cyclic (default: what suits)",
     "viridis magma cividis gray RdBu cyclic"},
    {"--range", "A..B", "values of the first and last colour, or of the axis; A.. and ..B, too"},
    {"--scale", "SCALE", "linear (default), log, symlog", "linear log symlog"},
    {"--width", "N", "columns of the drawing, pixels of the PNG"},
    {"--height", "N", "lines of the drawing, pixels of the PNG"},
    {"--color", "DEPTH", "colours of the terminal: auto (default), 24bit, 256, none",
     "auto 24bit 256 none"},
};

}  // namespace

const command show_command{
    "show",
    "Print the values, exactly, or draw them",
    operands,
    options,
    "Every number has the fewest digits that read back as the same value in its own type.\n"
    "Object arrays are decoded as data where that is possible; nothing of a pickle is executed.\n"
    "Of a whole archive every array is shown, each with its name, type and shape above it.\n"
    "Pictures: two axes are a heatmap, one is a line, uint8 of (..., 3) or (..., 4) an image. Of "
    "more axes\n"
    "the last two are drawn, of more items than there is room for every n-th; both are said.",
    "nopy show a.npy\n"
    "nopy show run.npz\n"
    "nopy show 'run.npz:train[:10]'\n"
    "nopy show 'a.npy[0:5, ..., -1]'\n"
    "nopy show --as bfloat16 weights.npy\n"
    "nopy show --json a.npy | jq .values\n"
    "nopy show --plot a.npy\n"
    "nopy show --plot=histogram run.npz:train\n"
    "nopy show --png image.png image.npy\n"
    "nopy show --png a.png --colormap magma --range 0..1 a.npy",
    run};

}  // namespace nopy::cli
