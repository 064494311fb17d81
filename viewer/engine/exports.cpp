// SPDX-License-Identifier: MIT
// The functions the page calls. protocol.md describes each; numbers of files and members come from
// outside and are checked here.
#include "engine/exports.hpp"

#include "array/slice.hpp"
#include "engine/anatomy.hpp"
#include "engine/archive_map.hpp"
#include "engine/array_json.hpp"
#include "engine/difference.hpp"
#include "engine/export_slice.hpp"
#include "engine/member_scan.hpp"
#include "engine/objects.hpp"
#include "engine/open_file.hpp"
#include "engine/peek.hpp"
#include "engine/show_window.hpp"
#include "engine/statistics.hpp"

#include <cstring>

namespace nopy::engine {
namespace {

constexpr std::uint32_t protocol_number = 1;

/// What calls that read nothing share: arguments in, an answer out.
struct desk {
  file_table files{};
  bytes::growing<std::byte> arguments{};
  json_writer answer{};
};
/// Never destroyed: the page's memory goes with the page.
desk& here() noexcept {
  alignas(desk) static std::byte place[sizeof(desk)];
  static desk* const one = ::new (static_cast<void*>(place)) desk;
  return *one;
}

error no_such_file() noexcept { return error(errc::usage, "no such file is open"); }

/// The answer of a call: 1, or 0 where it is an error.
template <class Write>
std::uint32_t answer_with(Write&& write) noexcept {
  json_writer& to = here().answer;
  to.clear();
  const result<void> written = write(to);
  if (written && to.whole()) return 1;
  to = json_writer();
  to.put_error(written ? error(errc::out_of_memory) : written.error());
  return 0;
}

/// A job that does `make(file)`; one that fails where that is an error, or the file is not open.
/// Null where memory ran out.
template <class Make>
job* start(std::uint32_t file, Make&& make) noexcept {
  job* made = new (std::nothrow) job;
  if (made == nullptr) return nullptr;
  const file_share found = here().files.find(file);
  result<task<void>> what = no_such_file();
  if (found) what = make(*made, found);
  what ? made->begin(*std::move(what)) : made->refuse(what.error());
  return made;
}

/// The slice whose axes stand at `axes`; the whole array where it is null.
result<window> window_at(opened_file& file, std::uint32_t member, const axis_take* axes) noexcept {
  const auto found = file.array(member);
  if (!found) return found.error();
  const header& head = (*found)->head;
  if (axes == nullptr) return window::whole(head);
  axis_take copy[max_rank];
  const std::size_t rank = head.shape.rank();
  if (rank != 0) std::memcpy(copy, axes, rank * sizeof *axes);
  return window::of(head, {copy, rank});
}

/// A job on a slice.
template <class Make>
job* start_window(std::uint32_t file, std::uint32_t member, const axis_take* axes,
                  Make&& make) noexcept {
  return start(file, [&](job& of, const file_share& found) -> result<task<void>> {
    const auto part = window_at(*found, member, axes);
    if (!part) return part.error();
    return make(of, found, *part);
  });
}

result<void> put_slice(json_writer& to, opened_file& file, std::uint32_t member,
                       std::string_view text) noexcept {
  const auto found = file.array(member);
  if (!found) return found.error();
  const auto chosen = core::selection::parse(text, (*found)->head.shape);
  if (!chosen) return chosen.error();
  to.open('{').key("axes").open('[');
  for (const core::axis_slice& axis : chosen->axes()) {
    to.open('{').key("start").number(axis.start).key("step").signed_number(axis.step);
    to.key("count").number(axis.count).key("dropped").boolean(axis.dropped).close('}');
  }
  const shape extents = chosen->result_shape();
  to.close(']').key("shape").extents({extents.begin(), extents.end()});
  to.key("count").number(extents.count()).close('}');
  return {};
}

result<void> put_cost(json_writer& to, opened_file& file, std::uint32_t member,
                      const axis_take* axes) noexcept {
  const auto part = window_at(file, member, axes);
  if (!part) return part.error();
  array_state& of = **file.array(member);
  const byte_range cost = part->cost();
  const byte_range reach = part->reach();
  const bool deflated = of.bytes.is_deflated();
  const std::uint64_t inflated =
      deflated ? of.bytes.inflated_before(of.head.data_offset + reach.offset) + reach.count : 0;
  // Of a deflated member the share of its compressed bytes, about.
  const double share =
      deflated ? static_cast<double>(inflated) / static_cast<double>(of.bytes.stream_bytes() + 1)
               : 0;
  to.open('{').key("items").number(part->items()).key("ranges").number(cost.offset);
  to.key("readBytes")
      .number(deflated
                  ? static_cast<std::uint64_t>(share * static_cast<double>(of.bytes.stored_bytes()))
                  : cost.count);
  to.key("inflateBytes").number(inflated).close('}');
  return {};
}

}  // namespace
}  // namespace nopy::engine

using namespace nopy;
using namespace nopy::engine;

std::uint32_t page_protocol() { return protocol_number; }

std::byte* page_room(std::uint32_t bytes) {
  auto& arguments = here().arguments;
  arguments.clear();
  return arguments.reserve(bytes == 0 ? 1 : bytes) ? arguments.data() : nullptr;
}

const char* page_answer() { return here().answer.bytes().data(); }
std::uint32_t page_answer_bytes() {
  return static_cast<std::uint32_t>(here().answer.bytes().size());
}

job* page_open(std::uint64_t total_bytes, std::uint32_t strict) {
  const file_share file(new (std::nothrow) opened_file);
  if (!file) return nullptr;
  file->total_bytes = total_bytes;
  file->policy = strict != 0 ? policy::strict : policy::tolerant;
  if (!here().files.add(file)) return nullptr;
  return start(file->id, [](job& of, const file_share& found) { return open_file(of, found); });
}

void page_close(std::uint32_t file) { here().files.remove(file); }

std::uint32_t page_members(std::uint32_t file, std::uint32_t from, std::uint32_t count) {
  return answer_with([&](json_writer& to) -> result<void> {
    const file_share found = here().files.find(file);
    if (!found) return no_such_file();
    const auto all = static_cast<std::uint32_t>(found->is_archive() ? found->members.size() : 0);
    to.open('[');
    for (std::uint32_t i = from; i < all && i - from < count; ++i) put_member(to, *found, i);
    to.close(']');
    return {};
  });
}

std::uint32_t page_slice(std::uint32_t file, std::uint32_t member, const char* text,
                         std::uint32_t bytes) {
  return answer_with([&](json_writer& to) -> result<void> {
    const file_share found = here().files.find(file);
    return found ? put_slice(to, *found, member, {text, bytes}) : no_such_file();
  });
}

std::uint32_t page_cost(std::uint32_t file, std::uint32_t member, const axis_take* axes) {
  return answer_with([&](json_writer& to) -> result<void> {
    const file_share found = here().files.find(file);
    return found ? put_cost(to, *found, member, axes) : no_such_file();
  });
}

job* page_peek(std::uint32_t file, const std::uint32_t* members, std::uint32_t count) {
  bytes::growing<std::uint32_t> chosen;
  if (!chosen.append({members, count})) return nullptr;
  return start(file, [&](job& of, const file_share& found) {
    return answer_peek(of, found, std::move(chosen));
  });
}

job* page_anatomy(std::uint32_t file, std::uint32_t member) {
  return start(file,
               [&](job& of, const file_share& found) { return show_anatomy(of, found, member); });
}

job* page_map(std::uint32_t file, std::uint32_t from, std::uint32_t count) {
  return start(file,
               [&](job& of, const file_share& found) { return show_map(of, found, from, count); });
}

job* page_window(std::uint32_t file, std::uint32_t member, const axis_take* axes,
                 std::uint32_t form, std::int32_t column, std::uint32_t part) {
  return start_window(
      file, member, axes, [&](job& of, const file_share& found, const engine::window& chosen) {
        return show_window(
            of, {found, member, window_form{form & 3}, column, number_part{part & 3}}, chosen);
      });
}

job* page_statistics(std::uint32_t file, std::uint32_t member, const axis_take* axes,
                     std::int32_t column, std::uint32_t part) {
  return start_window(
      file, member, axes, [&](job& of, const file_share& found, const engine::window& chosen) {
        return show_statistics(of, {found, member, column, number_part{part & 3}}, chosen);
      });
}

job* page_histogram(std::uint32_t file, std::uint32_t member, const axis_take* axes,
                    std::int32_t column, std::uint32_t part, double low, double high,
                    std::uint32_t bins) {
  return start_window(file, member, axes,
                      [&](job& of, const file_share& found, const engine::window& chosen) {
                        return show_histogram(of, {found, member, column, number_part{part & 3}},
                                              chosen, {low, high, bins});
                      });
}

job* page_stream(std::uint32_t file, std::uint32_t member, std::uint64_t offset,
                 std::uint64_t count) {
  return start(file, [&](job& of, const file_share& found) {
    return show_stream(of, found, member, {offset, count});
  });
}

job* page_verify(std::uint32_t file, std::uint32_t member) {
  return start(file,
               [&](job& of, const file_share& found) { return verify_member(of, found, member); });
}

job* page_export_npy(std::uint32_t file, std::uint32_t member, const axis_take* axes) {
  return start_window(file, member, axes,
                      [&](job& of, const file_share& found, const engine::window& chosen) {
                        return export_slice(of, found, member, chosen);
                      });
}

job* page_objects(std::uint32_t file, std::uint32_t member) {
  return start(file,
               [&](job& of, const file_share& found) { return show_objects(of, found, member); });
}

job* page_difference(std::uint32_t file_a, std::uint32_t member_a, std::uint32_t file_b,
                     std::uint32_t member_b, double rtol, double atol, std::uint32_t flags) {
  const file_share other = here().files.find(file_b);
  if (!other) file_a = 0;  // no file has that number
  return start(file_a, [&](job& of, const file_share& found) {
    return show_difference(of, {found, member_a}, {other, member_b},
                           {.rtol = rtol,
                            .atol = atol,
                            .equal_nan = (flags & 1) != 0,
                            .equality = (flags & 2) != 0 ? equality::values : equality::bits});
  });
}

job* page_salvage(std::uint32_t file) {
  return start(file, [](job& of, const file_share& found) { return show_salvage(of, found); });
}

std::uint32_t page_job_step(job* of) { return static_cast<std::uint32_t>(of->step()); }
const wanted_range* page_job_ranges(job* of) { return of->ranges().data(); }
std::uint32_t page_job_range_count(job* of) {
  return static_cast<std::uint32_t>(of->ranges().size());
}
void page_job_brought(job* of, std::uint32_t range, std::uint32_t count) {
  of->brought(range, count);
}
std::uint64_t page_job_done(job* of) { return of->done; }
std::uint64_t page_job_total(job* of) { return of->total; }
const char* page_job_answer(job* of) { return of->answer.bytes().data(); }
std::uint32_t page_job_answer_bytes(job* of) {
  return static_cast<std::uint32_t>(of->answer.bytes().size());
}
void page_job_end(job* of) { delete of; }
