// SPDX-License-Identifier: MIT
// What the allow-listed names mean: each makes a value from its arguments. Owns the rule that
// arguments that do not fit are no error: the caller then shows the call as a foreign object.
#pragma once

#include "object/node.hpp"

#include <optional>

namespace nopy::object {

using value_kind = enum object_value::kind;

/// A value; null where memory or budget ran out; nothing where the arguments do not fit.
using made = std::optional<object_node*>;

/// Builtins, collections, datetime, codecs.
[[nodiscard]] made make_plain(object_document& in, symbol what, const object_node& args) noexcept;
/// NumPy's arrays, scalars and dtypes.
[[nodiscard]] made make_numpy(object_document& in, symbol what, const object_node& args) noexcept;

/// What came of giving an object its state.
enum class state_result : std::uint8_t { done, malformed, no_memory };
[[nodiscard]] state_result set_array_state(object_document& in, object_node& array,
                                           const object_node& state) noexcept;
[[nodiscard]] state_result set_dtype_state(object_document& in, object_node& dtype,
                                           const object_node& state) noexcept;

/// An object of an unknown class: its name, the tuple of its arguments. Null without memory.
[[nodiscard]] object_node* make_foreign(object_document& in, std::string_view name,
                                        object_node* args) noexcept;

/// The number of an integer or boolean that 64 bits hold.
[[nodiscard]] std::optional<std::int64_t> integer_of(const object_node& node) noexcept;
/// The bytes of bytes, or of a text that came from Python 2 bytes: its code points up to 255.
/// Nothing for what has none; null data where memory ran out.
[[nodiscard]] std::optional<std::string_view> raw_of(object_document& in,
                                                     const object_node& node) noexcept;

}  // namespace nopy::object
