// SPDX-License-Identifier: MIT
// Linked into a test, it forces by name what a machine and the libraries found would choose; the
// library has no hook for it:
//   NOPY_TEST_PROCESSOR=oldest | avx2 | newest     what the compiler's checks of the processor see
//   NOPY_TEST_DEFLATER=own | libdeflate | isal     what deflates, at every level
// A name that this machine or build can not give ends the program with 77, which CTest calls skipped.
#include "codec/codecs.hpp"
#include "kernels/table.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

namespace codec = nopy::codec;

[[noreturn]] void end(int status, const char* why, std::string_view name) {
  std::fprintf(stderr, "forced_paths: %s: %.*s\n", why, static_cast<int>(name.size()), name.data());
  std::_Exit(status);
}

std::string_view asked_for(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? "" : text;
}

#if defined(__x86_64__)
/// Features as GCC and clang number them for __builtin_cpu_supports, in the first word of theirs.
constexpr unsigned avx2 = 1u << 10, avx512f = 1u << 15, bmi2 = 1u << 17, pclmul = 1u << 19;

/// Takes features out of the record behind __builtin_cpu_supports, which libgcc fills before any constructor runs.
void take_out(unsigned features) {
  // Three words stand before those bits. By its name in assembly, since the compiler has a declaration of its own.
  asm volatile(".hidden __cpu_model\n\tandl %0, __cpu_model+12(%%rip)"
               :
               : "r"(~features)
               : "memory", "cc");
}

bool has_any_of_the_newest() { return __builtin_cpu_supports("avx512f") != 0; }
bool has_any_of_avx2() {
  return __builtin_cpu_supports("avx2") != 0 || __builtin_cpu_supports("bmi2") != 0 ||
         __builtin_cpu_supports("pclmul") != 0;
}
#else
constexpr unsigned avx2 = 0, avx512f = 0, bmi2 = 0, pclmul = 0;
void take_out(unsigned) {}
bool has_any_of_the_newest() { return false; }
bool has_any_of_avx2() { return false; }
#endif

/// Forces the kernels, the loops of inflate, the ways of CRC-32 and the search for an archive's end.
void force_processor(std::string_view name) {
  if (name == "oldest") {
    take_out(avx512f | avx2 | bmi2 | pclmul);
    if (has_any_of_the_newest() || has_any_of_avx2()) end(1, "not taken out", name);
    if (std::string_view(nopy::kernels::active().name) != "reference")
      end(1, "other kernels", name);
  } else if (name == "avx2") {
    if (nopy::kernels::find_table("x86_avx2") == nullptr) end(77, "not this machine", name);
    take_out(avx512f);
    if (has_any_of_the_newest()) end(1, "not taken out", name);
    if (std::string_view(nopy::kernels::active().name) != "x86_avx2") end(1, "other kernels", name);
  } else if (name == "newest") {
    if (!has_any_of_the_newest()) end(77, "not this machine", name);
  } else {
    end(2, "no such processor", name);
  }
}

const codec::deflater* forced_deflater = nullptr;

void force_deflater(std::string_view name) {
  if (name == "own")
    forced_deflater = &codec::own_deflater();
  else if (name == "libdeflate")
    forced_deflater = codec::find_libdeflate();
  else if (name == "isal")
    forced_deflater = codec::find_isal();
  else
    end(2, "no such deflater", name);
  if (forced_deflater == nullptr) end(77, "not in this build", name);
}

[[gnu::constructor]] void force() {
  if (const auto name = asked_for("NOPY_TEST_PROCESSOR"); !name.empty()) force_processor(name);
  if (const auto name = asked_for("NOPY_TEST_DEFLATER"); !name.empty()) force_deflater(name);
}

}  // namespace

// The linker's --wrap leads every call of codec::find_deflater here.
const codec::deflater& usual_deflater(int level) noexcept
    asm("__real__ZN4nopy5codec13find_deflaterEi");
const codec::deflater& wrapped_deflater(int level) noexcept
    asm("__wrap__ZN4nopy5codec13find_deflaterEi");
const codec::deflater& wrapped_deflater(int level) noexcept {
  return forced_deflater != nullptr ? *forced_deflater : usual_deflater(level);
}
