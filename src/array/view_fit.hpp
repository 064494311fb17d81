// SPDX-License-Identifier: MIT
// Whether a view's bytes are those of its shape. Every verb that reads a view asks this first,
// because a caller can put any two together.
#pragma once

#include <nopy/any.hpp>

namespace nopy::inline v1::core {

/// Errors: usage. Strided views say nothing about their bytes; only null data is found out.
[[nodiscard]] result<void> check_fit(const any_view& view) noexcept;

}  // namespace nopy::inline v1::core
