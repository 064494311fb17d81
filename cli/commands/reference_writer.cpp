// SPDX-License-Identifier: MIT
#include "commands/reference_writer.hpp"

#include "bytes/utf8.hpp"
#include "commands/chunk_grid.hpp"
#include "items/item_json.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

// More chunks than this make a JSON that nobody reads.
constexpr std::uint64_t most_chunks = 1'000'000;

/// JSON with its other characters as escapes: zarr reads its metadata as ASCII.
std::string in_ascii(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    const char32_t point = bytes::next_code_point(json, at);
    if (point < 0x80)
      out += json[begin];
    else if (point < 0x10000)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(point));
    else
      out += fmt::format("\\u{:04x}\\u{:04x}", static_cast<unsigned>(0xD7C0 + (point >> 10)),
                         static_cast<unsigned>(0xDC00 + (point & 0x3FF)));
  }
  return out;
}

/// The .zarray of an array like `first` that has the extent `joined` along `axis`.
std::string array_json(const header& first, const chunk_grid& grid, std::optional<std::size_t> axis,
                       std::uint64_t joined) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("zarr_format").number(2).key("shape").begin_list();
  for (std::size_t i = 0; i < first.shape.rank(); ++i)
    out.number(axis == i ? joined : first.shape[i]);
  out.end_list().key("chunks").begin_list();
  for (const std::uint64_t extent : grid.extents) out.number(extent);
  out.end_list().key("dtype");
  write_json_descr(out, first.dtype);
  out.key("order").text(first.order == order::c ? "C" : "F").key("fill_value");
  // What readers put in place of a chunk that they did not get: where a type has one, a value that
  // says so. Without any they hand out memory as it was.
  first.dtype.kind() == kind::floating ? out.text("NaN") : out.null();
  out.key("compressor").null().key("filters").null().end_object();
  return in_ascii(text);
}

}  // namespace

void reference_writer::add_groups(const std::string& name) {
  if (name.empty()) return;
  for (std::size_t begin = 0, slash = 0; slash != std::string::npos; begin = slash + 1) {
    slash = name.find('/', begin);
    const std::string_view word = std::string_view(name).substr(begin, slash - begin);
    if (word.empty() || word.starts_with('.') || word.find_first_of("\\*?[") != word.npos)
      throw exception(error({.code = errc::zip_name,
                             .subject = name,
                             .summary = "zarr takes no such name",
                             .hint = "`nopy mv` renames the member"}));
    const std::string group = begin == 0 ? ".zgroup" : name.substr(0, begin) + ".zgroup";
    if (groups_.insert(group).second) add_text(group, "{\"zarr_format\": 2}");
  }
}

void reference_writer::add_chunks(const std::string& prefix, const referred_part& one,
                                  const chunk_grid& grid, std::size_t axis, std::uint64_t before) {
  const shape& of = one.array.head.shape;
  const auto axes = slowest_first(of.rank(), one.array.head.order);
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < of.rank(); ++i) count *= of[i] / grid.extents[i];
  std::vector<std::uint64_t> at(of.rank(), 0);
  for (std::uint64_t chunk = 0; chunk < count; ++chunk) {
    std::string key;
    for (std::size_t i = 0; i < of.rank(); ++i)
      key += fmt::format("{}{}", i == 0 ? "" : ".", at[i] + (i == axis ? before : 0));
    out_.key(prefix + (of.rank() == 0 ? "0" : key)).begin_list().text(one.url);
    out_.number(*one.array.data_offset() + chunk * grid.bytes).number(grid.bytes).end_list();
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (++at[axes[i]] < of[axes[i]] / grid.extents[axes[i]]) break;
      at[axes[i]] = 0;
    }
  }
}

void reference_writer::add_array(const std::string& name, const std::vector<referred_part>& parts,
                                 std::optional<std::size_t> axis) {
  const header& first = parts.front().array.head;
  std::vector<shape> shapes;
  std::uint64_t joined = 0, data_bytes = 0;
  for (const referred_part& one : parts) {
    shapes.push_back(one.array.head.shape);
    data_bytes += one.array.head.data_bytes;
    if (axis) joined += one.array.head.shape[*axis];
  }
  const auto grid = plan_chunks(shapes, first.order, first.dtype.item_bytes(), axis);
  const std::string shown = name.empty() ? parts.front().source : name;
  if (!grid || (grid->bytes != 0 && data_bytes / grid->bytes > most_chunks))
    throw exception(
        error({.code = errc::shape_mismatch,
               .subject = shown,
               .summary = "no even chunks cut all of these files",
               .hint = "lengths along the axis of --concat need a large common divisor, "
                       "and it has to be the slowest axis where they differ"}));
  if (grid->uneven) remark(fmt::format("{}: no even cut; chunks of {} bytes", shown, grid->bytes));
  const std::string prefix = name.empty() ? "" : name + "/";
  if (groups_.contains(prefix + ".zgroup"))
    throw exception(error({.code = errc::zip_name,
                           .subject = name,
                           .summary = "zarr takes no array that has the name of a group",
                           .hint = "`nopy mv` renames the member"}));
  groups_.insert(prefix + ".zgroup");
  add_text(prefix + ".zarray", array_json(first, *grid, axis, joined));
  std::uint64_t before = 0;
  for (const referred_part& one : parts) {
    if (grid->bytes != 0 && one.array.head.data_bytes != 0)
      add_chunks(prefix, one, *grid, axis.value_or(SIZE_MAX), before);
    if (axis) before += one.array.head.shape[*axis] / grid->extents[*axis];
  }
}

}  // namespace nopy::cli
