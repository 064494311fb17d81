// SPDX-License-Identifier: MIT
// descr as a Python literal, byte for byte as NumPy writes it: what stands behind 'descr': in a
// header.
#pragma once

#include "bytes/text_sink.hpp"

#include <nopy/dtype.hpp>

namespace nopy {

/// '<f4' with quotes, or the list of a record. The text is UTF-8.
void write_descr_literal(bytes::text_sink& sink, const dtype& type) noexcept;

/// Whether descr spells the type with the letter V, as it spells bytes without a meaning.
[[nodiscard]] bool is_written_as_void(const dtype& type) noexcept;

/// <f4 without quotes; `type` is neither record nor subarray.
void write_type_string(bytes::text_sink& sink, const dtype& type) noexcept;

}  // namespace nopy
