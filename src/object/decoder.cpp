// SPDX-License-Identifier: MIT
// The loop over a pickle: reads an opcode and its argument, lets the machine run it, and turns what
// stopped it into an error. Then the search for cycles, which this library does not hand out.
#include "object/machine.hpp"

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"

#include <algorithm>

namespace nopy {
namespace object {
namespace {

/// Most bytes that values take for one byte of the pickle. An honest pickle stays below a third of
/// it: an empty list is one byte there and a node here.
constexpr std::uint64_t growth = 256;

error malformed(std::string_view summary, const opcode_row& opcode, std::uint64_t offset,
                std::string_view concerned, std::string_view hint = {}) noexcept {
  const bytes::short_text<160> found([&](bytes::text_sink& out) {
    out.put("opcode ").put(opcode.name);
    if (!concerned.empty()) out.put(" on ").put(bytes::clipped(concerned, 100));
  });
  return error({.code = errc::object_dtype,
                .offset = offset,
                .summary = summary,
                .found = found,
                .hint = hint});
}

error describe(outcome why, const opcode_row& opcode, std::uint64_t offset,
               std::string_view concerned) noexcept {
  switch (why) {
    case outcome::stack_empty:
      return malformed("the pickle is malformed: an opcode finds too few values", opcode, offset,
                       {});
    case outcome::no_mark:
      return malformed("the pickle is malformed: an opcode finds no MARK", opcode, offset, {});
    case outcome::wrong_operand:
      return malformed("the pickle is malformed: an opcode finds values it does not take", opcode,
                       offset, concerned);
    case outcome::bad_argument:
      return malformed("the pickle is malformed: an opcode's argument can not be", opcode, offset,
                       {});
    case outcome::bad_state:
      return malformed("the pickle is malformed: a NumPy object's state can not be", opcode, offset,
                       concerned);
    case outcome::no_such_memo:
      return malformed("the pickle is malformed: it refers to a value it did not store", opcode,
                       offset, {});
    case outcome::outside:
      return malformed("the pickle refers to something outside of itself", opcode, offset, {},
                       "its meaning depends on the program that wrote it; nopy runs no program");
    default:
      return error(errc::out_of_memory);
  }
}

error ends_early(const opcode_row* opcode, std::uint64_t offset) noexcept {
  const bytes::short_text<64> found([&](bytes::text_sink& out) {
    out.put("end of data");
    if (opcode != nullptr) out.put(" in opcode ").put(opcode->name);
  });
  return error({.code = errc::data_truncated,
                .offset = offset,
                .summary = "the pickle ends early",
                .found = found,
                .expected = "a pickle that ends in opcode STOP"});
}

error over_budget(std::uint64_t offset, std::uint64_t budget) noexcept {
  const bytes::short_text<64> expected(
      [&](bytes::text_sink& out) { out.put("at most ").decimal(budget).put(" bytes"); });
  return error({.code = errc::limit,
                .offset = offset,
                .summary = "the pickle's values take more memory than allowed",
                .expected = expected,
                .hint = "limits.array_bytes, or 256 times the pickle's own size, is the bound"});
}

std::optional<std::string_view> take_line(bytes::cursor& from) noexcept {
  const std::size_t end = bytes::text_of(from.rest()).find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = bytes::text_of(*from.take(end + 1));
  line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
  return line;
}

/// An integer of `count` bytes.
std::optional<std::uint64_t> take_number(bytes::cursor& from, std::size_t count) noexcept {
  const auto raw = from.take(count);
  if (!raw) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | std::to_integer<unsigned>((*raw)[i]);
  return value;
}

std::optional<argument> take_argument(bytes::cursor& from, argument_form form) noexcept {
  constexpr std::size_t bytes[] = {0, 1, 2, 4, 8, 1, 4, 8};
  argument given;
  if (form == argument_form::nothing) return given;
  if (form >= argument_form::line) {
    const auto first = take_line(from);
    const auto second =
        first && form == argument_form::two_lines ? take_line(from) : std::string_view();
    if (!first || !second) return std::nullopt;
    given.text = *first;
    given.name = *second;
    return given;
  }
  const auto number = take_number(from, bytes[static_cast<std::size_t>(form)]);
  if (!number) return std::nullopt;
  given.number = *number;
  if (form < argument_form::counted1) return given;
  const auto counted = from.take(*number);
  if (!counted) return std::nullopt;
  given.text = bytes::text_of(*counted);
  return given;
}

/// Whether a value contains itself: a depth-first walk with its own stack, each node once.
/// Nothing where memory ran out.
std::optional<bool> has_cycle(object_node* root) noexcept {
  struct step {
    object_node* node;
    std::size_t next;
  };
  bytes::growing<step> path;
  root->mark = 1;
  if (!path.push_back({root, 0})) return std::nullopt;
  while (!path.empty()) {
    step& last = path.back();
    if (last.next == last.node->count) {
      last.node->mark = 2;
      path.pop_back();
      continue;
    }
    object_node* below = last.node->item(last.next++);
    if (below->mark == 1) return true;
    if (below->mark == 2) continue;
    below->mark = below->count == 0 ? 2 : 1;
    if (below->count != 0 && !path.push_back({below, 0})) return std::nullopt;
  }
  return false;
}

/// Runs the whole pickle; the value, which lives in `in`.
result<object_node*> run(object_document& in, bytes::cursor& from) noexcept {
  const std::uint64_t first = from.offset();
  const std::uint64_t budget = in.budget;
  machine values(in, from.left());
  if (!values.prepare())
    return in.over_budget ? over_budget(first, budget) : error(errc::out_of_memory);
  for (;;) {
    const std::uint64_t offset = from.offset();
    const auto code = from.take(1);
    if (!code) return ends_early(nullptr, offset);
    const std::uint8_t row = opcode_rows.row[std::to_integer<std::uint8_t>(code->front())];
    if (row == 0xFF) {
      const bytes::short_text<32> found([&](bytes::text_sink& out) {
        out.put("byte 0x").hex(std::to_integer<unsigned>(code->front()), 2);
      });
      return error({.code = errc::object_dtype,
                    .offset = offset,
                    .summary = "the pickle is malformed: this is no opcode",
                    .found = found,
                    .expected = "an opcode of pickle protocols 0 to 5"});
    }
    const opcode_row& opcode = opcode_table[row];
    if (opcode.does == action::outside) return describe(outcome::outside, opcode, offset, {});
    const auto given = take_argument(from, opcode.argument);
    if (!given) return ends_early(&opcode, offset);
    const outcome done = values.run(opcode, *given);
    if (done == outcome::next) continue;
    if (done == outcome::no_memory && in.over_budget) return over_budget(offset, budget);
    if (done != outcome::stop) return describe(done, opcode, offset, values.concerned());
    const auto cycle = has_cycle(values.top());
    if (!cycle) return error(errc::out_of_memory);
    if (*cycle)
      return malformed("a value of the pickle contains itself", opcode, offset, {},
                       "no array can show it; save the parts instead");
    return values.top();
  }
}

}  // namespace
}  // namespace object

inline namespace v1 {

result<object_value> decode_objects(const header& of, std::span<const std::byte> pickle,
                                    const limits& limits) noexcept {
  constexpr std::uint64_t small = 64 * 1024;  // what the shortest pickle may take
  constexpr std::uint64_t most = (UINT64_MAX - small) / object::growth;
  const std::uint64_t grown = std::min<std::uint64_t>(pickle.size(), most) * object::growth + small;
  object_document* in = object_document::make(std::min(grown, limits.array_bytes));
  if (in == nullptr) return error(errc::out_of_memory);
  bytes::cursor from(pickle, of.data_offset);
  auto root = object::run(*in, from);
  result<object_value> decoded =
      root ? result<object_value>(in->value(*root)) : result<object_value>(std::move(root).error());
  in->release();
  return decoded;
}

}  // namespace v1
}  // namespace nopy
