// SPDX-License-Identifier: MIT
// read_header and the load verbs.
#include <nopy/load.hpp>

#include "array/long_double.hpp"
#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"
#include "verbs/load_values.hpp"

#include <algorithm>

namespace nopy::inline v1 {
namespace verbs {
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

error shape_differs(const shape& found, const shape& asked) noexcept {
  const bytes::short_text<200> has([&](bytes::text_sink& out) { put_shape(out, found); });
  const bytes::short_text<200> wants([&](bytes::text_sink& out) { put_shape(out, asked); });
  return error({.code = errc::shape_mismatch,
                .summary = "the destination has another shape than the array",
                .found = has,
                .expected = wants});
}

/// The header of an array in memory that was loaded from `found`.
header loaded_header(header found, const load_request& request, std::uint64_t bytes) noexcept {
  found.dtype = request.type;
  found.order = request.order;
  found.data_bytes = bytes;
  return found;
}

result<void> read_values(const opened_source& from, const header& found,
                         const item_transform& items, order memory_order, std::byte* into,
                         const load_options& options) noexcept {
  const window_request request{
      .from = from, .of = found, .data_offset = options.offset + found.data_offset, .items = items};
  auto read = read_window(request, whole_window(found, memory_order), into, options.progress,
                          options.parallel);
  // Untrusted input is read as one state of the file, or not at all.
  if (read && options.policy == policy::strict && from.file() != nullptr)
    read = from.file()->check_unchanged();
  if (!read) return from.named(read.error());
  return {};
}

}  // namespace

void put_shape(bytes::text_sink& out, const shape& extents) noexcept {
  out.put('(');
  for (std::size_t axis = 0; axis < extents.rank(); ++axis) {
    if (axis != 0) out.put(", ");
    if (axis == 7) {
      out.put("...)");
      return;
    }
    out.decimal(extents[axis]);
  }
  out.put(extents.rank() == 1 ? ",)" : ")");
}

result<void> check_rank(const shape& found, std::size_t asked) noexcept {
  if (asked == any_rank || asked == found.rank()) return {};
  const bytes::short_text<240> has([&](bytes::text_sink& out) {
    out.decimal(found.rank()).put(found.rank() == 1 ? " dimension, shape " : " dimensions, shape ");
    put_shape(out, found);
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
  dtype type = found.dtype;
  if (is_number(type) && type.coding() == coding::extended && !(type == request.type)) {
    auto told = told_dtype(from, found, options);
    if (!told) return told.error();
    type = *std::move(told);
  }
  auto made = item_transform::make(type, request, options.casting);
  if (!made) return from.named(made.error());
  return made;
}

result<memory> allocate_values(const opened_source& from, std::uint64_t items,
                               std::uint64_t item_bytes, const limits& limits) noexcept {
  const auto bytes = checked::mul(items, item_bytes);
  const std::uint64_t most = std::min(limits.array_bytes, checked::most_bytes);
  const bytes::short_text<40> size(
      [&](bytes::text_sink& out) { out.decimal(bytes.value_or(UINT64_MAX)).put(" bytes"); });
  if (!bytes || *bytes > most) {
    const bytes::short_text<48> expected(
        [&](bytes::text_sink& out) { out.put("at most ").decimal(most).put(" bytes"); });
    return from.named(error({.code = errc::too_large,
                             .summary = "the array in memory would be too large",
                             .found = size,
                             .expected = expected}));
  }
  auto block = memory::allocate(*bytes);
  if (!block)
    return from.named(error({.code = errc::out_of_memory,
                             .summary = "there is no memory for the array",
                             .found = size,
                             .hint = "map it, or read it in windows (npy_file)"}));
  return block;
}

result<any_array> load_as_it_is(const opened_source& from, const header& found,
                                const load_options& options) noexcept {
  auto block = allocate_values(from, found.shape.count(), found.dtype.item_bytes(), options.limits);
  if (!block) return block.error();
  const auto read =
      read_values(from, found, item_transform(found.dtype), found.order, block->data(), options);
  if (!read) return read.error();
  return any_array(found, *std::move(block));
}

}  // namespace verbs

result<header> try_read_header(const source& from, const load_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  return verbs::read_stream_header(*opened, verbs::stream_options_of(options));
}

result<any_array> try_load(const source& from, const load_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  return verbs::load_as_it_is(*opened, *found, options);
}

result<any_array> try_load_as(const source& from, const load_request& request,
                              const load_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  if (const auto fits = verbs::check_rank(found->shape, request.rank); !fits)
    return opened->named(fits.error());
  const auto items = verbs::make_transform(*opened, *found, request, options);
  if (!items) return items.error();
  auto block =
      verbs::allocate_values(*opened, found->shape.count(), items->to_bytes(), options.limits);
  if (!block) return block.error();
  const auto read =
      verbs::read_values(*opened, *found, *items, request.order, block->data(), options);
  if (!read) return read.error();
  return any_array(verbs::loaded_header(*found, request, block->size_bytes()), *std::move(block));
}

result<void> try_load_into(const source& from, const load_request& request, const shape& extents,
                           std::span<std::byte> into, const load_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  if (const auto fits = verbs::check_rank(found->shape, extents.rank()); !fits)
    return opened->named(fits.error());
  if (found->shape != extents) return opened->named(verbs::shape_differs(found->shape, extents));
  const auto items = verbs::make_transform(*opened, *found, request, options);
  if (!items) return items.error();
  const auto bytes = checked::mul(extents.count(), items->to_bytes());
  if (!bytes || *bytes != into.size())
    return opened->named(error(errc::usage, "the destination has not the bytes of its shape"));
  return verbs::read_values(*opened, *found, *items, request.order, into.data(), options);
}

#if NOPY_EXCEPTIONS
std::vector<any_array> load_all(const source& from, const load_options& options) {
  auto opened = verbs::opened_source::open(from);
  if (!opened) throw exception(opened.error());
  std::vector<any_array> all;
  load_options here = options;
  do {
    verbs::stream_options stream = verbs::stream_options_of(here);
    stream.one_of_several = true;
    const header found = verbs::read_value_header(*opened, stream).value();
    all.push_back(verbs::load_as_it_is(*opened, found, here).value());
    here.offset += found.data_offset + found.data_bytes;
  } while (here.offset < opened->total_bytes());
  return all;
}
#endif

}  // namespace nopy::inline v1
