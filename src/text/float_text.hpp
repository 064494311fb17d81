// SPDX-License-Identifier: MIT
// The text of one real or complex number, as NumPy's str() of a scalar gives it.
#pragma once

#include "bytes/text_sink.hpp"
#include "text/binary_float.hpp"

namespace nopy::texts {

/// What stands behind the point of a whole number: "1.0" or "1".
enum class whole_numbers : std::uint8_t { with_point, bare };
enum class plus_sign : std::uint8_t { hidden, shown };

/// "0.1", "1e-05", "1e+16", "-0.0", "nan", "-inf".
void put_float(bytes::text_sink& sink, const binary_float& value,
               whole_numbers whole = whole_numbers::with_point,
               plus_sign plus = plus_sign::hidden) noexcept;

/// "(1+2j)", "2j" where the real part is +0, "(nan+infj)".
void put_complex(bytes::text_sink& sink, const binary_float& real,
                 const binary_float& imaginary) noexcept;

}  // namespace nopy::texts
