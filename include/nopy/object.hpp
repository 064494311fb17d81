// SPDX-License-Identifier: MIT
// Object arrays as data: their pickle is read by a decoder that knows data opcodes and an
// allow-list of names, builds plain values, and never imports, calls or executes anything. What it
// does not know stops it, with the opcode or name.
#pragma once

#include <nopy/header.hpp>

#include <vector>

namespace nopy {
inline namespace v1 {

/// One decoded Python value. Shared parts of the pickle (its memo) are shared here too; cycles are
/// an error.
class NOPY_API object_value {
 public:
  enum class kind : std::uint8_t {
    none,
    boolean,
    integer,
    floating,
    complex,
    text,
    bytes,
    list,
    tuple,
    dict,
    set,
    array,
    scalar,
    datetime,
    date,
    time,
    timedelta,
    dtype,
    missing,  ///< missing: StringDType's NA
  };

  object_value(const object_value& other) noexcept;
  object_value(object_value&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  object_value& operator=(object_value other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~object_value();

  [[nodiscard]] enum kind kind() const noexcept;
  /// Items of list, tuple, set and array (in C order); keys and values in turn of a dict.
  [[nodiscard]] std::span<const object_value> items() const noexcept;
  /// The shape of an array.
  [[nodiscard]] const nopy::shape& shape() const noexcept;
  /// The UTF-8 of text, the bytes of bytes, the decimal digits of an integer.
  [[nodiscard]] std::string_view text() const noexcept;

  /// As Python's repr would show it. Cost: the size of the text.
  [[nodiscard]] NOPY_API std::string repr() const;

 private:
  friend struct object_builder;
  struct node;
  explicit object_value(node* made) noexcept : node_(made) {}
  node* node_ = nullptr;
};

/// Decodes the pickle behind the header of an object array into an `array` value of objects.
/// `pickle` begins at the header's data offset. Errors: object_dtype, with the opcode or name that
/// stopped it and its offset; limit, where more than `limits.array_bytes` would be built;
/// out_of_memory. Cost: one pass; memory in proportion to the pickle's bytes.
[[nodiscard]] NOPY_API result<object_value> decode_objects(const header& of,
                                                           std::span<const std::byte> pickle,
                                                           const limits& limits = {}) noexcept;

}  // namespace v1
}  // namespace nopy
