// SPDX-License-Identifier: MIT
#include "engine/columns.hpp"

#include "bytes/text_sink.hpp"

namespace nopy::engine {
namespace {

constexpr std::uint64_t most_elements = 16;

/// Where a leaf is looked for: the name so far, and the offset.
struct place {
  std::string_view name;
  std::uint64_t offset;
};

class column_finder {
 public:
  explicit column_finder(column_list& into) noexcept : into_(into) {}

  // Recursion is bounded by the nesting of records, which a header limits.
  bool add(const dtype& type, const place& at) noexcept {
    if (type.kind() == kind::record) return add_fields(type, at);
    if (type.kind() == kind::subarray && count_of(type) <= most_elements)
      return add_elements(type, at);
    if (into_.columns.size() == most_columns) {
      ++into_.left_out;
      return true;
    }
    column made;
    made.type = type;
    made.offset = at.offset;
    return made.name.append({at.name.data(), at.name.size()}) &&
           into_.columns.push_back(std::move(made));
  }

 private:
  static std::uint64_t count_of(const dtype& subarray) noexcept {
    std::uint64_t count = 1;
    for (const std::uint64_t extent : subarray.extents()) {
      if (extent > most_elements) return extent;
      count *= extent;
      if (count > most_elements) return count;
    }
    return count;
  }

  template <class Write>
  bool add_named(const dtype& type, std::uint64_t offset, Write&& write) noexcept {
    nopy::bytes::text_sink count(nullptr);
    write(count);
    nopy::bytes::growing<char> name;
    if (!name.reserve(count.count() + 1)) return false;
    nopy::bytes::text_sink sink(name.data());
    write(sink);
    return add(type, {{name.data(), sink.count()}, offset});
  }

  bool add_fields(const dtype& type, const place& at) noexcept {
    for (const dtype_field& field : type.fields()) {
      const bool added =
          add_named(field.type, at.offset + field.offset, [&](nopy::bytes::text_sink& to) {
            to.put(at.name).put(at.name.empty() ? "" : ".").put(field.name);
          });
      if (!added) return false;
    }
    return true;
  }

  bool add_elements(const dtype& type, const place& at) noexcept {
    const auto extents = type.extents();
    const std::uint64_t count = count_of(type);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t offset = at.offset + i * type.base().item_bytes();
      const bool added = add_named(type.base(), offset, [&](nopy::bytes::text_sink& to) {
        to.put(at.name).put('[');
        std::uint64_t below = count;
        std::uint64_t left = i;
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
          below /= extents[axis];
          to.put(axis == 0 ? "" : ",").decimal(left / below);
          left %= below;
        }
        to.put(']');
      });
      if (!added) return false;
    }
    return true;
  }

  column_list& into_;
};

}  // namespace

result<column_list> columns_of(const dtype& type) noexcept {
  column_list made;
  if (!column_finder(made).add(type, {})) return error(errc::out_of_memory);
  return made;
}

result<item_part> part_of(const dtype& type, std::int32_t column) noexcept {
  if (column < 0) return item_part{type, 0};
  const auto all = columns_of(type);
  if (!all) return all.error();
  const auto at = static_cast<std::size_t>(column);
  if (at >= all->columns.size()) return error(errc::out_of_range, "there is no such column");
  return item_part{all->columns[at].type, all->columns[at].offset};
}

bool is_numeric(const dtype& type) noexcept {
  switch (type.kind()) {
    case kind::boolean:
    case kind::signed_int:
    case kind::unsigned_int:
    case kind::floating:
    case kind::complex:
    case kind::datetime:
    case kind::timedelta:
      return true;
    default:
      return false;
  }
}

}  // namespace nopy::engine
