// SPDX-License-Identifier: MIT
// Any bytes as the pickle of an object array: no crash, no more memory than the limit.
#include <nopy/nopy.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nopy::header of;
  of.dtype = nopy::dtype::object();
  of.shape = {2};
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto decoded = nopy::decode_objects(of, bytes, {.array_bytes = 1 << 20});
  if (decoded) (void)decoded->repr();
  return 0;
}
