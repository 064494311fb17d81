// SPDX-License-Identifier: MIT
#include "verbs/read_stream.hpp"

#include <nopy/memory.hpp>

#include "npy/magic.hpp"
#include "verbs/member_stream.hpp"

namespace nopy::inline v1::verbs {
namespace {

// An ordinary header is 128 bytes long. What is inflated behind it is thrown away, and of a member
// that is far away no more is at hand.
constexpr std::uint32_t little_at_once = 256;

// A second request for the header of a long record costs more than the bytes.
constexpr std::uint32_t much_at_once = 4096;

bool lies_far(const opened_source& from) noexcept {
  return from.member() != nullptr && from.member()->of().from.tail_at_hand() != 0;
}

std::uint32_t first_bytes(const opened_source& from) noexcept {
  if (from.forward_only() || lies_far(from)) return little_at_once;
  return from.file() != nullptr ? read_at_once : much_at_once;
}

result<void> feed_from(const opened_source& from, std::uint64_t base,
                       core::header_decoder& decoder) noexcept {
  std::byte near_bytes[much_at_once];
  while (const auto wanted = decoder.wants()) {
    std::span<std::byte> into(near_bytes);
    memory far_bytes;
    if (wanted->count > sizeof near_bytes) {
      auto block = memory::allocate(wanted->count);
      if (!block) return from.named(block.error());
      far_bytes = *std::move(block);
      into = far_bytes.bytes();
    }
    into = into.first(static_cast<std::size_t>(wanted->count));
    if (const auto read = from.read_at(base + wanted->offset, into); !read)
      return from.named(read.error());
    if (const auto fed = decoder.feed(into); !fed) return from.named(fed.error(), base);
  }
  return {};
}

/// What is told of a member before its header: deviations of its records. An archive that was opened tolerantly may be
/// read strictly.
result<void> tell_records(const member_stream& from, policy policy, const stream_options& options,
                          finding_list& findings) noexcept {
  for (const finding& one : from.findings()) {
    if (policy == policy::strict) return one.what;
    if (options.on_finding != nullptr && *options.on_finding) (*options.on_finding)(one);
    if (!findings.push_back(one)) return error(errc::out_of_memory);
  }
  return {};
}

/// A member that holds the beginning of the magic and no more was cut; other short ones are no arrays.
error short_member(std::uint64_t bytes, const error& what) noexcept {
  error_parts parts = what.parts();
  if (what.code() != errc::bad_magic || bytes == 0 || bytes >= npy::magic_bytes ||
      parts.offset != bytes)
    return what;
  parts.code = errc::header_truncated;
  parts.summary = "the member ends inside the magic of an array";
  return error(parts);
}

}  // namespace

stream_options stream_options_of(const load_options& options) noexcept {
  return {.policy = options.policy,
          .limits = options.limits,
          .on_finding = &options.on_finding,
          .offset = options.offset};
}

stream_options stream_options_of(const map_options& options) noexcept {
  return {.policy = options.policy, .limits = options.limits, .on_finding = &options.on_finding};
}

result<header> read_stream_header(const opened_source& from,
                                  const stream_options& options) noexcept {
  const std::uint64_t base = options.offset;
  const member_stream* member = from.member();
  const policy policy =
      member != nullptr && member->of().policy == policy::strict ? policy::strict : options.policy;
  if (base > from.total_bytes())
    return from.named(error({.code = errc::usage,
                             .offset = from.total_bytes(),
                             .summary = "the stream would begin behind the end of the source"}));
  core::header_decoder decoder(
      from.total_bytes() - base,
      {.policy = policy, .limits = options.limits, .short_data = options.short_data},
      first_bytes(from));
  finding_list records;
  if (member != nullptr)
    if (const auto told = tell_records(*member, policy, options, records); !told)
      return told.error();
  if (const auto fed = feed_from(from, base, decoder); !fed)
    return member != nullptr ? short_member(from.total_bytes(), fed.error()) : fed.error();

  header found = decoder.header();
  const finding_list told = std::exchange(found.findings, std::move(records));
  for (const finding& one : told) {
    if (options.one_of_several && one.code() == errc::trailing_bytes) continue;
    finding named{one.severity, from.named(one.what, base)};
    if (options.on_finding != nullptr && *options.on_finding) (*options.on_finding)(named);
    if (!found.findings.push_back(std::move(named))) return from.named(error(errc::out_of_memory));
  }
  return found;
}

result<header> read_value_header(const opened_source& from,
                                 const stream_options& options) noexcept {
  auto found = read_stream_header(from, options);
  if (found && found->dtype.has_objects())
    return from.named(
        error({.code = errc::object_dtype,
               .offset = found->data_offset,
               .summary = "the elements are Python objects, which are never loaded as values",
               .found = "a pickle",
               .hint = "`nopy show` lists header and objects; decode_objects reads them as data"}),
        options.offset);
  return found;
}

}  // namespace nopy::inline v1::verbs
