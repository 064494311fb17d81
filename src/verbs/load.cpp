// SPDX-License-Identifier: MIT
// read_header and the load verbs.
#include <nopy/load.hpp>

#include "bytes/checked.hpp"
#include "bytes/tuple_text.hpp"
#include "verbs/load_values.hpp"
#include "verbs/member_stream.hpp"

namespace nopy::inline v1 {
namespace verbs {
namespace {

error shape_differs(const shape& found, const shape& asked) noexcept {
  const bytes::short_text<200> has([&](bytes::text_sink& out) { bytes::put_tuple(out, found, 7); });
  const bytes::short_text<200> wants(
      [&](bytes::text_sink& out) { bytes::put_tuple(out, asked, 7); });
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

/// Tasks read a member side by side that is stored or has chunks. The checksum of a stored one is a
/// pass of its own then.
result<void> make_ready_for_tasks(const opened_source& from, const load_options& options) noexcept {
  member_stream* const member = from.member();
  if (member == nullptr || !options.parallel) return {};
  if (member->is_stored()) {
    member->read_windows();
    return {};
  }
  const auto chunked = member->read_chunks(member_stream::on_stale::give_up);
  return chunked ? result<void>() : result<void>(from.named(chunked.error()));
}

/// A table of chunks that was there and of no use.
void report_stale_table(const opened_source& from, const load_options& options) noexcept {
  if (from.member() == nullptr || !options.on_finding) return;
  if (const auto stale = from.member()->stale_table()) options.on_finding(*stale);
}

result<void> read_values(const opened_source& from, const header& found,
                         const item_transform& items, order memory_order, std::byte* into,
                         const load_options& options) noexcept {
  const window_request request{
      .from = from, .of = found, .data_offset = options.offset + found.data_offset, .items = items};
  const auto read_all = [&](const parallel_callback& parallel) {
    return read_window(request, whole_window(found, memory_order), into, options.progress,
                       parallel);
  };
  if (const auto ready = make_ready_for_tasks(from, options); !ready) return ready;
  auto read = read_all(options.parallel);
  member_stream* const member = from.member();
  if (!read && member != nullptr && member->has_chunks() &&
      read.error().code() != errc::cancelled) {
    // What is wrong with a member is what reading it in order says.
    member->leave_chunks();
    read = read_all({});
  }
  // Untrusted input is read as one state of the file, or not at all.
  if (read && options.policy == policy::strict && from.file() != nullptr)
    read = from.file()->check_unchanged();
  if (!read) return from.named(read.error());
  report_values(from, found, items, options);
  report_stale_table(from, options);
  return {};
}

/// Where the values of an array go, once all that its header says was checked: exactly `bytes` of
/// them.
using destination = function_ref<result<std::span<std::byte>>(
    const opened_source& from, const header& found, std::uint64_t bytes)>;

/// Loads what the request asks for to where `room` says; nothing is made room for before the header
/// was held against the bytes that are there, the request and the limits.
result<void> load_to(const source& from, const load_request& request, const load_options& options,
                     destination room) noexcept {
  const auto opened = opened_source::open(from);
  if (!opened) return opened.error();
  const auto found = read_value_header(*opened, stream_options_of(options));
  if (!found) return found.error();
  if (const auto fits = check_rank(found->shape, request.rank); !fits)
    return opened->named(fits.error());
  const auto items = make_transform(*opened, *found, request, options);
  if (!items) return items.error();
  const auto bytes =
      bytes_in_memory(*opened, found->shape.count(), items->to_bytes(), options.limits);
  if (!bytes) return bytes.error();
  const auto into = room(*opened, *found, *bytes);
  if (!into) return into.error();
  if (into->size() != *bytes)
    return opened->named(error(errc::usage, "the destination has not the bytes of its shape"));
  if (const auto read = read_values(*opened, *found, *items, request.order, into->data(), options);
      !read)
    return read;
  return finish(*opened);
}

/// Loads the array of `found` with its own type and order.
result<any_array> load_as_it_is(const opened_source& from, const header& found,
                                const load_options& options) noexcept {
  const auto bytes =
      bytes_in_memory(from, found.shape.count(), found.dtype.item_bytes(), options.limits);
  if (!bytes) return bytes.error();
  auto block = allocate_values(from, *bytes);
  if (!block) return block.error();
  const auto read =
      read_values(from, found, item_transform(found.dtype), found.order, block->data(), options);
  if (!read) return read.error();
  return any_array(found, *std::move(block));
}

}  // namespace

result<void> finish(const opened_source& from) noexcept {
  if (from.member() == nullptr) return {};
  if (const auto whole = from.member()->finish(); !whole) return from.named(whole.error());
  return {};
}

}  // namespace verbs

result<header> try_read_header(const source& from, const load_options& options) noexcept {
  std::byte first[verbs::read_at_once];
  auto opened = verbs::opened_source::open_and_read(from, first);
  if (!opened) return opened.error();
  verbs::stream_options stream = verbs::stream_options_of(options);
  stream.short_data = short_data::finding;  // the header is whole, and all that was asked for
  if (opened->size_is_read()) {
    // Where all fits together nobody has to ask for the size; else that is done, and what is odd is told.
    verbs::stream_options silent = stream;
    silent.on_finding = nullptr;
    auto found = verbs::read_stream_header(*opened, silent);
    if (found && found->findings.empty() &&
        options.offset + found->data_offset + found->data_bytes == opened->total_bytes())
      return found;
    opened = verbs::opened_source::open(from);
    if (!opened) return opened.error();
  }
  return verbs::read_stream_header(*opened, stream);
}

result<any_array> try_load(const source& from, const load_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  auto loaded = verbs::load_as_it_is(*opened, *found, options);
  if (!loaded) return loaded;
  if (const auto whole = verbs::finish(*opened); !whole) return whole.error();
  return loaded;
}

result<any_array> try_load_as(const source& from, const load_request& request,
                              const load_options& options) noexcept {
  header made;
  memory block;
  const auto room = [&](const verbs::opened_source& opened, const header& found,
                        std::uint64_t bytes) -> result<std::span<std::byte>> {
    auto allocated = verbs::allocate_values(opened, bytes);
    if (!allocated) return allocated.error();
    block = *std::move(allocated);
    made = verbs::loaded_header(found, request, bytes);
    return block.bytes();
  };
  if (const auto loaded = verbs::load_to(from, request, options, room); !loaded)
    return loaded.error();
  return any_array(std::move(made), std::move(block));
}

result<void> try_load_into(const source& from, const load_request& request, const shape& extents,
                           std::span<std::byte> into, const load_options& options) noexcept {
  const auto room = [&](const verbs::opened_source& opened, const header& found,
                        std::uint64_t) -> result<std::span<std::byte>> {
    if (const auto fits = verbs::check_rank(found.shape, extents.rank()); !fits)
      return opened.named(fits.error());
    if (found.shape != extents) return opened.named(verbs::shape_differs(found.shape, extents));
    return into;
  };
  return verbs::load_to(from, request, options, room);
}

result<void> try_load_into(const source& from, const load_request& request, make_room make,
                           const load_options& options) noexcept {
  const auto room = [&](const verbs::opened_source& opened, const header& found,
                        std::uint64_t) -> result<std::span<std::byte>> {
    auto made = make(found.shape);
    if (!made) return opened.named(made.error());
    return made;
  };
  return verbs::load_to(from, request, options, room);
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
  verbs::finish(*opened).value();
  return all;
}
#endif

}  // namespace nopy::inline v1
