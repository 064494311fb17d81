// SPDX-License-Identifier: MIT
#include "support/failing_allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace nopy::test {
namespace {

thread_local bool armed = false, for_good = false, has_fired = false;
thread_local std::size_t left = 0;
std::atomic<long> blocks{0};

bool fails() noexcept {
  if (!armed) return false;
  if (has_fired) return for_good;
  if (left-- != 0) return false;
  return has_fired = true;
}

void* block_of(std::size_t count) noexcept {
  void* made = fails() ? nullptr : std::malloc(count == 0 ? 1 : count);
  blocks += made != nullptr;
  return made;
}
void give_back(void* block) noexcept {
  blocks -= block != nullptr;
  std::free(block);
}

}  // namespace

failing_allocations::failing_allocations(std::size_t nth, bool persistent) noexcept {
  left = nth, for_good = persistent, has_fired = false, armed = true;
}
failing_allocations::~failing_allocations() { armed = false; }
bool failing_allocations::fired() const noexcept { return has_fired; }
long live_blocks() noexcept { return blocks; }

}  // namespace nopy::test

void* operator new(std::size_t count) {
  if (void* made = nopy::test::block_of(count)) return made;
  throw std::bad_alloc();
}
void* operator new(std::size_t count, const std::nothrow_t&) noexcept {
  return nopy::test::block_of(count);
}
void* operator new[](std::size_t count) { return ::operator new(count); }
void* operator new[](std::size_t count, const std::nothrow_t&) noexcept {
  return nopy::test::block_of(count);
}
void operator delete(void* block) noexcept { nopy::test::give_back(block); }
void operator delete[](void* block) noexcept { nopy::test::give_back(block); }
void operator delete(void* block, std::size_t) noexcept { nopy::test::give_back(block); }
void operator delete[](void* block, std::size_t) noexcept { nopy::test::give_back(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { nopy::test::give_back(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept {
  nopy::test::give_back(block);
}

// The linker sends the library's calls here (--wrap). Not counted: they are given back by free.
extern "C" int __real_posix_memalign(void** block, std::size_t alignment, std::size_t count);
extern "C" int __wrap_posix_memalign(void** block, std::size_t alignment, std::size_t count) {
  return nopy::test::fails() ? ENOMEM : __real_posix_memalign(block, alignment, count);
}
