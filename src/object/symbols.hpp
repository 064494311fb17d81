// SPDX-License-Identifier: MIT
// The allow-list: names in a pickle that this decoder gives a meaning. A name is compared as text;
// nothing is ever looked up anywhere else.
#pragma once

#include <cstdint>
#include <string_view>

namespace nopy::object {

enum class symbol : std::uint8_t {
  unknown,
  reconstruct,   ///< numpy: an empty array, filled by its state
  scalar,        ///< numpy: a scalar from dtype and bytes
  ndarray,       ///< the array class, or a subclass that pickles alike
  dtype_class,   ///< numpy.dtype
  string_dtype,  ///< numpy: StringDType from its options
  frombuffer,    ///< numpy: an array over a buffer, protocol 5
  complex_class,
  set_class,
  frozenset_class,
  bytearray_class,
  bytes_class,
  list_class,
  dict_class,
  ordered_dict,
  datetime_class,
  date_class,
  time_class,
  timedelta_class,
  timezone_class,
  copyreg_reconstructor,
  object_class,
  codecs_encode,
};

/// What `module.name` means, or unknown.
[[nodiscard]] symbol find_symbol(std::string_view module, std::string_view name) noexcept;

}  // namespace nopy::object
