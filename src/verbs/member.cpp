// SPDX-License-Identifier: MIT
// One member: what the directory says, whole bytes, verification, and mapping in place. Loading is the business of the
// load verbs, to which a member is a source.
#include <nopy/npz.hpp>

#include "npy/magic.hpp"
#include "os/mapping.hpp"
#include "verbs/load_values.hpp"
#include "verbs/member_stream.hpp"
#include "zip/names.hpp"

namespace nopy::inline v1 {

std::string_view member::name() const noexcept { return zip::key_of(stored_name()); }

std::string_view member::stored_name() const noexcept { return archive_.get()->name_of(index_); }

std::string_view member::alias() const noexcept {
  const zip::entry one = archive_.get()->members.at(index_);
  const std::string_view other = zip::alias_of(one.name, one.flags, one.extra);
  return other == stored_name() ? std::string_view() : other;
}

compression member::compression() const noexcept {
  return static_cast<nopy::compression>(archive_.get()->members.at(index_).method);
}

std::uint64_t member::compressed_bytes() const noexcept {
  return archive_.get()->members.at(index_).compressed_bytes;
}

std::uint64_t member::uncompressed_bytes() const noexcept {
  return archive_.get()->members.at(index_).uncompressed_bytes;
}

std::uint32_t member::crc32() const noexcept { return archive_.get()->members.at(index_).crc32; }

result<void> member::try_verify() const noexcept {
  verbs::archive& all = *archive_.get();
  const auto opened = verbs::member_stream::open(archive_, index_);  // also: is it the same file?
  if (!opened) return opened.error();
  if (const auto known = all.verdict_of(index_)) {
    if (*known) return {};
    return (*opened)->named(known->error());
  }
  if (const auto whole = (*opened)->finish(); !whole) return (*opened)->named(whole.error());
  return {};
}

result<memory> member::try_bytes(const load_options& options) const noexcept {
  auto opened = verbs::opened_source::open(*this);
  if (!opened) return opened.error();
  if (opened->total_bytes() > options.limits.array_bytes)
    return opened->named(error(errc::limit, "the member is larger than the limit"));
  auto block = verbs::allocate_values(*opened, opened->total_bytes());
  if (!block) return block.error();
  if (const auto read = opened->read_at(0, block->bytes()); !read)
    return opened->named(read.error());
  if (const auto whole = verbs::finish(*opened); !whole) return whole.error();
  if (options.on_finding && stored_name().ends_with(".npy") &&
      npy::matching_magic(block->bytes()) != npy::magic_bytes)
    options.on_finding({severity::warning, opened->named(error(errc::not_npy))});
  return block;
}

namespace {

error not_in_place(const verbs::member_stream& of) noexcept {
  if (!of.is_stored())
    return error({.code = errc::compressed,
                  .summary = "a compressed member can not be mapped",
                  .found = "deflated",
                  .expected = "stored",
                  .hint = "load it, or read windows of it (npy_file)"});
  return error({.code = errc::usage,
                .summary = "only an archive opened by path or descriptor can be mapped",
                .hint = "the bytes are in memory already: load the member"});
}

/// Maps after `check(header, address)` agreed.
template <class Check>
result<any_array> map_checked(const source& from, map_mode mode, const map_options& options,
                              Check&& check) noexcept {
  if (mode == map_mode::writable)
    return error(errc::usage,
                 "a member can not be mapped for writing: its checksum would not follow");
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  verbs::member_stream& stream = *opened->member();
  const os::file* file = stream.of().from.file();
  if (!stream.is_stored() || file == nullptr) return opened->named(not_in_place(stream));
  const auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  const std::uint64_t offset = stream.data_offset() + found->data_offset;
  auto mapped = os::map_range(
      *file, offset, found->data_bytes,
      mode == map_mode::read ? os::mapping_access::read : os::mapping_access::private_copy);
  if (!mapped) return opened->named(mapped.error());
  if (const result<void> fits = check(*found, mapped->data()); !fits) {
    error_parts parts = fits.error().parts();
    if (parts.code != errc::unaligned) return opened->named(fits.error());
    parts.offset = offset;  // in the archive: what counts for alignment
    const bytes::short_text<96> there([&](bytes::text_sink& out) {
      out.put("data at byte ").decimal(offset).put(" of the archive");
    });
    parts.found = there;
    parts.hint =
        "map<packed<T>>() reads it in place, load() copies it; save_npz writes aligned members";
    return opened->named(error(parts));
  }
  return any_array(*found, *std::move(mapped));
}

}  // namespace

result<any_array> member::try_map_as(map_mode mode, const in_place_request& request,
                                     const map_options& options) const noexcept {
  return map_checked(*this, mode, options,
                     [&](const nopy::header& found, const std::byte* address) {
                       in_place_request here = request;
                       here.address = address;
                       return check_in_place(found, here);
                     });
}

result<any_array> member::try_map(const map_options& options) const noexcept {
  return map_checked(*this, map_mode::read, options,
                     [](const nopy::header&, const std::byte*) { return result<void>(); });
}

result<std::uint64_t> member::try_data_offset() const noexcept {
  const auto opened = verbs::opened_source::open(*this);
  if (!opened) return opened.error();
  const verbs::member_stream& stream = *opened->member();
  if (!stream.is_stored()) return opened->named(not_in_place(stream));
  const auto found = verbs::read_stream_header(*opened, {});
  if (!found) return found.error();
  return stream.data_offset() + found->data_offset;
}

bool member::mappable() const noexcept {
  const auto opened = verbs::opened_source::open(*this);
  if (!opened || !opened->member()->is_stored() || archive_.get()->from.file() == nullptr)
    return false;
  return verbs::read_value_header(*opened, {}).has_value();
}

}  // namespace nopy::inline v1
