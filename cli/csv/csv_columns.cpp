// SPDX-License-Identifier: MIT
#include "csv/csv_columns.hpp"

#include "dtype/time_unit_table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::size_t most_columns = 16384;  // what spreadsheets open

void refuse_columns(errc code, std::string_view summary) {
  throw exception(
      error({.code = code, .summary = summary, .hint = "`nopy show` and JSON print every type"}));
}

void add(std::vector<csv_column>& to, const std::string& name, const dtype& type,
         std::uint64_t offset);

void add_subarray(std::vector<csv_column>& to, const std::string& name, const dtype& type,
                  std::uint64_t offset) {
  const shape extents(type.extents());
  const std::uint64_t count = extents.count();
  if (count > most_columns) refuse_columns(errc::too_large, "CSV would need too many columns");
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string index;
    std::uint64_t rest = i;
    for (std::size_t axis = extents.rank(); axis-- > 0; rest /= extents[axis])
      index = fmt::format("{}{}{}", rest % extents[axis], index.empty() ? "" : ",", index);
    add(to, fmt::format("{}[{}]", name, index), type.base(), offset + i * type.base().item_bytes());
  }
}

void add(std::vector<csv_column>& to, const std::string& name, const dtype& type,
         std::uint64_t offset) {
  if (type.kind() == kind::record) {
    for (const dtype_field& field : type.fields()) {
      const std::string inner(field.name);
      add(to, name.empty() ? inner : name + "." + inner, field.type, offset + field.offset);
    }
    return;
  }
  if (type.kind() == kind::subarray) return add_subarray(to, name, type, offset);
  if (type.kind() == kind::object)
    refuse_columns(errc::object_dtype, "CSV can not hold Python objects");
  if (to.size() == most_columns) refuse_columns(errc::too_large, "CSV would need too many columns");
  std::string head = name;
  if (type.kind() == kind::timedelta && type.unit() != time_unit::generic)
    head += fmt::format("{}[{}]", head.empty() ? "" : " ", facts_of(type.unit()).symbol);
  to.push_back({head, type, offset});
}

}  // namespace

std::vector<csv_column> columns_of(const dtype& type) {
  std::vector<csv_column> made;
  add(made, "", type, 0);
  if (made.empty()) refuse_columns(errc::usage, "the items have no fields");
  return made;
}

bool worth_a_header(const std::vector<csv_column>& columns) noexcept {
  for (const csv_column& column : columns)
    if (!column.head.empty()) return true;
  return false;
}

}  // namespace nopy::cli
