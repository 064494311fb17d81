// SPDX-License-Identifier: MIT
// The unit of a datetime or timedelta in brackets: [ns], [25s], [10us/5].
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

/// Reads "M8[ns]", "m8[25s]", "datetime64[10us/5]" (which is 2000 ns). Errors: bad_dtype with a
/// summary.
[[nodiscard]] result<dtype> read_datetime(std::string_view text, endian order) noexcept;

}  // namespace nopy
