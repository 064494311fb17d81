// SPDX-License-Identifier: MIT
// Which kernels this machine has, and which are used.
#include "kernels/table.hpp"

#if NOPY_X86_AVX2
#include "kernels/x86_avx2.hpp"
#endif

namespace nopy::kernels {

namespace {

/// The best table for this machine.
const table* best() noexcept {
#if NOPY_X86_AVX2
  // No processor has AVX2 without F16C, for which clang 14 knows no name here.
  if (__builtin_cpu_supports("avx2")) return &x86_avx2();
#endif
  return &reference();
}

}  // namespace

const table* find_table(std::string_view name) noexcept {
  for (const table* one : {best(), &reference()})
    if (name == one->name) return one;
  return nullptr;
}

const table& active() noexcept { return *best(); }

}  // namespace nopy::kernels
