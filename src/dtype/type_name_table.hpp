// SPDX-License-Identifier: MIT
// Names and one-letter codes that NumPy takes for a dtype, with the sizes of 64-bit Linux and
// macOS.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

struct type_name_row {
  std::string_view name;
  kind of;
  std::uint8_t item_bytes;
};

inline constexpr type_name_row type_letter_table[] = {
    {"?", kind::boolean, 1},      {"b", kind::signed_int, 1},   {"B", kind::unsigned_int, 1},
    {"h", kind::signed_int, 2},   {"H", kind::unsigned_int, 2}, {"i", kind::signed_int, 4},
    {"I", kind::unsigned_int, 4}, {"l", kind::signed_int, 8},   {"L", kind::unsigned_int, 8},
    {"q", kind::signed_int, 8},   {"Q", kind::unsigned_int, 8}, {"p", kind::signed_int, 8},
    {"P", kind::unsigned_int, 8}, {"n", kind::signed_int, 8},   {"N", kind::unsigned_int, 8},
    {"e", kind::floating, 2},     {"f", kind::floating, 4},     {"d", kind::floating, 8},
    {"g", kind::floating, 16},    {"F", kind::complex, 8},      {"D", kind::complex, 16},
    {"G", kind::complex, 32},     {"c", kind::bytes, 1},        {"S", kind::bytes, 0},
    {"a", kind::bytes, 0},        {"U", kind::text, 0},         {"V", kind::opaque, 0},
    {"M", kind::datetime, 8},     {"m", kind::timedelta, 8},    {"O", kind::object, 8},
    {"T", kind::object, 8},  // StringDType: a pickle follows
};

inline constexpr type_name_row type_name_table[] = {
    {"bool", kind::boolean, 1},
    {"bool_", kind::boolean, 1},
    {"bool8", kind::boolean, 1},
    {"int8", kind::signed_int, 1},
    {"byte", kind::signed_int, 1},
    {"uint8", kind::unsigned_int, 1},
    {"ubyte", kind::unsigned_int, 1},
    {"int16", kind::signed_int, 2},
    {"short", kind::signed_int, 2},
    {"uint16", kind::unsigned_int, 2},
    {"ushort", kind::unsigned_int, 2},
    {"int32", kind::signed_int, 4},
    {"intc", kind::signed_int, 4},
    {"uint32", kind::unsigned_int, 4},
    {"uintc", kind::unsigned_int, 4},
    {"int64", kind::signed_int, 8},
    {"int", kind::signed_int, 8},
    {"int_", kind::signed_int, 8},
    {"int0", kind::signed_int, 8},
    {"intp", kind::signed_int, 8},
    {"long", kind::signed_int, 8},
    {"longlong", kind::signed_int, 8},
    {"uint64", kind::unsigned_int, 8},
    {"uint", kind::unsigned_int, 8},
    {"uint0", kind::unsigned_int, 8},
    {"uintp", kind::unsigned_int, 8},
    {"ulong", kind::unsigned_int, 8},
    {"ulonglong", kind::unsigned_int, 8},
    {"float16", kind::floating, 2},
    {"half", kind::floating, 2},
    {"float32", kind::floating, 4},
    {"single", kind::floating, 4},
    {"float64", kind::floating, 8},
    {"double", kind::floating, 8},
    {"float", kind::floating, 8},
    {"float_", kind::floating, 8},
    {"float128", kind::floating, 16},
    {"longdouble", kind::floating, 16},
    {"longfloat", kind::floating, 16},
    {"float96", kind::floating, 12},
    {"complex64", kind::complex, 8},
    {"csingle", kind::complex, 8},
    {"singlecomplex", kind::complex, 8},
    {"complex128", kind::complex, 16},
    {"complex", kind::complex, 16},
    {"complex_", kind::complex, 16},
    {"cdouble", kind::complex, 16},
    {"cfloat", kind::complex, 16},
    {"complex256", kind::complex, 32},
    {"clongdouble", kind::complex, 32},
    {"clongfloat", kind::complex, 32},
    {"longcomplex", kind::complex, 32},
    {"complex192", kind::complex, 24},
    {"bytes", kind::bytes, 0},
    {"bytes_", kind::bytes, 0},
    {"bytes0", kind::bytes, 0},
    {"string_", kind::bytes, 0},
    {"str", kind::text, 0},
    {"str_", kind::text, 0},
    {"str0", kind::text, 0},
    {"unicode_", kind::text, 0},
    {"unicode", kind::text, 0},
    {"void", kind::opaque, 0},
    {"void0", kind::opaque, 0},
    {"object", kind::object, 8},
    {"object_", kind::object, 8},
    {"object0", kind::object, 8},
};

}  // namespace nopy
