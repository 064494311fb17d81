// SPDX-License-Identifier: MIT
// Any bytes as a .npy header: no crash under either policy; what strict takes, tolerant takes alike; pulled, it is the
// same; the spans of explain_header leave no gap; what was read can be written and read again.
#include <nopy/nopy.hpp>

#include "target.hpp"

namespace {

using nopy::core::header_decoder;
using nopy::fuzz::check;
using nopy::fuzz::input;

nopy::result<nopy::header> decode(input bytes, nopy::policy how) {
  return nopy::core::decode_header(bytes, header_decoder::unknown_bytes, {.policy = how});
}

bool same(const nopy::header& a, const nopy::header& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.order == b.order &&
         a.data_offset == b.data_offset && a.data_bytes == b.data_bytes;
}

/// As a driver does that knows where the source ends: the whole file is there, or its data is cut.
void pull(input bytes, const nopy::result<nopy::header>& expected) {
  header_decoder decoder(bytes.size());
  while (const auto wanted = decoder.wants()) {
    check(wanted->offset + wanted->count <= bytes.size());
    const auto part = bytes.subspan(static_cast<std::size_t>(wanted->offset),
                                    static_cast<std::size_t>(wanted->count));
    if (!decoder.feed(part)) return;
  }
  check(expected.has_value() && same(decoder.header(), *expected));
}

void explain(input bytes) {
  std::uint64_t next = 0;
  nopy::core::explain_header(bytes, [&](const nopy::header_span& part) {
    check(part.range.offset == next);
    next += part.range.count;
  });
  check(next <= bytes.size());
}

void run(input bytes) {
  const auto tolerant = decode(bytes, nopy::policy::tolerant);
  const auto strict = decode(bytes, nopy::policy::strict);
  check(!strict || (tolerant && same(*tolerant, *strict)));
  pull(bytes, tolerant);
  explain(bytes);
  if (!tolerant || tolerant->dtype.has_objects()) return;
  const auto written =
      nopy::core::encode_header(tolerant->dtype, tolerant->shape, tolerant->order, {});
  if (!written) return;
  const auto again = decode(written->bytes(), nopy::policy::strict);
  check(again.has_value() && again->dtype.descr() == tolerant->dtype.descr() &&
        again->shape == tolerant->shape && again->order == tolerant->order &&
        again->data_bytes == tolerant->data_bytes);
}

const nopy::fuzz::target self("header", run);

}  // namespace
