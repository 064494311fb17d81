// SPDX-License-Identifier: MIT
// Type strings: every spelling of a dtype that NumPy takes, told apart by who writes it.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

/// How a type string is spelled.
enum class spelling : std::uint8_t {
  canonical,  ///< as NumPy writes it
  known,      ///< as other writers do: 'f4', 'float32', '<u1', '|O8'
  odd,        ///< as only NumPy's reader knows it: 'd', '=f4', 'i1,f4'
  extension,  ///< as np.save writes a type of ml_dtypes: '<f1', '<c4', '<V2'
  named,      ///< the name of a type of ml_dtypes: NumPy refuses it
};

struct typestr_reading {
  dtype type;
  spelling how = spelling::canonical;
};

/// Reads a type string, UTF-8. Errors: bad_dtype, too_large, out_of_memory, without an offset.
/// Cost: no allocation but for comma strings.
[[nodiscard]] result<typestr_reading> read_typestr(std::string_view text) noexcept;

/// Reads "<i2,3f4" and its like, which make a record of fields f0, f1, ...
[[nodiscard]] result<typestr_reading> read_comma_string(std::string_view text) noexcept;
/// Whether NumPy takes the text for one.
[[nodiscard]] bool is_comma_string(std::string_view text) noexcept;

/// "bad_dtype" about a type string.
[[nodiscard]] error typestr_error(std::string_view text, std::string_view summary = {}) noexcept;

}  // namespace nopy
