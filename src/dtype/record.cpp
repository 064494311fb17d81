// SPDX-License-Identifier: MIT
// Records and subarrays: checked, then put into one block. Owns the rules that names differ, that
// offsets ascend, that no field looks like a gap, and that no size wraps.
#include <nopy/dtype.hpp>

#include "bytes/checked.hpp"
#include "bytes/growing.hpp"
#include "bytes/small_build.hpp"
#include "dtype/descr_writer.hpp"
#include "dtype/tree.hpp"

#include <algorithm>
#include <cstring>

namespace nopy {
inline namespace v1 {
namespace {

struct hashed_name {
  std::uint64_t hash;
  std::string_view name;
  friend bool operator<(const hashed_name& a, const hashed_name& b) noexcept {
    return a.hash != b.hash ? a.hash < b.hash : a.name < b.name;
  }
};

std::uint64_t hash_of(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

error record_error(errc code, std::string_view summary, std::string_view found = {},
                   std::string_view expected = {}) noexcept {
  return error({.code = code, .summary = summary, .found = found, .expected = expected});
}

result<void> not_twice(std::string_view name) noexcept {
  return record_error(errc::bad_dtype, "two fields of a record have one name", name,
                      "names and titles that all differ");
}

/// Few names are compared with each other; many are sorted, so that no file makes this quadratic.
result<void> check_names(std::span<const dtype_field> fields) noexcept {
  bytes::growing<hashed_name> names;
  if (!names.reserve(2 * fields.size())) return error(errc::out_of_memory);
  for (const dtype_field& field : fields) {
    names.push_reserved({hash_of(field.name), field.name});
    if (field.title.data() != nullptr) names.push_reserved({hash_of(field.title), field.title});
  }
  bytes::sort(names.begin(), names.end());
  for (std::size_t i = 1; i < names.size(); ++i)
    if (names[i].hash == names[i - 1].hash && names[i].name == names[i - 1].name)
      return not_twice(names[i].name);
  return {};
}

result<void> check_few_names(std::span<const dtype_field> fields) noexcept {
  const auto titled = [](const dtype_field& field) { return field.title.data() != nullptr; };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const dtype_field& one = fields[i];
    if (titled(one) && one.title == one.name) return not_twice(one.name);
    for (std::size_t j = 0; j < i; ++j) {
      const dtype_field& two = fields[j];
      if (one.name == two.name || (titled(two) && one.name == two.title))
        return not_twice(one.name);
      if (titled(one) && (one.title == two.name || (titled(two) && one.title == two.title)))
        return not_twice(one.title);
    }
  }
  return {};
}

result<void> check_offsets(std::span<const dtype_field> fields, std::uint64_t item_bytes) noexcept {
  std::uint64_t end = 0;
  for (const dtype_field& field : fields) {
    if (field.offset < end)
      return record_error(errc::bad_dtype, "fields of a record overlap or are out of order",
                          field.name, "offsets that ascend without overlap");
    const auto next = checked::add(field.offset, field.type.item_bytes());
    if (!next || *next > item_bytes)
      return record_error(errc::bad_dtype, "a field ends behind its record", field.name);
    end = *next;
  }
  return {};
}

/// The gaps of a record are spelled as fields without a name, and a field that looks like one would be read as one.
result<void> check_gaps(std::span<const dtype_field> fields) noexcept {
  for (const dtype_field& field : fields) {
    const bool unnamed = field.name.empty() && field.title.data() == nullptr;
    if (unnamed && (field.type.kind() == kind::subarray || is_written_as_void(field.type)))
      return record_error(errc::bad_dtype, "a field without a name would be read as a gap", {},
                          "a name, or a type that descr does not spell with V or a shape");
  }
  return {};
}

std::string_view copy_text(std::string_view text, char*& to) noexcept {
  if (text.data() == nullptr) return {};
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  const std::string_view copied(to, text.size());
  to += text.size();
  return copied;
}

}  // namespace

result<dtype> dtype::record(std::span<const dtype_field> fields,
                            std::uint64_t item_bytes) noexcept {
  if (item_bytes > most_item_bytes)
    return record_error(errc::too_large, "an item of a record is too large", {},
                        "at most 2147483647 bytes");
  if (auto checked = check_offsets(fields, item_bytes); !checked) return checked.error();
  if (auto checked = check_gaps(fields); !checked) return checked.error();
  constexpr std::size_t few = 16;
  if (auto checked = fields.size() <= few ? check_few_names(fields) : check_names(fields); !checked)
    return checked.error();
  tree shape_of_tree;
  std::size_t text_bytes = 0;
  for (const dtype_field& field : fields) {
    text_bytes += field.name.size() + field.title.size();
    shape_of_tree.has_objects = shape_of_tree.has_objects || field.type.has_objects();
    if (field.type.tree_ == nullptr) continue;
    shape_of_tree.levels =
        std::max(shape_of_tree.levels, static_cast<std::uint8_t>(field.type.tree_->levels + 1));
    shape_of_tree.records = std::max(shape_of_tree.records, field.type.tree_->records);
  }
  ++shape_of_tree.records;
  if (shape_of_tree.records > most_nested_records || shape_of_tree.levels > most_nested_levels)
    return record_error(errc::bad_dtype, "records are nested too deep", {}, "at most 32 levels");
  void* block =
      ::operator new(sizeof(tree) + fields.size() * sizeof(dtype_field) + text_bytes, std::nothrow);
  if (block == nullptr) return error(errc::out_of_memory);
  auto* made_tree = ::new (block) tree(shape_of_tree);
  made_tree->count = static_cast<std::uint32_t>(fields.size());
  dtype_field* to = made_tree->fields();
  char* text = reinterpret_cast<char*>(to + fields.size());
  for (const dtype_field& field : fields) {
    const std::string_view name = copy_text(field.name, text);
    const std::string_view title = copy_text(field.title, text);
    ::new (static_cast<void*>(to++)) dtype_field{name, field.type, field.offset, title};
  }
  dtype made;
  made.kind_ = kind::record;
  made.item_bytes_ = item_bytes;
  made.tree_ = made_tree;
  return made;
}

result<dtype> dtype::subarray(const dtype& base, const nopy::shape& extents) noexcept {
  if (extents.rank() == 0) return base;
  std::uint64_t item_bytes = base.item_bytes();
  bool empty = false;
  for (const std::uint64_t extent : extents) {
    empty = empty || extent == 0;
    const auto product = checked::mul(item_bytes, extent == 0 ? 1 : extent);
    if (!product || *product > most_item_bytes || extent > most_item_bytes)
      return record_error(errc::too_large, "a subarray is too large", {},
                          "at most 2147483647 bytes");
    item_bytes = *product;
  }
  const auto levels = static_cast<std::uint8_t>(base.tree_ == nullptr ? 1 : base.tree_->levels + 1);
  if (levels > most_nested_levels)
    return record_error(errc::bad_dtype, "subarrays are nested too deep", {}, "at most 66 levels");
  void* block = ::operator new(
      sizeof(tree) + sizeof(dtype) + extents.rank() * sizeof(std::uint64_t), std::nothrow);
  if (block == nullptr) return error(errc::out_of_memory);
  auto* made_tree = ::new (block) tree;
  made_tree->count = static_cast<std::uint32_t>(extents.rank());
  made_tree->levels = levels;
  made_tree->records = base.tree_ == nullptr ? std::uint8_t{0} : base.tree_->records;
  made_tree->has_objects = base.has_objects();
  ::new (static_cast<void*>(made_tree->base())) dtype(base);
  std::uint64_t* to = made_tree->extents();
  for (const std::uint64_t extent : extents) ::new (static_cast<void*>(to++)) std::uint64_t(extent);
  dtype made;
  made.kind_ = kind::subarray;
  made.item_bytes_ = empty ? 0 : item_bytes;
  made.tree_ = made_tree;
  return made;
}

result<dtype> dtype::with_endian(nopy::endian endian) const noexcept {
  if (endian == endian::none) endian = native_endian;
  if (kind_ == kind::subarray) {
    auto base_made = base().with_endian(endian);
    if (!base_made) return base_made.error();
    return subarray(*base_made, nopy::shape(extents()));
  }
  if (kind_ != kind::record) {
    dtype made = *this;
    if (endian_ != endian::none && kind_ != kind::opaque) made.endian_ = endian;
    return made;
  }
  bytes::growing<dtype_field> changed;
  if (!changed.reserve(fields().size())) return error(errc::out_of_memory);
  for (const dtype_field& field : fields()) {
    auto type = field.type.with_endian(endian);
    if (!type) return type.error();
    changed.push_reserved({field.name, *std::move(type), field.offset, field.title});
  }
  return record(changed.span(), item_bytes_);
}

result<dtype> dtype::with_coding(nopy::coding coding) const noexcept {
  const bool number = kind_ == kind::floating || kind_ == kind::complex ||
                      kind_ == kind::signed_int || kind_ == kind::unsigned_int;
  constexpr nopy::kind readings[] = {kind::floating, kind::complex, kind::signed_int,
                                     kind::unsigned_int};
  const auto width = static_cast<std::uint32_t>(item_bytes_);
  if (number || (kind_ == kind::opaque && item_bytes_ <= 32)) {
    for (const nopy::kind reading : readings) {
      if (number && reading != kind_) continue;
      if (!number && coding == coding::standard) continue;  // says nothing of what the bytes are
      const dtype made = dtype::number(reading, width, endian_, coding);
      if (made.kind_ == reading && made.coding_ == coding) return made;
    }
  }
  const bytes::short_text<80> own([&](bytes::text_sink& sink) {
    if (tree_ == nullptr) write_type_string(sink, *this);
  });
  return record_error(errc::usage, "this type can not be read in that coding", own);
}

}  // namespace v1
}  // namespace nopy
