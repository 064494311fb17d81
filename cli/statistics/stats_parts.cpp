// SPDX-License-Identifier: MIT
#include "statistics/stats_parts.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::size_t most_parts = 16384;

struct part_list {
  std::vector<stats_part> parts{};
  std::uint64_t item_bytes = 0;

  void add(const std::string& name, const dtype& type, std::uint64_t offset, const shape& inner,
           std::uint64_t unit_stride);
  void add_number(const std::string& name, const dtype& type, std::uint64_t offset,
                  const shape& inner, std::uint64_t unit_stride);
};

void part_list::add_number(const std::string& name, const dtype& type, std::uint64_t offset,
                           const shape& inner, std::uint64_t unit_stride) {
  if (parts.size() == most_parts)
    throw exception(error({.code = errc::too_large,
                           .summary = "the items have more than 16384 parts",
                           .hint = "`nopy convert --dtype` takes some of the fields"}));
  parts.push_back({name, {type, offset, item_bytes, inner.count(), unit_stride}, inner});
}

void part_list::add(const std::string& name, const dtype& type, std::uint64_t offset,
                    const shape& inner, std::uint64_t unit_stride) {
  const auto named = [&](std::string_view part) {
    return name.empty() ? std::string(part) : fmt::format("{}.{}", name, part);
  };
  switch (type.kind()) {
    case kind::record:
      for (const dtype_field& field : type.fields())
        add(named(field.name), field.type, offset + field.offset, inner, unit_stride);
      return;
    case kind::subarray: {
      if (inner.rank() != 0) return;  // numbers at two strides: such a part has no place
      const shape extents(type.extents());
      return add(name, type.base(), offset, extents, type.base().item_bytes());
    }
    case kind::complex: {
      const auto real = core::place_of(type, complex_part::real);
      const auto imaginary = core::place_of(type, complex_part::imaginary);
      add_number(named("real"), real.type, offset, inner, unit_stride);
      return add_number(named("imag"), imaginary.type, offset + imaginary.offset, inner,
                        unit_stride);
    }
    case kind::opaque:
      return;
    case kind::object:
      throw exception(error({.code = errc::object_dtype, .hint = "`nopy show` prints the values"}));
    default:
      return add_number(name, type, offset, inner, unit_stride);
  }
}

}  // namespace

std::vector<stats_part> stats_parts_of(const dtype& type) {
  part_list list{{}, type.item_bytes()};
  list.add("", type, 0, shape(), 0);
  if (list.parts.empty()) {
    const std::string words = type.words();
    throw exception(error({.code = errc::type_mismatch,
                           .summary = "these elements are no numbers",
                           .found = words,
                           .hint = "--as says which numbers they are, as in --as bfloat16"}));
  }
  return std::move(list.parts);
}

}  // namespace nopy::cli
