// SPDX-License-Identifier: MIT
// Any bytes as the pickle of an object array: no crash, no more memory than the limit.
#include <nopy/nopy.hpp>

#include "target.hpp"

namespace {

void run(nopy::fuzz::input bytes) {
  nopy::header of;
  of.dtype = nopy::dtype::object();
  of.shape = {2};
  const auto decoded = nopy::decode_objects(of, bytes, {.array_bytes = 1 << 18});
  if (decoded) (void)decoded->repr();
}

const nopy::fuzz::target self("object", run);

}  // namespace
