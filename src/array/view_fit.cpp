// SPDX-License-Identifier: MIT
// The one comparison of bytes and shape, and its message.
#include "array/view_fit.hpp"

#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"

namespace nopy::inline v1::core {

result<void> check_fit(const any_view& view) noexcept {
  const auto needed = checked::mul(view.shape().count(), view.dtype().item_bytes());
  const bool missing = needed != std::uint64_t{0} && view.bytes().data() == nullptr;
  if (!missing && (view.strided() || needed == view.bytes().size())) return {};
  const bytes::short_text<32> found(
      [&](bytes::text_sink& to) { to.decimal(missing ? 0 : view.bytes().size()).put(" bytes"); });
  const bytes::short_text<64> expected([&](bytes::text_sink& to) {
    if (needed) to.decimal(*needed).put(" bytes: ");
    to.put("shape x item size");
  });
  return error({.code = errc::usage,
                .summary = "the view's bytes do not fit its shape",
                .found = found,
                .expected = expected});
}

}  // namespace nopy::inline v1::core
