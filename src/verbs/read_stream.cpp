// SPDX-License-Identifier: MIT
#include "verbs/read_stream.hpp"

#include <nopy/memory.hpp>

#include "bytes/text_sink.hpp"

namespace nopy::inline v1::verbs {
namespace {

// Every ordinary header fits; the decoder asks for more where it does not.
constexpr std::size_t stack_bytes = 4096;

result<void> feed_from(const opened_source& from, std::uint64_t base,
                       core::header_decoder& decoder) noexcept {
  std::byte near_bytes[stack_bytes];
  while (const auto wanted = decoder.wants()) {
    std::span<std::byte> into(near_bytes);
    memory far_bytes;
    if (wanted->count > stack_bytes) {
      auto block = memory::allocate(wanted->count);
      if (!block) return block.error();
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

finding trailing_bytes(std::uint64_t offset, std::uint64_t count) noexcept {
  const bytes::short_text<48> found(
      [&](bytes::text_sink& out) { out.decimal(count).put(" bytes behind the array"); });
  return {severity::warning,
          error({.code = errc::trailing_bytes,
                 .offset = offset,
                 .found = found,
                 .hint = "several arrays in one file are read by load_all, or one by one with "
                         "load_options::offset"})};
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
  if (base > from.total_bytes())
    return from.named(error({.code = errc::usage,
                             .offset = from.total_bytes(),
                             .summary = "the stream would begin behind the end of the source"}));
  core::header_decoder decoder(from.total_bytes() - base,
                               {.policy = options.policy, .limits = options.limits});
  if (const auto fed = feed_from(from, base, decoder); !fed) return fed.error();

  header found = decoder.header();
  const finding_list told = std::exchange(found.findings, {});
  const auto report = [&](const finding& one) {
    finding named{one.severity, from.named(one.what, base)};
    if (options.on_finding != nullptr && *options.on_finding) (*options.on_finding)(named);
    return found.findings.push_back(std::move(named));
  };
  for (const finding& one : told)
    if (!report(one)) return from.named(error(errc::out_of_memory));
  const std::uint64_t behind =
      from.total_bytes() - base - found.data_offset - found.data_bytes;  // the decoder has checked
  if (behind != 0 && !options.one_of_several && !found.dtype.has_objects() &&
      !report(trailing_bytes(found.data_offset + found.data_bytes, behind)))
    return from.named(error(errc::out_of_memory));
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
               .hint = "header and objects can be listed: `nopy show`, or decode_objects"}),
        options.offset);
  return found;
}

}  // namespace nopy::inline v1::verbs
