// SPDX-License-Identifier: MIT
// The map verbs: what is there, in place, never converted; of a file, or of a stored member of an archive.
#include <nopy/load.hpp>

#include "bytes/text_sink.hpp"
#include "os/mapping.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/network_check.hpp"
#include "verbs/read_stream.hpp"

namespace nopy::inline v1 {
namespace {

os::mapping_access access_of(map_mode mode) noexcept {
  switch (mode) {
    case map_mode::private_copy:
      return os::mapping_access::private_copy;
    case map_mode::writable:
      return os::mapping_access::shared;
    default:
      return os::mapping_access::read;
  }
}

error no_file() noexcept {
  return error({.code = errc::usage,
                .summary = "only what is read from a file by path or descriptor can be mapped",
                .hint = "the bytes are in memory already: load them"});
}

/// The error about data that lies at `offset` of an archive, which is what counts for alignment.
error in_archive(const error& what, std::uint64_t offset) noexcept {
  error_parts parts = what.parts();
  if (parts.code != errc::unaligned) return what;
  parts.offset = offset;
  const bytes::short_text<96> there([&](bytes::text_sink& out) {
    out.put("data at byte ").decimal(offset).put(" of the archive");
  });
  parts.found = there;
  parts.hint =
      "map<packed<T>>() reads it in place, load() copies it; save_npz writes aligned members";
  return error(parts);
}

result<verbs::opened_source> open_to_map(const source& from, map_mode mode) noexcept {
  if (from.kind() == source::kind::path)
    return verbs::opened_source::open(from.path(), mode == map_mode::writable
                                                       ? os::file_access::read_write
                                                       : os::file_access::read);
  if (from.kind() == source::kind::member && mode == map_mode::writable)
    return error(errc::usage,
                 "a member can not be mapped for writing: its checksum would not follow");
  return verbs::opened_source::open(from);
}

/// Maps after `check(header, address)` agreed. The address counts only for its alignment.
template <class Check>
result<any_array> map_checked(const source& from, map_mode mode, const map_options& options,
                              Check&& check) noexcept {
  const auto opened = open_to_map(from, mode);
  if (!opened) return opened.error();
  const verbs::member_stream* member = opened->member();
  if (member != nullptr && !member->is_stored()) return opened->named(member->compressed());
  const os::file* file = member == nullptr ? opened->file() : member->of().from.file();
  if (file == nullptr) return opened->named(no_file());
  if (mode == map_mode::writable)
    if (const auto safe = verbs::check_network(file->descriptor(), options.on_network); !safe)
      return opened->named(safe.error());
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  const std::uint64_t offset =
      found->data_offset + (member == nullptr ? std::uint64_t{0} : member->data_offset());
  auto mapped = os::map_range(*file, offset, found->data_bytes, access_of(mode));
  if (!mapped) return opened->named(mapped.error());
  if (const result<void> fits = check(*found, mapped->data()); !fits)
    return opened->named(member == nullptr ? fits.error() : in_archive(fits.error(), offset));
  return any_array(*found, *std::move(mapped));
}

}  // namespace

result<any_array> try_map_as(const source& from, map_mode mode, const in_place_request& request,
                             const map_options& options) noexcept {
  return map_checked(from, mode, options, [&](const header& found, const std::byte* address) {
    in_place_request here = request;
    here.address = address;
    return check_in_place(found, here);
  });
}

result<any_array> try_map(const source& from, const map_options& options) noexcept {
  return map_checked(from, map_mode::read, options,
                     [](const header&, const std::byte*) { return result<void>(); });
}

result<void> flush_mapping(std::span<std::byte> pages) noexcept { return os::synchronise(pages); }

}  // namespace nopy::inline v1
