// SPDX-License-Identifier: MIT
#include "csv/convert_csv.hpp"

#include "csv/csv_columns.hpp"
#include "items/item_parse.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"

#include <nopy/header.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 18;

csv_reader reader_of(const input& from, char separator) {
  return {separator, [&from, at = std::uint64_t{0}](std::string& chunk) mutable -> result<void> {
            try {
              chunk = from.read(at, chunk_bytes);
            } catch (const exception& failed) {
              return failed.error();
            }
            at += chunk.size();
            return {};
          }};
}

template <class Each>
void for_each_record(const input& from, char separator, const Each& each) {
  csv_reader reader = reader_of(from, separator);
  std::vector<csv_cell> cells;
  for (;;) {
    const auto more = reader.next(cells);
    if (!more) throw exception(from.about(more.error()));
    if (!*more) return;
    each(cells, reader.line());
  }
}

csv_schema learn(const input& from, const csv_options& options) {
  csv_schema schema(options.header);
  for_each_record(from, options.separator,
                  [&](const std::vector<csv_cell>& cells, std::uint64_t line) {
                    const auto seen = schema.see(cells, line);
                    if (!seen) throw exception(from.about(seen.error()));
                  });
  const auto decided = schema.finish();
  if (!decided && !options.type) throw exception(from.about(decided.error()));
  return schema;
}

/// Whether the first record is the header that `columns` would be written with.
bool names_columns(const std::vector<csv_cell>& first, const std::vector<csv_column>& columns) {
  if (first.size() != columns.size() || !worth_a_header(columns)) return false;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (first[i].text != columns[i].head) return false;
  return true;
}

/// Whether `first` is a record of these columns. Text takes every cell, so that columns of nothing else tell nothing.
bool holds_values(const std::vector<csv_cell>& first, const std::vector<csv_column>& columns) {
  bool told = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const dtype& type = columns[i].type;
    std::vector<std::byte> item(static_cast<std::size_t>(type.item_bytes()));
    if (!parse_item(type, first[i].text, item.data())) return false;
    told |= type.kind() != kind::text;
  }
  return told;
}

struct csv_plan {
  dtype type;
  std::vector<csv_column> columns;  // one per cell
  shape result;
  bool skip_first = false;
};

csv_plan make_plan(const input& from, const csv_schema& schema, const csv_options& options) {
  csv_plan plan{options.type ? *options.type : schema.type(), {}, {}, false};
  if (plan.type.has_objects()) refuse("CSV can not become Python objects");
  plan.columns = columns_of(plan.type);
  plan.result.push_back(0);
  const bool plain = plan.type.kind() != kind::record && plan.type.kind() != kind::subarray;
  if (plain) {
    if (schema.columns() > 1) plan.result.push_back(schema.columns());
    plan.columns.assign(schema.columns(), plan.columns[0]);
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
      plan.columns[i].offset = i * plan.type.item_bytes();
  } else if (plan.columns.size() != schema.columns()) {
    const std::string found = fmt::format("{} cells in each record", schema.columns());
    const std::string expected = fmt::format("{}, one per field", plan.columns.size());
    throw exception(from.about(error({.code = errc::usage,
                                      .summary = "the CSV does not have the columns of the dtype",
                                      .found = found,
                                      .expected = expected})));
  }
  const bool guessing = options.header == csv_header::guess;
  plan.skip_first = schema.has_header();
  if (guessing && options.type)
    plan.skip_first = names_columns(schema.first(), plan.columns) ||
                      (plan.skip_first && !holds_values(schema.first(), plan.columns));
  const std::uint64_t records = schema.rows() + (schema.has_header() ? 1 : 0);
  plan.result[0] = records - (plan.skip_first ? 1 : 0);
  return plan;
}

error in_cell(const error& what, std::uint64_t line, std::size_t column) {
  error_parts parts = what.parts();
  const std::string found =
      fmt::format("'{}' in line {}, column {}", parts.found, line, column + 1);
  parts.found = found;
  if (parts.hint.empty())
    parts.hint =
        "--dtype names another type, --no-header or --header says "
        "whether the first record is data";
  return error(parts);
}

}  // namespace

void convert_csv(const input& from, output& to, const csv_options& options) {
  const csv_schema schema = learn(from, options);
  const csv_plan plan = make_plan(from, schema, options);
  const auto head = core::encode_header(plan.type, plan.result, order::c);
  if (!head) throw exception(head.error());
  to.write(head->bytes());
  const std::uint64_t per_record =
      plan.result.rank() == 2 ? plan.result[1] * plan.type.item_bytes() : plan.type.item_bytes();
  std::vector<std::byte> record(static_cast<std::size_t>(per_record));
  progress_bar bar(to.path(), plan.result[0] * per_record);
  bool skip = plan.skip_first;
  std::uint64_t written = 0;
  for_each_record(
      from, options.separator, [&](const std::vector<csv_cell>& cells, std::uint64_t line) {
        if (std::exchange(skip, false)) return;
        if (written == plan.result[0] || cells.size() != plan.columns.size())
          throw exception(from.about(error(errc::changed)));
        for (std::size_t i = 0; i < cells.size(); ++i) {
          const csv_column& column = plan.columns[i];
          const auto parsed = parse_item(column.type, cells[i].text, record.data() + column.offset);
          if (!parsed) throw exception(from.about(in_cell(parsed.error(), line, i)));
        }
        to.write(record);
        bar.advance(record.size());
        ++written;
      });
  if (written != plan.result[0]) throw exception(from.about(error(errc::changed)));
}

void convert_raw(const input& from, output& to, const raw_options& options) {
  if (options.type.has_objects()) refuse("raw bytes can not become Python objects");
  const auto head = core::encode_header(options.type, options.shape, options.order);
  if (!head) throw exception(head.error());
  const std::uint64_t count = options.shape.count(), item = options.type.item_bytes();
  const std::uint64_t there =
      from.size_bytes() > options.offset ? from.size_bytes() - options.offset : 0;
  const std::uint64_t wanted = item != 0 && count > UINT64_MAX / item ? UINT64_MAX : count * item;
  if (there != wanted) {
    const std::string found = fmt::format("{} bytes", there);
    const std::string expected = fmt::format("{} bytes", wanted);
    throw exception(
        from.about(error({.code = there < wanted ? errc::data_truncated : errc::shape_mismatch,
                          .summary = "the raw bytes do not fill the shape exactly",
                          .found = found,
                          .expected = expected})));
  }
  to.write(head->bytes());
  progress_bar bar(to.path(), wanted);
  for (std::uint64_t at = 0; at < wanted;) {
    const std::string block = from.read(options.offset + at, std::uint64_t{1} << 20);
    if (block.empty()) throw exception(from.about(error(errc::changed)));
    to.write(block);
    at += block.size();
    bar.advance(block.size());
  }
}

}  // namespace nopy::cli
