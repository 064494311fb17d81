// SPDX-License-Identifier: MIT
// Grows a header in place: other digits for one extent, fewer spaces behind the dictionary. Source:
// docs/format.md, "Growing in place".
#include "npy/growth.hpp"

#include "bytes/checked.hpp"
#include "bytes/growing.hpp"
#include "bytes/text_sink.hpp"
#include "npy/dictionary.hpp"

#include <cstring>

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

error no_room(std::size_t room, std::size_t needed) noexcept {
  const auto count = [](std::size_t digits) {
    return bytes::short_text<60>(
        [&](bytes::text_sink& sink) { sink.put("room for ").decimal(digits).put(" more digits"); });
  };
  return error({.code = errc::no_room,
                .found = count(room),
                .expected = count(needed),
                .hint = "headers of NumPy before 1.24 keep none; write the array anew"});
}

/// The node of the `axis`-th extent.
const python::node& extent_node(const npy::dictionary_reader& reader, std::size_t axis) noexcept {
  const python::literal& text = reader.text();
  std::uint32_t index = reader.keys().shape + 1;
  for (; axis != 0; --axis) index = text[index].next;
  return text[text.strip(index)];
}

result<void> check_size(header& of, std::size_t axis, std::uint64_t extent) noexcept {
  constexpr std::uint64_t most = 0x7FFFFFFFFFFFFFFF;
  of.shape[axis] = extent;
  std::uint64_t bytes = of.dtype.item_bytes() == 0 ? 1 : of.dtype.item_bytes();
  for (const std::uint64_t one : of.shape) {
    const auto product = checked::mul(bytes, one == 0 ? 1 : one);
    if (!product || *product > most)
      return error({.code = errc::too_large,
                    .summary = "shape x item size would be more than an array can have"});
    bytes = *product;
  }
  return {};
}

}  // namespace

result<void> grow_header(std::span<std::byte> preamble_and_header, std::uint64_t extent) noexcept {
  const auto before =
      npy::read_preamble(preamble_and_header, preamble_and_header.size(), UINT64_MAX);
  if (!before) return before.error();
  const npy::preamble& found = **before;
  char* text = reinterpret_cast<char*>(preamble_and_header.data()) + found.bytes;
  bytes::growing<finding> findings;
  npy::dictionary_reader reader(found, policy::tolerant, findings);
  if (auto opened = reader.open({text, found.header_bytes}); !opened) return opened;
  header decoded;
  if (auto done = reader.read(decoded); !done) return done;
  const python::node& shape_node = reader.text()[reader.keys().shape];
  if (shape_node.next == reader.keys().shape + 1)
    return error({.code = errc::usage, .summary = "an array of rank 0 can not grow"});
  const std::size_t rank = reader.text().count(reader.keys().shape);
  const std::size_t axis = decoded.order == order::fortran ? rank - 1 : 0;
  if (auto fits = check_size(decoded, axis, extent); !fits) return fits;
  const python::node& old = extent_node(reader, axis);
  const std::size_t old_digits = old.end - old.begin;
  const std::size_t new_digits = npy::decimal_digits(extent);
  std::size_t end = reader.text()[reader.text().strip(0)].end;  // behind the closing brace
  std::size_t room = 0;
  while (end + room < found.header_bytes && text[end + room] == ' ') ++room;
  if (end + room == found.header_bytes && room > 0) --room;  // stays for a newline
  if (new_digits > old_digits + room) return no_room(room, new_digits - old_digits);
  char* const rest = text + old.end;
  const std::size_t rest_count = end - old.end;
  std::memmove(text + old.begin + new_digits, rest, rest_count);
  bytes::text_sink(text + old.begin).decimal(extent);
  end = old.begin + new_digits + rest_count;
  if (new_digits < old_digits) std::memset(text + end, ' ', old_digits - new_digits);
  return {};
}

}  // namespace core
}  // namespace v1
}  // namespace nopy
