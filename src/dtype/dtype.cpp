// SPDX-License-Identifier: MIT
// The dtype of one element: factories of the plain kinds, lifetime, and questions to it.
#include <nopy/dtype.hpp>

#include "dtype/coding_table.hpp"
#include "dtype/tree.hpp"

namespace nopy {
inline namespace v1 {
namespace {

constexpr endian known(endian order) noexcept {
  return order == endian::none ? native_endian : order;
}

/// Whether a number of `kind` and `item_bytes` can have this coding.
bool coding_fits(kind of, std::uint32_t item_bytes, coding code) noexcept {
  if (const coding_row* row = find_coding(code)) {
    if (code == coding::bfloat16 && of == kind::complex) return item_bytes == 4;
    return row->of == of && row->item_bytes == item_bytes;
  }
  if (of == kind::signed_int || of == kind::unsigned_int)
    return code == coding::standard &&
           (item_bytes == 1 || item_bytes == 2 || item_bytes == 4 || item_bytes == 8);
  if (of != kind::floating && of != kind::complex) return false;
  const std::uint32_t part_bytes = of == kind::complex ? item_bytes / 2 : item_bytes;
  if (of == kind::complex && item_bytes % 2 != 0) return false;
  switch (code) {
    case coding::standard:
      return part_bytes == 2 || part_bytes == 4 || part_bytes == 8;
    case coding::extended:
      return part_bytes == 12 || part_bytes == 16;
    case coding::x87:
      return part_bytes == 12 || part_bytes == 16;
    default:
      return part_bytes == 16;  // quad and double_double
  }
}

/// The coding of a floating type of 12 or 16 bytes of which nothing more is known.
coding wide_coding(std::uint32_t part_bytes) noexcept {
  return part_bytes == 12 ? coding::x87 : coding::extended;
}

}  // namespace

void dtype::share() noexcept { __atomic_fetch_add(&tree_->owners, 1, __ATOMIC_RELAXED); }

void dtype::give_back() noexcept {
  if (__atomic_sub_fetch(&tree_->owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (kind_ == kind::subarray) {
    tree_->base()->~dtype();
  } else {
    for (std::uint32_t i = 0; i < tree_->count; ++i) tree_->fields()[i].~dtype_field();
  }
  ::operator delete(tree_);
}

dtype dtype::boolean() noexcept {
  dtype made;
  made.kind_ = kind::boolean;
  made.item_bytes_ = 1;
  return made;
}

dtype dtype::number(nopy::kind kind, std::uint32_t item_bytes, nopy::endian endian,
                    nopy::coding coding) noexcept {
  if (kind == kind::boolean && item_bytes == 1) return boolean();
  dtype made = opaque(item_bytes);
  const bool floats = kind == kind::floating || kind == kind::complex;
  const std::uint32_t part_bytes = kind == kind::complex ? item_bytes / 2 : item_bytes;
  if (floats && coding == coding::standard && (part_bytes == 12 || part_bytes == 16))
    coding = wide_coding(part_bytes);
  if (kind == kind::opaque) {
    // ml_dtypes writes bfloat16 as '<V2': the order is a hint that must not get lost.
    if (item_bytes == 1 || item_bytes == 2 || item_bytes == 4) made.endian_ = endian;
    return made;
  }
  if (!coding_fits(kind, item_bytes, coding)) return made;
  made.kind_ = kind;
  made.coding_ = coding;
  made.endian_ = item_bytes == 1 ? endian::none : known(endian);
  return made;
}

dtype dtype::bytes(std::uint32_t count) noexcept {
  dtype made = opaque(count);
  made.kind_ = kind::bytes;
  return made;
}

dtype dtype::text(std::uint32_t code_points, nopy::endian endian) noexcept {
  dtype made;
  made.kind_ = kind::text;
  made.endian_ = known(endian);
  made.item_bytes_ = std::uint64_t{4} * code_points;
  return made;
}

dtype dtype::opaque(std::uint32_t count) noexcept {
  dtype made;
  made.item_bytes_ = count;
  return made;
}

dtype dtype::time(nopy::kind kind, time_unit unit, std::uint32_t multiple,
                  nopy::endian endian) noexcept {
  dtype made = opaque(8);
  if (kind != kind::datetime && kind != kind::timedelta) return made;
  made.kind_ = kind;
  made.endian_ = known(endian);
  made.unit_ = unit;
  made.multiple_ = multiple;
  return made;
}

dtype dtype::object() noexcept {
  dtype made = opaque(8);
  made.kind_ = kind::object;
  return made;
}

std::span<const dtype_field> dtype::fields() const noexcept {
  if (kind_ != kind::record || tree_ == nullptr) return {};
  return {tree_->fields(), tree_->count};
}

const dtype_field* dtype::find(std::string_view name) const noexcept {
  for (const dtype_field& field : fields())
    if (field.name == name || (field.title.data() != nullptr && field.title == name)) return &field;
  return nullptr;
}

const dtype& dtype::base() const noexcept {
  return kind_ == kind::subarray ? *tree_->base() : *this;
}

std::span<const std::uint64_t> dtype::extents() const noexcept {
  if (kind_ != kind::subarray) return {};
  return {tree_->extents(), tree_->count};
}

bool dtype::has_objects() const noexcept {
  return kind_ == kind::object || (tree_ != nullptr && tree_->has_objects);
}

std::uint64_t dtype::alignment() const noexcept {
  switch (kind_) {
    case kind::text:
      return 4;
    case kind::datetime:
    case kind::timedelta:
    case kind::object:
      return 8;
    case kind::subarray:
      return base().alignment();
    case kind::signed_int:
    case kind::unsigned_int:
      return item_bytes_;
    case kind::floating:
      return item_bytes_ == 12 ? 4 : item_bytes_;
    case kind::complex:
      return item_bytes_ == 24 ? 4 : item_bytes_ / 2;
    default:
      return 1;
  }
}

bool operator==(const dtype& a, const dtype& b) noexcept {
  if (a.kind_ != b.kind_ || a.endian_ != b.endian_ || a.coding_ != b.coding_ ||
      a.unit_ != b.unit_ || a.multiple_ != b.multiple_ || a.item_bytes_ != b.item_bytes_)
    return false;
  if (a.tree_ == b.tree_) return true;
  if (a.kind_ == kind::subarray) {
    const auto one = a.extents();
    const auto two = b.extents();
    if (one.size() != two.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i)
      if (one[i] != two[i]) return false;
    return a.base() == b.base();
  }
  const auto one = a.fields();
  const auto two = b.fields();
  if (one.size() != two.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const bool same = one[i].name == two[i].name && one[i].offset == two[i].offset &&
                      one[i].title == two[i].title &&
                      (one[i].title.data() == nullptr) == (two[i].title.data() == nullptr) &&
                      one[i].type == two[i].type;
    if (!same) return false;
  }
  return true;
}

}  // namespace v1
}  // namespace nopy
