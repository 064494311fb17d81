// SPDX-License-Identifier: MIT
// The exact text of one item of any dtype. Owns the rule of docs/text.md.
#pragma once

#include "bytes/text_sink.hpp"

#include <nopy/dtype.hpp>

#include <cstddef>

namespace nopy::texts {

/// Where a value stands: text inside a tuple or a list is quoted, as Python does; alone it is not.
enum class place : std::uint8_t { alone, inside };

void put_value(bytes::text_sink& sink, const dtype& type, const std::byte* item,
               place where = place::alone) noexcept;

/// The integer at `item`, sign-extended; one-byte types of fewer bits keep their low bits only.
[[nodiscard]] std::int64_t load_signed(const dtype& type, const std::byte* item) noexcept;
[[nodiscard]] std::uint64_t load_unsigned(const dtype& type, const std::byte* item) noexcept;

/// repr of an item of `U`, without the NULs at its end.
void put_text_repr(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept;
/// repr of an item of `S`, without the NULs at its end.
void put_bytes_repr(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept;

/// Whether a subarray has no bytes and yet too many elements or too deep ones to write them all: a
/// descr of a hundred characters can claim 10^96 of them.
[[nodiscard]] bool uncountable(const dtype& type) noexcept;

/// Writes the elements of a subarray in brackets, one pair for each axis; `put(element)` writes one.
template <class Put>
void put_subarray(bytes::text_sink& sink, const dtype& type, const std::byte* item,
                  Put&& put) noexcept {
  if (uncountable(type)) return (void)sink.put("[...]");
  const auto extents = type.extents();
  const std::uint64_t step = type.base().item_bytes();
  const auto axis = [&](auto&& self, std::size_t depth, const std::byte*& at) -> void {
    sink.put('[');
    for (std::uint64_t i = 0; i < extents[depth]; ++i) {
      if (i != 0) sink.put(", ");
      if (depth + 1 < extents.size()) {
        self(self, depth + 1, at);
      } else {
        put(at);
        at += step;
      }
    }
    sink.put(']');
  };
  if (extents.empty()) return put(item);
  axis(axis, 0, item);
}

/// Writes the fields of a record in parentheses; `put(field)` writes one.
template <class Put>
void put_record(bytes::text_sink& sink, const dtype& type, Put&& put) noexcept {
  const auto fields = type.fields();
  sink.put('(');
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i != 0) sink.put(", ");
    put(fields[i]);
  }
  sink.put(fields.size() == 1 ? ",)" : ")");
}

}  // namespace nopy::texts
