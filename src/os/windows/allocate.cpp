// SPDX-License-Identifier: MIT
// Where arrays live: the heap for small ones, pages of their own for large ones. Never zero-filled by
// this library. Large pages are left out: Windows wants a privilege for them that hardly anyone has.
#include <nopy/memory.hpp>

#include "os/windows/api.hpp"

#include <malloc.h>

namespace nopy {
namespace {

constexpr std::size_t large = std::size_t{2} << 20;
constexpr std::size_t small_alignment = 64;

void give_back_small(void* data, std::size_t, void*) { ::_aligned_free(data); }
void give_back_pages(void* data, std::size_t, void*) { ::VirtualFree(data, 0, MEM_RELEASE); }

}  // namespace

inline namespace v1 {

result<memory> memory::allocate(std::uint64_t bytes) noexcept {
  if (bytes > static_cast<std::uint64_t>(PTRDIFF_MAX) - large) return error(errc::out_of_memory);
  const auto count = static_cast<std::size_t>(bytes);
  void* block = count >= large
                    ? ::VirtualAlloc(nullptr, count, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE)
                    : ::_aligned_malloc(count == 0 ? 1 : count, small_alignment);
  if (block == nullptr) return error(errc::out_of_memory);
  return adopt({static_cast<std::byte*>(block), count},
               count >= large ? give_back_pages : give_back_small, nullptr);
}

}  // namespace v1
}  // namespace nopy
