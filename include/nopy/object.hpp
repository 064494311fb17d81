// SPDX-License-Identifier: MIT
// Object arrays as data: their pickle is read by a decoder that knows data opcodes and an
// allow-list of names, builds plain values, and never imports, calls or executes anything. Names it
// does not know become inert `foreign` values that show what the pickle says; only a malformed
// stream, or an opcode that points outside of it, is an error.
#pragma once

#include <nopy/header.hpp>

namespace nopy {
inline namespace v1 {

struct object_document;
struct object_node;

/// One decoded Python value: a pointer into the decoded pickle, which lives as long as any value of
/// it. Copies are cheap and may be used from several threads. Shared parts of the pickle (its memo)
/// are shared here too; there are no cycles (a pickle with one is an error). Nesting may be as deep
/// as the pickle is long: walk it with a stack of your own, not by recursion.
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
    array,     ///< a NumPy array: of objects with items, of anything else with data
    scalar,    ///< a NumPy scalar: type and data of one item
    datetime,  ///< text in ISO 8601; a time zone is its one item
    date,
    time,
    timedelta,  ///< items: days, seconds, microseconds
    timezone,   ///< items: the timedelta, a name where it has one
    dtype,
    name,     ///< a class or function, by name only: "numpy.float64"
    foreign,  ///< an object of a class not on the allow-list: see `items`
  };

  object_value(const object_value& other) noexcept;
  object_value(object_value&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  object_value& operator=(object_value other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~object_value();

  [[nodiscard]] enum kind kind() const noexcept;
  /// Items of list, tuple, set and array of objects (in C order); keys
  /// and values in turn of a dict, as the pickle sets them. Of a foreign object: the tuple of its
  /// arguments, then what the pickle gives it afterwards (state, list items, keys and values).
  [[nodiscard]] std::span<const object_value> items() const noexcept;
  /// The shape of an array. The pickle says it; where the header says another, the pickle wins, as
  /// in NumPy.
  [[nodiscard]] nopy::shape shape() const noexcept;
  /// The element type of an array, scalar or dtype; of a StringDType `object`.
  [[nodiscard]] nopy::dtype dtype() const noexcept;
  /// The bytes of an array that holds no objects (in C order) or of a scalar, in its dtype's byte
  /// order; of bytes; and of a floating or complex number its one or two doubles, native.
  [[nodiscard]] std::span<const std::byte> data() const noexcept;
  /// The UTF-8 of text (surrogates, which Python allows, as three bytes), the bytes of bytes, the
  /// decimal digits of an integer (hexadecimal from 4300 digits on), "True" or "False", the ISO
  /// form of date and time, the name of a name or foreign object.
  [[nodiscard]] std::string_view text() const noexcept;
  /// How many foreign objects the whole pickle makes: 0 where everything was understood.
  [[nodiscard]] std::uint64_t foreign_count() const noexcept;

  /// As Python's repr would show it, on one line; NumPy scalars by their value, foreign objects in
  /// angle brackets. Cut with "..." near `most_bytes`, so that a small pickle that shares its parts
  /// can not fill the memory. Cost: the size of the text.
  [[nodiscard]] std::string repr(std::size_t most_bytes = std::size_t{1} << 20) const {
    std::string out(write_repr(nullptr, most_bytes), '\0');
    out.resize(write_repr(out.data(), most_bytes));
    return out;
  }
  /// Writes that text to `out` (or counts only, where null); returns its bytes.
  std::size_t write_repr(char* out, std::size_t most_bytes) const noexcept;

 private:
  friend struct object_document;
  friend struct object_node;
  explicit object_value(object_node* node) noexcept : node_(node) {}
  object_node* node_;
};

/// Decodes the pickle behind the header of an object array; `pickle` begins at the header's data
/// offset. Gives what the pickle holds: an `array` for every file that NumPy wrote. Errors:
/// object_dtype, for a malformed stream or a forbidden opcode, with its name and offset;
/// data_truncated, where the pickle ends early; limit, where more than `limits.array_bytes` would
/// be built; out_of_memory. Cost: one pass; memory in proportion to the pickle's bytes.
[[nodiscard]] NOPY_API result<object_value> decode_objects(const header& of,
                                                           std::span<const std::byte> pickle,
                                                           const limits& limits = {}) noexcept;

}  // namespace v1
}  // namespace nopy
