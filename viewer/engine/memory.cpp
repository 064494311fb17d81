// SPDX-License-Identifier: MIT
// Memory where there is no operating system: the core's blocks and the operators from one heap over the module's
// memory, and an end without words where a library would print and abort.
#include <nopy/memory.hpp>

#include "engine/heap.hpp"

#include <cstdint>

namespace nopy {
namespace engine {
namespace {

std::byte* more_memory(std::size_t bytes) noexcept {
  constexpr std::size_t page = std::size_t{1} << 16;
  const std::size_t before = __builtin_wasm_memory_grow(0, bytes / page);
  return before == SIZE_MAX ? nullptr : reinterpret_cast<std::byte*>(before * page);
}

constinit heap blocks(more_memory);

}  // namespace
}  // namespace engine

inline namespace v1 {

result<memory> memory::allocate(std::uint64_t bytes) noexcept {
  void* block =
      bytes > SIZE_MAX ? nullptr : engine::blocks.take(static_cast<std::size_t>(bytes), 64);
  if (block == nullptr) return error(errc::out_of_memory);
  return adopt(
      {static_cast<std::byte*>(block), static_cast<std::size_t>(bytes)},
      [](void* data, std::size_t, void*) { engine::blocks.give(data); }, nullptr);
}

}  // namespace v1
}  // namespace nopy

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return nopy::engine::blocks.take(bytes);
}
void* operator new(std::size_t bytes) {
  void* made = nopy::engine::blocks.take(bytes);
  if (made == nullptr) __builtin_trap();
  return made;
}
void operator delete(void* block) noexcept { nopy::engine::blocks.give(block); }
void operator delete(void* block, std::size_t) noexcept { nopy::engine::blocks.give(block); }

namespace std {
inline namespace __2 {
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
}  // namespace __2
}  // namespace std
extern "C" void abort() { __builtin_trap(); }
