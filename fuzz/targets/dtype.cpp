// SPDX-License-Identifier: MIT
// Any text as a descr: no crash; the descr that nopy writes for a dtype means that dtype.
#include <nopy/nopy.hpp>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parsed = nopy::dtype::parse({reinterpret_cast<const char*>(data), size});
  if (!parsed) return 0;
  (void)parsed->words();
  const auto again = nopy::dtype::parse(parsed->descr());
  if (!again || again->item_bytes() != parsed->item_bytes()) std::abort();
  return 0;
}
