// SPDX-License-Identifier: MIT
#include "verbs/load_values.hpp"

#include "array/long_double.hpp"
#include "bytes/checked.hpp"
#include "bytes/tuple_text.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// Enough for the 1024 values the guess looks at; where they are all zero, more are read.
constexpr std::uint64_t guess_bytes = 64 << 10;

std::string_view name_of(coding coding) noexcept {
  switch (coding) {
    case coding::x87:
      return "80-bit extended (x87)";
    case coding::double_double:
      return "double-double";
    default:
      return "IEEE quad";
  }
}

/// Which long double the array holds, told from its first values that are not zero.
result<coding> guess_coding(const opened_source& from, const header& found,
                            std::uint64_t data_offset) noexcept {
  const std::uint64_t item = found.dtype.item_bytes();
  const std::uint64_t step = std::max<std::uint64_t>(guess_bytes / item, 1) * item;
  memory block;
  for (std::uint64_t at = 0; at < found.data_bytes; at += step) {
    const auto count = static_cast<std::size_t>(std::min(step, found.data_bytes - at));
    if (block.size_bytes() == 0) {
      auto made = memory::allocate(count);
      if (!made) return made.error();
      block = *std::move(made);
    }
    const auto bytes = block.bytes().first(count);
    if (const auto read = from.read_at(data_offset + at, bytes); !read) return read.error();
    if (std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b != std::byte{0}; }))
      return core::guess_long_double(found.dtype, bytes);
  }
  return core::guess_long_double(found.dtype, {});
}

result<dtype> told_dtype(const opened_source& from, const header& found,
                         const load_options& options) noexcept {
  const std::uint64_t data_offset = options.offset + found.data_offset;
  const auto guess = guess_coding(from, found, data_offset);
  if (!guess) return from.named(guess.error());
  if (options.on_finding) {
    const bytes::short_text<80> told([&](bytes::text_sink& out) {
      out.put("read as ").put(name_of(*guess)).put(", which the first values fit");
    });
    options.on_finding({severity::note, from.named(error({.code = errc::long_double_guess,
                                                          .offset = data_offset,
                                                          .found = told}))});
  }
  auto told = found.dtype.with_coding(*guess);
  if (!told) return from.named(told.error());
  return told;
}

bool is_number(const dtype& type) noexcept {
  return type.kind() == kind::floating || type.kind() == kind::complex;
}

}  // namespace

result<void> check_rank(const shape& found, std::size_t asked) noexcept {
  if (asked == any_rank || asked == found.rank()) return {};
  const bytes::short_text<240> has([&](bytes::text_sink& out) {
    out.decimal(found.rank()).put(found.rank() == 1 ? " dimension, shape " : " dimensions, shape ");
    bytes::put_tuple(out, found, 7);
  });
  const bytes::short_text<40> wants([&](bytes::text_sink& out) {
    out.decimal(asked).put(asked == 1 ? " dimension" : " dimensions");
  });
  return error({.code = errc::rank_mismatch,
                .summary = "number of dimensions differs",
                .found = has,
                .expected = wants,
                .hint = "load<T>() without a rank takes any"});
}

result<item_transform> make_transform(const opened_source& from, const header& found,
                                      const load_request& request,
                                      const load_options& options) noexcept {
  const auto made = [&](const dtype& type, const load_request& asked) -> result<item_transform> {
    auto how = item_transform::make(type, asked, options.casting);
    if (!how) return from.named(how.error());
    return how;
  };
  const auto is_untold = [](const dtype& type) {
    return is_number(type) && type.coding() == coding::extended;
  };
  if (!is_untold(found.dtype) || found.dtype == request.type) return made(found.dtype, request);
  const auto told = told_dtype(from, found, options);
  if (!told) return told.error();
  load_request asked = request;
  // Of another byte order or shape of number, but not asked to be of another kind.
  if (is_untold(asked.type))
    if (auto same = asked.type.with_coding(told->coding()); same) asked.type = *std::move(same);
  return made(*told, asked);
}

result<std::uint64_t> bytes_in_memory(const opened_source& from, std::uint64_t items,
                                      std::uint64_t item_bytes, const limits& limits) noexcept {
  const auto bytes = checked::mul(items, item_bytes);
  const std::uint64_t most = std::min(limits.array_bytes, checked::most_bytes);
  if (bytes && *bytes <= most) return *bytes;
  const bytes::short_text<40> size(
      [&](bytes::text_sink& out) { out.decimal(bytes.value_or(UINT64_MAX)).put(" bytes"); });
  const bytes::short_text<48> expected(
      [&](bytes::text_sink& out) { out.put("at most ").decimal(most).put(" bytes"); });
  return from.named(error({.code = errc::too_large,
                           .summary = "the array in memory would be too large",
                           .found = size,
                           .expected = expected}));
}

result<memory> allocate_values(const opened_source& from, std::uint64_t bytes) noexcept {
  auto block = memory::allocate(bytes);
  if (block) return block;
  const bytes::short_text<40> size(
      [&](bytes::text_sink& out) { out.decimal(bytes).put(" bytes"); });
  return from.named(error({.code = errc::out_of_memory,
                           .summary = "there is no memory for the array",
                           .found = size,
                           .hint = "map it, or read it in windows (npy_file)"}));
}

void report_values(const opened_source& from, const header& found, const item_transform& items,
                   const load_options& options) noexcept {
  if (!items.saw_odd_bool() || !options.on_finding) return;
  options.on_finding(
      {severity::note,
       from.named(
           error({.code = errc::bool_value, .offset = found.data_offset, .found = "they became 1"}),
           options.offset)});
}

}  // namespace nopy::inline v1::verbs
