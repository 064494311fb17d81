// SPDX-License-Identifier: MIT
// The codings that have a name of their own: those of ml_dtypes. Some writers put the name in
// descr.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

struct coding_row {
  coding code;
  std::string_view name;
  kind of;
  std::uint32_t item_bytes;
};

inline constexpr coding_row coding_table[] = {
    {coding::bfloat16, "bfloat16", kind::floating, 2},
    {coding::float8_e5m2, "float8_e5m2", kind::floating, 1},
    {coding::float8_e4m3fn, "float8_e4m3fn", kind::floating, 1},
    {coding::float8_e4m3fnuz, "float8_e4m3fnuz", kind::floating, 1},
    {coding::float8_e5m2fnuz, "float8_e5m2fnuz", kind::floating, 1},
    {coding::float8_e4m3b11fnuz, "float8_e4m3b11fnuz", kind::floating, 1},
    {coding::float8_e4m3, "float8_e4m3", kind::floating, 1},
    {coding::float8_e3m4, "float8_e3m4", kind::floating, 1},
    {coding::float8_e8m0fnu, "float8_e8m0fnu", kind::floating, 1},
    {coding::float6_e2m3fn, "float6_e2m3fn", kind::floating, 1},
    {coding::float6_e3m2fn, "float6_e3m2fn", kind::floating, 1},
    {coding::float4_e2m1fn, "float4_e2m1fn", kind::floating, 1},
    {coding::int4, "int4", kind::signed_int, 1},
    {coding::uint4, "uint4", kind::unsigned_int, 1},
    {coding::int2, "int2", kind::signed_int, 1},
    {coding::uint2, "uint2", kind::unsigned_int, 1},
    {coding::int1, "int1", kind::signed_int, 1},
    {coding::uint1, "uint1", kind::unsigned_int, 1},
};

/// The row of a coding, or null for the codings without a name of their own.
[[nodiscard]] constexpr const coding_row* find_coding(coding code) noexcept {
  for (const coding_row& row : coding_table)
    if (row.code == code) return &row;
  return nullptr;
}
[[nodiscard]] constexpr const coding_row* find_coding(std::string_view name) noexcept {
  for (const coding_row& row : coding_table)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace nopy
