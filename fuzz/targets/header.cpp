// SPDX-License-Identifier: MIT
// Any bytes as a .npy header: no crash under either policy; what strict takes, tolerant takes alike;
// the spans of explain_header leave no gap; what was read can be written and read again.
#include <nopy/nopy.hpp>

#include <cstdlib>

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto tolerant = nopy::core::decode_header(bytes, nopy::core::header_decoder::unknown_bytes);
  const auto strict = nopy::core::decode_header(bytes, nopy::core::header_decoder::unknown_bytes,
                                                {.policy = nopy::policy::strict});
  check(!strict || (tolerant && tolerant->dtype == strict->dtype));

  std::uint64_t next = 0;
  nopy::core::explain_header(bytes, [&](const nopy::header_span& part) {
    check(part.range.offset == next);
    next += part.range.count;
  });
  check(next <= size);

  if (!tolerant || tolerant->dtype.has_objects()) return 0;
  const auto written =
      nopy::core::encode_header(tolerant->dtype, tolerant->shape, tolerant->order, {});
  if (!written) return 0;
  const auto again =
      nopy::core::decode_header(written->bytes(), nopy::core::header_decoder::unknown_bytes);
  check(again.has_value() && again->shape == tolerant->shape && again->order == tolerant->order);
  return 0;
}
