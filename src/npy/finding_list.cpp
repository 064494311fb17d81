// SPDX-License-Identifier: MIT
// Findings, shared between the copies of a header.
#include <nopy/header.hpp>

#include "bytes/growing.hpp"

namespace nopy {
inline namespace v1 {

struct finding_list::block {
  std::size_t owners = 1;
  bytes::growing<finding> items;
};

finding_list::finding_list(const finding_list& other) noexcept : items_(other.items_) {
  if (items_ != nullptr) __atomic_fetch_add(&items_->owners, 1, __ATOMIC_RELAXED);
}

finding_list::~finding_list() {
  if (items_ != nullptr && __atomic_sub_fetch(&items_->owners, 1, __ATOMIC_ACQ_REL) == 0)
    delete items_;
}

const finding* finding_list::begin() const noexcept {
  return items_ == nullptr ? nullptr : items_->items.data();
}

std::size_t finding_list::size() const noexcept {
  return items_ == nullptr ? 0 : items_->items.size();
}

bool finding_list::push_back(finding one) noexcept {
  if (items_ == nullptr || __atomic_load_n(&items_->owners, __ATOMIC_ACQUIRE) != 1) {
    finding_list own;
    own.items_ = new (std::nothrow) block;
    if (own.items_ == nullptr || !own.items_->items.reserve(size() + 1)) return false;
    for (const finding& kept : *this) (void)own.items_->items.push_back(kept);
    std::swap(items_, own.items_);
  }
  return items_->items.push_back(std::move(one));
}

}  // namespace v1
}  // namespace nopy
