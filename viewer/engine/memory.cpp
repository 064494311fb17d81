// SPDX-License-Identifier: MIT
// Memory where there is no operating system: the core's blocks from the heap, and an end without words where a library would
// print and abort.
#include <nopy/memory.hpp>

#include <cstdint>
#include <cstdlib>

namespace nopy {
inline namespace v1 {

result<memory> memory::allocate(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t alignment = 64;
  if (bytes > PTRDIFF_MAX - 2 * alignment) return error(errc::out_of_memory);
  const auto rounded = static_cast<std::size_t>((bytes + alignment) / alignment * alignment);
  void* block = std::aligned_alloc(alignment, rounded);
  if (block == nullptr) return error(errc::out_of_memory);
  return adopt(
      {static_cast<std::byte*>(block), static_cast<std::size_t>(bytes)},
      [](void* data, std::size_t, void*) { std::free(data); }, nullptr);
}

}  // namespace v1
}  // namespace nopy

#if defined(__wasm__)
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
void* operator new(std::size_t bytes) {
  void* made = std::malloc(bytes);
  if (made == nullptr) __builtin_trap();
  return made;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace std {
inline namespace __2 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
}  // namespace __2
}  // namespace std
extern "C" void abort() { __builtin_trap(); }
#endif
