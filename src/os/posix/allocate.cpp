// SPDX-License-Identifier: MIT
// Where arrays live: malloc for small ones, an anonymous mapping on a 2 MiB boundary with huge
// pages for large ones. Never zero-filled: the cost of loading is first-touch page faults, and huge
// pages have 512 times fewer.
#include <nopy/memory.hpp>

#include "os/syscalls.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace nopy {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t small_alignment = 64;

void give_back_small(void* data, std::size_t, void*) { std::free(data); }

void give_back_mapping(void* data, std::size_t bytes, void*) {
  (void)os::syscalls().munmap(data, bytes);
}

result<memory> allocate_huge(std::size_t bytes) noexcept {
  const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
  void* mapped = os::syscalls().mmap(nullptr, rounded + huge_page, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return error(errc::out_of_memory);
  auto* start = static_cast<std::byte*>(mapped);
  const std::size_t before =
      (huge_page - reinterpret_cast<std::uintptr_t>(start) % huge_page) % huge_page;
  if (before != 0) (void)os::syscalls().munmap(start, before);
  (void)os::syscalls().munmap(start + before + rounded, huge_page - before);
  start += before;
  (void)os::syscalls().madvise(start, rounded, MADV_HUGEPAGE);
  auto made = memory::adopt({start, rounded}, give_back_mapping, nullptr);
  if (!made) return made;
  return made->part(0, bytes);
}

}  // namespace

inline namespace v1 {

result<memory> memory::allocate(std::uint64_t bytes) noexcept {
  if (bytes > static_cast<std::uint64_t>(PTRDIFF_MAX) - 2 * huge_page)
    return error(errc::out_of_memory);
  const auto count = static_cast<std::size_t>(bytes);
  if (count >= huge_page) return allocate_huge(count);
  void* block = nullptr;
  if (::posix_memalign(&block, small_alignment, count == 0 ? 1 : count) != 0)
    return error(errc::out_of_memory);
  return adopt({static_cast<std::byte*>(block), count}, give_back_small, nullptr);
}

}  // namespace v1
}  // namespace nopy
