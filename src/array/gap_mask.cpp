// SPDX-License-Identifier: MIT
#include "array/gap_mask.hpp"

#include <cstring>

namespace nopy::inline v1::core {
namespace {

constexpr std::size_t tile_bytes = 4096;
constexpr std::size_t x87_bytes = 10;

[[nodiscard]] bool is_x87(const dtype& type) noexcept { return type.coding() == coding::x87; }

// Recursion is bounded: no dtype nests deeper than 32 records.
[[nodiscard]] bool has_gaps(const dtype& type) noexcept {
  if (type.kind() == kind::subarray) return has_gaps(type.base());
  if (type.kind() != kind::record) return is_x87(type);
  std::uint64_t next = 0;
  for (const dtype_field& field : type.fields()) {
    if (field.offset != next || has_gaps(field.type)) return true;
    next += field.type.item_bytes();
  }
  return next != type.item_bytes();
}

/// Sets the bytes that mean something; the others are zero already.
void mark(const dtype& type, std::byte* at) noexcept {
  const auto item_bytes = static_cast<std::size_t>(type.item_bytes());
  if (item_bytes == 0) return;
  if (type.kind() == kind::record) {
    for (const dtype_field& field : type.fields()) mark(field.type, at + field.offset);
  } else if (type.kind() == kind::subarray) {
    const auto one = static_cast<std::size_t>(type.base().item_bytes());
    mark(type.base(), at);
    for (std::size_t done = one; done < item_bytes; done += one) std::memcpy(at + done, at, one);
  } else if (is_x87(type)) {
    const std::size_t part = type.kind() == kind::complex ? item_bytes / 2 : item_bytes;
    for (std::size_t done = 0; done < item_bytes; done += part)
      std::memset(at + done, 0xFF, x87_bytes);
  } else {
    std::memset(at, 0xFF, item_bytes);
  }
}

}  // namespace

result<gap_mask> gap_mask::of(const dtype& type) noexcept {
  gap_mask made;
  if (!has_gaps(type)) return made;
  const auto item_bytes = static_cast<std::size_t>(type.item_bytes());
  const std::size_t items = item_bytes < tile_bytes ? tile_bytes / item_bytes : 1;
  if (!made.tile_.reserve(items * item_bytes)) return error(errc::out_of_memory);
  while (made.tile_.size() < item_bytes) (void)made.tile_.push_back(std::byte{0});
  mark(type, made.tile_.data());
  const std::span<const std::byte> one(made.tile_.data(), item_bytes);
  for (std::size_t i = 1; i < items; ++i) (void)made.tile_.append(one);
  return made;
}

void gap_mask::apply(std::span<std::byte> items) const noexcept {
  if (tile_.empty()) return;
  while (!items.empty()) {
    const std::size_t count = items.size() < tile_.size() ? items.size() : tile_.size();
    for (std::size_t i = 0; i < count; ++i) items[i] &= tile_[i];
    items = items.subspan(count);
  }
}

}  // namespace nopy::inline v1::core
