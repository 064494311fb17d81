// SPDX-License-Identifier: MIT
// What libFuzzer calls: the one target that is linked.
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (*nopy::fuzz::target::first())({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
