// SPDX-License-Identifier: MIT
// The type of an element, at run time: everything a descr can say. Owns the tree of records and
// subarrays. Format: docs/format.md, "dtypes". A descr is a type string, or for records a list of
// fields:
//
//   '<f4'                                     kind floating, 4 bytes, little-endian
//   '|S5'  '<U7'                              bytes of 5; text of 7 code points (28 bytes)
//   '<M8[25s]'                                datetime, ticks of 25 seconds
//   [('x', '<f4'), ('', '|V4'), ('y', '<i8')] record of 16 bytes: x at 0, padding at 4, y at 8
//   [('m', '<f4', (2, 2))]                    record with a subarray field of 16 bytes
#pragma once

#include <nopy/error.hpp>
#include <nopy/shape.hpp>

#include <span>
#include <string>
#include <string_view>

namespace nopy {
inline namespace v1 {

/// What an element is.
enum class kind : std::uint8_t {
  boolean,
  signed_int,
  unsigned_int,
  floating,
  complex,
  bytes,      ///< `S`: NUL-padded bytes
  text,       ///< `U`: NUL-padded UTF-32 code units in file byte order
  datetime,   ///< `M`: int64 ticks since 1970-01-01, NaT = INT64_MIN
  timedelta,  ///< `m`: int64 ticks
  opaque,     ///< `V` without fields; an order, as in '<V2', hints at a type of ml_dtypes
  record,     ///< fields with names and offsets
  subarray,   ///< a small array in place, only inside a record or as a descr of its own
  object,     ///< `O`: the data is a pickle
};

/// Byte order; `none` for what has none (one-byte types, bytes, opaque, records).
enum class endian : std::uint8_t { little, big, none };

/// The byte order of this machine.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
inline constexpr endian native_endian = endian::big;
#else
inline constexpr endian native_endian = endian::little;
#endif

/// The exact coding of a number where kind and size do not say it.
enum class coding : std::uint8_t {
  standard,       ///< IEEE 754 binary16, 32, 64 (and pairs of them), two's complement integers
  extended,       ///< 12 or 16 bytes of long double of a kind not told yet (the file does not say)
  x87,            ///< 80-bit extended in 12 or 16 bytes
  quad,           ///< IEEE binary128
  double_double,  ///< two doubles, ppc64
  bfloat16,
  float8_e5m2,
  float8_e4m3fn,
  float8_e4m3fnuz,
  float8_e5m2fnuz,
  float8_e4m3b11fnuz,
  float8_e4m3,
  float8_e3m4,
  float8_e8m0fnu,
  float6_e2m3fn,
  float6_e3m2fn,
  float4_e2m1fn,
  int4,
  uint4,
  int2,
  uint2,
  int1,
  uint1,
};

/// Units of datetime and timedelta, coarsest first; `generic` has none.
enum class time_unit : std::uint8_t {
  years,
  months,
  weeks,
  days,
  hours,
  minutes,
  seconds,
  milliseconds,
  microseconds,
  nanoseconds,
  picoseconds,
  femtoseconds,
  attoseconds,
  generic,
};

struct dtype_field;

/// The type of an element. 24 bytes; records share one immutable tree. A default dtype is '|V0'.
class NOPY_API dtype {
 public:
  constexpr dtype() noexcept = default;
  dtype(const dtype& other) noexcept
      : kind_(other.kind_),
        endian_(other.endian_),
        coding_(other.coding_),
        unit_(other.unit_),
        multiple_(other.multiple_),
        item_bytes_(other.item_bytes_),
        tree_(other.tree_) {
    if (tree_ != nullptr) share();
  }
  dtype(dtype&& other) noexcept
      : kind_(other.kind_),
        endian_(other.endian_),
        coding_(other.coding_),
        unit_(other.unit_),
        multiple_(other.multiple_),
        item_bytes_(other.item_bytes_),
        tree_(std::exchange(other.tree_, nullptr)) {
    if (tree_ != nullptr) other.kind_ = kind::opaque, other.item_bytes_ = 0;
  }
  dtype& operator=(dtype other) noexcept {
    std::swap(kind_, other.kind_);  // the destructor tells by it what the tree holds
    endian_ = other.endian_;
    coding_ = other.coding_;
    unit_ = other.unit_;
    multiple_ = other.multiple_;
    item_bytes_ = other.item_bytes_;
    std::swap(tree_, other.tree_);
    return *this;
  }
  ~dtype() {
    if (tree_ != nullptr) give_back();
  }

  /// Reads a descr: a type string such as "<f4" or "int16", or the Python literal of a record such
  /// as "[('x', '<f4')]". Accepts what NumPy accepts. Errors: bad_dtype, header_syntax, too_large,
  /// out_of_memory.
  [[nodiscard]] static result<dtype> parse(std::string_view descr) noexcept;

  // Each makes one type of the kind; sizes in bytes unless said otherwise. Total functions: sizes
  // that the kind does not have make an opaque type of that size.
  [[nodiscard]] static dtype boolean() noexcept;
  [[nodiscard]] static dtype number(nopy::kind kind, std::uint32_t item_bytes,
                                    nopy::endian endian = native_endian,
                                    nopy::coding coding = coding::standard) noexcept;
  [[nodiscard]] static dtype bytes(std::uint32_t count) noexcept;
  [[nodiscard]] static dtype text(std::uint32_t code_points,
                                  nopy::endian endian = native_endian) noexcept;
  [[nodiscard]] static dtype opaque(std::uint32_t count) noexcept;
  [[nodiscard]] static dtype time(nopy::kind kind, time_unit unit, std::uint32_t multiple = 1,
                                  nopy::endian endian = native_endian) noexcept;
  [[nodiscard]] static dtype object() noexcept;
  /// A record of `item_bytes`; offsets must ascend without overlap, names must differ, and a field
  /// without one must not look like a gap in descr (bytes without a meaning, a subarray). Errors:
  /// bad_dtype, too_large, out_of_memory.
  [[nodiscard]] static result<dtype> record(std::span<const dtype_field> fields,
                                            std::uint64_t item_bytes) noexcept;
  /// `extents` elements of `base` in place. Errors: too_large, out_of_memory.
  [[nodiscard]] static result<dtype> subarray(const dtype& base,
                                              const nopy::shape& extents) noexcept;

  [[nodiscard]] nopy::kind kind() const noexcept { return kind_; }
  [[nodiscard]] nopy::endian endian() const noexcept { return endian_; }
  [[nodiscard]] nopy::coding coding() const noexcept { return coding_; }
  [[nodiscard]] std::uint64_t item_bytes() const noexcept { return item_bytes_; }
  /// Of datetime and timedelta: the unit, and how many of it one tick is.
  [[nodiscard]] time_unit unit() const noexcept { return unit_; }
  [[nodiscard]] std::uint32_t unit_multiple() const noexcept { return multiple_; }
  /// Of a record: its fields in file order; padding is no field. Lives as long as any copy of this
  /// dtype.
  [[nodiscard]] std::span<const dtype_field> fields() const noexcept;
  /// Of a record: the field of that name or title, or null.
  [[nodiscard]] const dtype_field* find(std::string_view name) const noexcept;
  /// Of a subarray: its element type and extents (at most `max_rank`).
  [[nodiscard]] const dtype& base() const noexcept;
  [[nodiscard]] std::span<const std::uint64_t> extents() const noexcept;
  /// Whether a Python object stands anywhere in it.
  [[nodiscard]] bool has_objects() const noexcept;
  /// The alignment NumPy gives it, 1 to 16; a record's is 1.
  [[nodiscard]] std::uint64_t alignment() const noexcept;

  /// The same type with the byte order of every part replaced (order-free parts stay). Errors:
  /// out_of_memory.
  [[nodiscard]] result<dtype> with_endian(nopy::endian endian) const noexcept;
  /// The same floating or complex type read as another coding: `extended` as x87, `'|V2'` as
  /// bfloat16. Errors: usage, where the sizes differ.
  [[nodiscard]] result<dtype> with_coding(nopy::coding coding) const noexcept;

  /// The descr as NumPy writes it: "<f4" without quotes, or the list of a record.
  [[nodiscard]] std::string descr() const {
    std::string out(write_descr(nullptr), '\0');
    write_descr(out.data());
    return out;
  }
  /// The type in words: "float32", "big-endian int16", "text of 7", "record of x float32, y
  /// float32".
  [[nodiscard]] std::string words() const {
    std::string out(write_words(nullptr), '\0');
    write_words(out.data());
    return out;
  }
  /// Write the text to `out` (or only count, where null); return its bytes.
  std::size_t write_descr(char* out) const noexcept;
  std::size_t write_words(char* out) const noexcept;

  /// Same kind, coding, size, byte order, units, names, titles and offsets.
  friend NOPY_API bool operator==(const dtype& a, const dtype& b) noexcept;

 private:
  struct tree;  // the fields of a record, or base and extents of a subarray; shared, immutable
  void share() noexcept;
  void give_back() noexcept;

  nopy::kind kind_ = kind::opaque;
  nopy::endian endian_ = endian::none;
  nopy::coding coding_ = coding::standard;
  time_unit unit_ = time_unit::generic;
  std::uint32_t multiple_ = 1;
  std::uint64_t item_bytes_ = 0;
  tree* tree_ = nullptr;
};

/// A named part of a record.
struct dtype_field {
  std::string_view name;
  nopy::dtype type;
  std::uint64_t offset = 0;  ///< bytes from the start of the item
  std::string_view title{};  ///< NumPy's second name; null data where there is none
};

}  // namespace v1
}  // namespace nopy
