// SPDX-License-Identifier: MIT
// Shared blocks of bytes: the count of owners. Where blocks come from is the os floor's business.
#include <nopy/memory.hpp>

namespace nopy {
inline namespace v1 {

struct memory::owner {
  std::span<std::byte> block;
  void (*give_back)(void*, std::size_t, void*);
  void* context;
  std::size_t owners;
};

memory::memory(const memory& other) noexcept
    : data_(other.data_), bytes_(other.bytes_), owner_(other.owner_) {
  if (owner_ != nullptr) __atomic_fetch_add(&owner_->owners, 1, __ATOMIC_RELAXED);
}

memory::~memory() {
  if (owner_ == nullptr || __atomic_sub_fetch(&owner_->owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  owner_->give_back(owner_->block.data(), owner_->block.size(), owner_->context);
  ::operator delete(owner_);
}

result<memory> memory::adopt(std::span<std::byte> block,
                             void (*give_back)(void*, std::size_t, void*), void* context) noexcept {
  void* place = ::operator new(sizeof(owner), std::nothrow);
  if (place == nullptr) {
    give_back(block.data(), block.size(), context);
    return error(errc::out_of_memory);
  }
  memory made;
  made.owner_ = ::new (place) owner{block, give_back, context, 1};
  made.data_ = block.data();
  made.bytes_ = block.size();
  return made;
}

memory memory::part(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  memory made = *this;
  made.data_ += offset;
  made.bytes_ = bytes;
  return made;
}

}  // namespace v1
}  // namespace nopy
