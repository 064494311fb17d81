// SPDX-License-Identifier: MIT
#include "os/sibling_name.hpp"

#include <algorithm>

namespace nopy::os {
namespace {

constexpr std::size_t most_name_bytes = 255;
constexpr std::string_view mark = ".nopy-";
constexpr std::size_t number_chars = 10;

/// Different for every call in every process.
std::uint64_t fresh_number(unsigned attempt) noexcept {
  static constinit std::uint64_t calls = 0;
  std::uint64_t mixed = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) + (process_number() << 32) +
                        reinterpret_cast<std::uintptr_t>(&attempt) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;  // the finaliser of SplitMix64
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

/// As much of a file's name as leaves room for the marks, cut between code points.
std::string_view shortened(std::string_view name) noexcept {
  std::size_t count = std::min(name.size(), most_name_bytes - 1 - mark.size() - number_chars);
  while (count < name.size() && count > 0 &&
         (static_cast<unsigned char>(name[count]) & 0xC0) == 0x80)
    --count;
  return name.substr(0, count);
}

}  // namespace

bool name_sibling(path_text& into, std::string_view path, unsigned attempt) noexcept {
  const std::string_view folder = folder_of(path);
  char number[number_chars];
  std::uint64_t rest = fresh_number(attempt);
  for (char& digit : number) {
    digit = "abcdefghijklmnopqrstuvwxyz234567"[rest % 32];
    rest /= 32;
  }
  into.clear();
  return put(into, folder) && into.push_back('.') &&
         put(into, shortened(path.substr(folder.size()))) && put(into, mark) &&
         put(into, {number, number_chars}) && into.push_back('\0');
}

}  // namespace nopy::os
