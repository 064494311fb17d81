// SPDX-License-Identifier: MIT
// The allow-list of names, under their Python 2, Python 3, NumPy 1 and NumPy 2 modules.
#include "object/symbols.hpp"

namespace nopy::object {
namespace {

struct symbol_row {
  std::string_view module;
  std::string_view name;
  symbol meaning;
};

constexpr symbol_row symbol_table[] = {
    {"numpy.core.multiarray", "_reconstruct", symbol::reconstruct},
    {"numpy._core.multiarray", "_reconstruct", symbol::reconstruct},
    {"numpy.core.multiarray", "scalar", symbol::scalar},
    {"numpy._core.multiarray", "scalar", symbol::scalar},
    {"numpy", "ndarray", symbol::ndarray},
    {"numpy", "matrix", symbol::ndarray},
    {"numpy.matrixlib.defmatrix", "matrix", symbol::ndarray},
    {"numpy.core.defmatrix", "matrix", symbol::ndarray},
    {"numpy", "memmap", symbol::ndarray},
    {"numpy.core.memmap", "memmap", symbol::ndarray},
    {"numpy", "recarray", symbol::ndarray},
    {"numpy.core.records", "recarray", symbol::ndarray},
    {"numpy.rec", "recarray", symbol::ndarray},
    {"numpy", "dtype", symbol::dtype_class},
    {"numpy._core._internal", "_convert_to_stringdtype_kwargs", symbol::string_dtype},
    {"numpy.core.numeric", "_frombuffer", symbol::frombuffer},
    {"numpy._core.numeric", "_frombuffer", symbol::frombuffer},
    {"builtins", "complex", symbol::complex_class},
    {"__builtin__", "complex", symbol::complex_class},
    {"builtins", "set", symbol::set_class},
    {"__builtin__", "set", symbol::set_class},
    {"builtins", "frozenset", symbol::frozenset_class},
    {"__builtin__", "frozenset", symbol::frozenset_class},
    {"builtins", "bytearray", symbol::bytearray_class},
    {"__builtin__", "bytearray", symbol::bytearray_class},
    {"builtins", "bytes", symbol::bytes_class},
    {"__builtin__", "bytes", symbol::bytes_class},
    {"builtins", "list", symbol::list_class},
    {"__builtin__", "list", symbol::list_class},
    {"builtins", "dict", symbol::dict_class},
    {"__builtin__", "dict", symbol::dict_class},
    {"builtins", "object", symbol::object_class},
    {"__builtin__", "object", symbol::object_class},
    {"collections", "OrderedDict", symbol::ordered_dict},
    {"datetime", "datetime", symbol::datetime_class},
    {"datetime", "date", symbol::date_class},
    {"datetime", "time", symbol::time_class},
    {"datetime", "timedelta", symbol::timedelta_class},
    {"datetime", "timezone", symbol::timezone_class},
    {"copy_reg", "_reconstructor", symbol::copyreg_reconstructor},
    {"copyreg", "_reconstructor", symbol::copyreg_reconstructor},
    {"_codecs", "encode", symbol::codecs_encode},
};

}  // namespace

symbol find_symbol(std::string_view module, std::string_view name) noexcept {
  for (const symbol_row& row : symbol_table)
    if (row.name == name && row.module == module) return row.meaning;
  return symbol::unknown;
}

}  // namespace nopy::object
