// SPDX-License-Identifier: MIT
// The map verbs: what is there, in place, never converted.
#include <nopy/load.hpp>

#include "os/mapping.hpp"
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

/// Maps after `check(header, address)` agreed. The address counts only for its alignment.
template <class Check>
result<any_array> map_checked(path_ref path, map_mode mode, const map_options& options,
                              Check&& check) noexcept {
  const auto access =
      mode == map_mode::writable ? os::file_access::read_write : os::file_access::read;
  const auto opened = verbs::opened_source::open(path, access);
  if (!opened) return opened.error();
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  auto mapped =
      os::map_range(*opened->file(), found->data_offset, found->data_bytes, access_of(mode));
  if (!mapped) return opened->named(mapped.error());
  if (const result<void> fits = check(*found, mapped->data()); !fits)
    return opened->named(fits.error());
  return any_array(*found, *std::move(mapped));
}

}  // namespace

result<any_array> try_map_as(path_ref path, map_mode mode, const in_place_request& request,
                             const map_options& options) noexcept {
  return map_checked(path, mode, options, [&](const header& found, const std::byte* address) {
    in_place_request here = request;
    here.address = address;
    return check_in_place(found, here);
  });
}

result<any_array> try_map(path_ref path, const map_options& options) noexcept {
  return map_checked(path, map_mode::read, options,
                     [](const header&, const std::byte*) { return result<void>(); });
}

result<void> flush_mapping(std::span<std::byte> pages) noexcept { return os::synchronise(pages); }

}  // namespace nopy::inline v1
