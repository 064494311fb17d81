// SPDX-License-Identifier: MIT
// One member: what the directory says, whole bytes, verification. Loading and mapping are the
// business of those verbs, to which a member is a source.
#include <nopy/npz.hpp>

#include "npy/magic.hpp"
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

result<std::uint64_t> member::try_data_offset() const noexcept {
  const auto opened = verbs::opened_source::open(*this);
  if (!opened) return opened.error();
  const verbs::member_stream& stream = *opened->member();
  if (!stream.is_stored()) return opened->named(stream.compressed());
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
