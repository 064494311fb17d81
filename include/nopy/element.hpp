// SPDX-License-Identifier: MIT
// C++ types as elements: which dtype each one is, and the element types C++ lacks. Owns the table
// behind docs/types.md. A type T is an element when `element_traits<T>` says so, here, in a bridge,
// or through record.hpp.
#pragma once

#include <nopy/dtype.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstring>

namespace nopy {
inline namespace v1 {

/// An item stored with alignment 1, in the machine's byte order: what most members of an npz
/// written by NumPy need, since their data lies at odd offsets. Reads as T. Cost of a read: one
/// unaligned load.
template <class T>
struct packed {
  static_assert(!std::same_as<T, bool>, "a byte of 2 is undefined as bool: nopy::boolean");
  std::byte raw[sizeof(T)];

  packed() noexcept = default;
  packed(T value) noexcept { std::memcpy(raw, &value, sizeof(T)); }
  operator T() const noexcept {
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }
};

/// Like `packed`, but in a byte order that may differ from the machine's. T is a number of 1 to 8
/// bytes.
template <class T, endian Endian>
struct ordered {
  static_assert(std::is_arithmetic_v<T> && !std::same_as<T, bool> && sizeof(T) <= 8,
                "ordered<T> is for numbers of 1 to 8 bytes");
  std::byte raw[sizeof(T)];

  ordered() noexcept = default;
  ordered(T value) noexcept {
    std::memcpy(raw, &value, sizeof(T));
    if constexpr (Endian != native_endian) reverse();
  }
  operator T() const noexcept {
    ordered copy = *this;
    if constexpr (Endian != native_endian) copy.reverse();
    T value;
    std::memcpy(&value, copy.raw, sizeof(T));
    return value;
  }

 private:
  void reverse() noexcept {
    if constexpr (sizeof(T) == 2) swap_as<std::uint16_t>();
    if constexpr (sizeof(T) == 4) swap_as<std::uint32_t>();
    if constexpr (sizeof(T) == 8) swap_as<std::uint64_t>();
  }
  template <class Bits>
  void swap_as() noexcept {
    Bits bits;
    std::memcpy(&bits, raw, sizeof bits);
    if constexpr (sizeof bits == 2) bits = __builtin_bswap16(bits);
    if constexpr (sizeof bits == 4) bits = __builtin_bswap32(bits);
    if constexpr (sizeof bits == 8) bits = __builtin_bswap64(bits);
    std::memcpy(raw, &bits, sizeof bits);
  }
};
/// Big-endian items in place: `map<big<float>, 2>` reads a '>f4' file without a copy.
template <class T>
using big = ordered<T, endian::big>;
/// Little-endian items in place, on any machine.
template <class T>
using little = ordered<T, endian::little>;

/// A bool as the file holds it: a byte. Any byte but 0 is true; as C++ `bool` a byte of 2 would be
/// undefined.
struct boolean {
  std::uint8_t byte = 0;
  boolean() noexcept = default;
  boolean(bool value) noexcept : byte(value ? 1 : 0) {}
  operator bool() const noexcept { return byte != 0; }
};

/// Conversions of the narrow floating types; exact to float, to nearest even from float.
NOPY_API float float16_to_float(std::uint16_t bits) noexcept;
/// The nearest float16.
NOPY_API std::uint16_t float16_from_float(float value) noexcept;
/// The nearest float16, rounded once.
NOPY_API std::uint16_t float16_from_double(double value) noexcept;
/// The nearest bfloat16.
NOPY_API std::uint16_t bfloat16_from_float(float value) noexcept;
/// The number that these bits are in a coding of eight bits.
NOPY_API float float8_to_float(coding coding, std::uint8_t bits) noexcept;
/// Overflow becomes infinity, or NaN in the codings that have none.
NOPY_API std::uint8_t float8_from_float(coding coding, float value) noexcept;

/// IEEE binary16, '<f2'.
struct float16 {
  std::uint16_t bits = 0;
  float16() noexcept = default;
  explicit float16(float value) noexcept : bits(float16_from_float(value)) {}
  explicit operator float() const noexcept { return float16_to_float(bits); }
};

/// The upper half of a float32; ml_dtypes writes it as '<V2'.
struct bfloat16 {
  std::uint16_t bits = 0;
  bfloat16() noexcept = default;
  explicit bfloat16(float value) noexcept : bits(bfloat16_from_float(value)) {}
  explicit operator float() const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

/// One of ml_dtypes' one-byte floating types; `float8<coding::float8_e5m2>` is written as '<f1',
/// the others as '<V1'.
template <coding Coding>
struct float8 {
  std::uint8_t bits = 0;
  float8() noexcept = default;
  explicit float8(float value) noexcept : bits(float8_from_float(Coding, value)) {}
  explicit operator float() const noexcept { return float8_to_float(Coding, bits); }
};

/// A complex number, real part first; `<nopy/complex.hpp>` adds std::complex.
template <class T>
struct complex {
  T real{};
  T imag{};
  friend bool operator==(const complex&, const complex&) = default;
};

/// Ticks of `Multiple` units since 1970-01-01; NaT is INT64_MIN. '<M8[ns]' is
/// datetime64<time_unit::nanoseconds>.
template <time_unit Unit, std::uint32_t Multiple = 1>
struct datetime64 {
  std::int64_t ticks = 0;
  friend bool operator==(const datetime64&, const datetime64&) = default;
};

/// A span of time in ticks, '<m8[...]'.
template <time_unit Unit, std::uint32_t Multiple = 1>
struct timedelta64 {
  std::int64_t ticks = 0;
  friend bool operator==(const timedelta64&, const timedelta64&) = default;
};

/// N bytes of 'S', padded with NUL.
template <std::size_t N>
struct fixed_bytes {
  char chars[N];
  /// Without the NULs at the end.
  operator std::string_view() const noexcept {
    std::size_t n = N;
    while (n > 0 && chars[n - 1] == '\0') --n;
    return {chars, n};
  }
};

/// N code points of 'U', padded with NUL, in the machine's byte order.
template <std::size_t N>
struct fixed_text {
  char32_t chars[N];
};

/// Which dtype T is. Specialised for every element type; `static dtype type()` is the one member.
template <class T>
struct element_traits;

/// T can be the element of an array.
template <class T>
concept element = requires {
  { element_traits<std::remove_cv_t<T>>::type() } -> std::same_as<dtype>;  // see docs/types.md
};

/// The dtype of a C++ type, as NumPy would name it on this machine.
template <element T>
[[nodiscard]] dtype dtype_of() noexcept {
  return element_traits<std::remove_cv_t<T>>::type();
}

template <std::integral T>
requires(sizeof(T) <= 8 && !std::same_as<T, bool> && !std::same_as<T, char> &&
         !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> && !std::same_as<T, char16_t> &&
         !std::same_as<T, char32_t>) struct element_traits<T> {
  static dtype type() noexcept {
    return dtype::number(std::is_signed_v<T> ? kind::signed_int : kind::unsigned_int, sizeof(T));
  }
};
template <>
struct element_traits<bool> {
  static dtype type() noexcept { return dtype::boolean(); }
};
template <>
struct element_traits<boolean> : element_traits<bool> {};
template <class T>
requires(std::same_as<T, float> || std::same_as<T, double> ||
         std::same_as<T, float16>) struct element_traits<T> {
  static dtype type() noexcept { return dtype::number(kind::floating, sizeof(T)); }
};
template <>
struct element_traits<long double> {
  static dtype type() noexcept {
#if __LDBL_MANT_DIG__ == 64
    return dtype::number(kind::floating, sizeof(long double), native_endian, coding::x87);
#elif __LDBL_MANT_DIG__ == 113
    return dtype::number(kind::floating, 16, native_endian, coding::quad);
#elif __LDBL_MANT_DIG__ == 106
    return dtype::number(kind::floating, 16, native_endian, coding::double_double);
#else
    return dtype::number(kind::floating, 8);
#endif
  }
};
template <>
struct element_traits<bfloat16> {
  static dtype type() noexcept {
    return dtype::number(kind::floating, 2, native_endian, coding::bfloat16);
  }
};
template <coding Coding>
struct element_traits<float8<Coding>> {
  static dtype type() noexcept { return dtype::number(kind::floating, 1, native_endian, Coding); }
};
// Of integers NumPy has none.
template <class T>
requires(std::floating_point<T> || std::same_as<T, float16>) struct element_traits<complex<T>> {
  static dtype type() noexcept {
    const dtype part = dtype_of<T>();
    return dtype::number(kind::complex, 2 * sizeof(T), native_endian, part.coding());
  }
};
template <time_unit Unit, std::uint32_t Multiple>
struct element_traits<datetime64<Unit, Multiple>> {
  static dtype type() noexcept { return dtype::time(kind::datetime, Unit, Multiple); }
};
template <time_unit Unit, std::uint32_t Multiple>
struct element_traits<timedelta64<Unit, Multiple>> {
  static dtype type() noexcept { return dtype::time(kind::timedelta, Unit, Multiple); }
};
template <std::size_t N>
struct element_traits<fixed_bytes<N>> {
  static dtype type() noexcept { return dtype::bytes(N); }
};
template <std::size_t N>
struct element_traits<fixed_text<N>> {
  static dtype type() noexcept { return dtype::text(N); }
};
template <>
struct element_traits<std::byte> {
  static dtype type() noexcept { return dtype::opaque(1); }
};
template <class T, endian Endian>
struct element_traits<ordered<T, Endian>> {
  static dtype type() noexcept {
    const dtype native = dtype_of<T>();
    return native.item_bytes() == 1
               ? native
               : dtype::number(native.kind(), sizeof(T), Endian, native.coding());
  }
};
template <class T>
struct element_traits<packed<T>> {
  static dtype type() noexcept { return dtype_of<T>(); }
};

/// What reading an item gives: T itself, or the number behind `packed` and `ordered`.
template <class T>
struct value_of {
  using type = std::remove_cv_t<T>;
};
template <class T>
struct value_of<const T> : value_of<T> {};
template <class T>
struct value_of<packed<T>> {
  using type = T;
};
template <class T, endian Endian>
struct value_of<ordered<T, Endian>> {
  using type = T;
};

}  // namespace v1
}  // namespace nopy
