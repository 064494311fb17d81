// SPDX-License-Identifier: MIT
// Where the members of an edited archive go.
#include "verbs/archive_editor.hpp"
#include "zip/local_check.hpp"
#include "zip/record_copy.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// A local header is read with this many bytes, which most of them are shorter than.
constexpr std::uint64_t near_bytes = 1024;

/// A local header, name and extra field among it, and the member's bytes behind it.
struct lying_member {
  memory header;
  std::uint64_t rest_bytes;  ///< data and descriptor
};

/// Bytes behind the data that belong to the member. Errors: zip_mismatch, io, changed.
result<std::uint64_t> descriptor_of(const archive& of, const zip::entry& one,
                                    std::uint64_t data_end) noexcept {
  const std::uint64_t most = zip::descriptor_limit(one);
  if (most == 0) return std::uint64_t{0};
  std::byte behind[zip::longest_descriptor];
  const std::uint64_t room = of.members.boundary_behind(one) - data_end;
  const std::span<std::byte> bytes(behind, static_cast<std::size_t>(std::min(most, room)));
  if (auto read = of.from.read_at(data_end, bytes); !read) return read.error();
  const std::size_t count = zip::descriptor_bytes(one, bytes);
  if (count == 0) return zip::check_descriptor(one, data_end, bytes).error();
  return std::uint64_t{count};
}

/// Finds a member that is kept. Errors: zip_corrupt, zip_overlap, zip_mismatch, zip_encrypted, io,
/// changed, out_of_memory.
result<lying_member> look_at(const archive& of, const zip::entry& one) noexcept {
  const std::uint64_t boundary = of.members.boundary_behind(one);
  std::uint64_t count = std::min(near_bytes, boundary - one.header_offset);
  for (;;) {
    auto header = memory::allocate(count);
    if (!header) return header.error();
    if (auto read = of.from.read_at(one.header_offset, header->bytes()); !read) return read.error();
    finding_list told;
    const auto start =
        zip::check_local(of.members, one, header->bytes(), nopy::policy::tolerant, told);
    if (!start) return start.error();
    if (start->wanted == 0) {
      const auto descriptor = descriptor_of(of, one, start->offset + one.compressed_bytes);
      if (!descriptor) return descriptor.error();
      return lying_member{header->part(0, start->offset - one.header_offset),
                          one.compressed_bytes + *descriptor};
    }
    if (start->wanted > boundary - one.header_offset)
      return error({.code = errc::zip_corrupt,
                    .offset = one.header_offset,
                    .summary = "the member's local header is cut"});
    count = start->wanted;
  }
}

/// Puts the header, changed for its new place, and copies what is behind the old one.
result<void> put_member(archive_writer& to, std::span<const std::byte> header,
                        std::uint64_t rest_bytes, const opened_source& from,
                        const zip::copied_member& how) noexcept {
  zip::record_bytes moved;
  if (!zip::put_copied_header(moved, header, how)) return error(errc::out_of_memory);
  if (auto put = to.put(moved.span()); !put) return put;
  return to.copy(from, how.old_offset + header.size(), rest_bytes);
}

}  // namespace

result<archive_writer> archive_editor::make_writer() const noexcept {
  auto made = archive_writer::create(path_.data(), {.compression = options_.compression,
                                                    .profile = options_.profile,
                                                    .alignment = options_.alignment,
                                                    .index = options_.index,
                                                    .durability = options_.durability,
                                                    .progress = options_.progress,
                                                    .parallel = options_.parallel});
  if (!made) return made.error();
  made->allow_duplicates();
  made->wait_for_none();
  made->expect(archive_.get()->members.end().directory_offset);
  return made;
}

/// Makes the new archive and copies what is kept, but the member that is about to be replaced.
result<void> archive_editor::begin(std::optional<std::size_t> replaced) noexcept {
  if (writer_) return {};
  if (auto same = settle(check_same_file()); !same) return same;
  auto made = make_writer();
  if (!made) return made.error();
  writer_.emplace(*std::move(made));
  return settle(copy_kept(replaced));
}

/// The members that stay, by where they lie in the old archive, and up to where nothing changes.
result<archive_editor::kept_members> archive_editor::find_kept(
    std::optional<std::size_t> replaced) noexcept {
  const zip::directory& old = archive_.get()->members;
  kept_members found{.untouched = between_ == gaps::kept ? old.end().directory_offset : 0};
  bytes::growing<bool> stays;
  if (!stays.reserve(old.size()) || !found.positions.reserve(old.size()))
    return error(errc::out_of_memory);
  for (std::size_t i = 0; i < old.size(); ++i) (void)stays.push_back(false);
  for (std::size_t i = 0; i < members_.all().size(); ++i) {
    const edited_member& one = members_.at(i);
    if (one.from != edited_member::origin::kept || !one.alive || one.leaving || i == replaced)
      continue;
    (void)found.positions.push_back(static_cast<std::uint32_t>(i));
    stays[one.index] = !one.renamed;
  }
  const auto start_of = [&](std::size_t index) noexcept { return old.at(index).header_offset; };
  for (std::size_t i = 0; i < old.size(); ++i)
    if (!stays[i]) found.untouched = std::min(found.untouched, start_of(i));
  // No member fits there; a part of a signature in front of what follows would be no archive any more.
  if (found.untouched < zip::local_bytes) found.untouched = 0;
  std::sort(found.positions.begin(), found.positions.end(), [&](std::size_t a, std::size_t b) {
    return start_of(members_.at(a).index) < start_of(members_.at(b).index);
  });
  return found;
}

result<void> archive_editor::copy_kept(std::optional<std::size_t> replaced) noexcept {
  const archive& old = *archive_.get();
  const auto kept = find_kept(replaced);
  if (!kept) return kept.error();
  if (auto copied = writer_->copy(old.from, 0, kept->untouched); !copied) return copied;
  for (const std::uint32_t position : kept->positions) {
    edited_member& one = members_.at(position);
    const std::uint64_t start = old.members.at(one.index).header_offset;
    if (start < kept->untouched) {
      one.offset = start;
      one.placed = true;
    } else if (auto placed = place_kept(*writer_, one); !placed) {
      return placed;
    }
  }
  return {};
}

result<void> archive_editor::place_kept(archive_writer& to, edited_member& one) noexcept {
  archive& old = *archive_.get();
  const zip::entry entry = old.members.at(one.index);
  const auto lying = look_at(old, entry);
  if (!lying) return lying.error().about(old.name_of(one.index));
  zip::copied_member how{.old_offset = entry.header_offset, .new_offset = to.end()};
  if (one.renamed) how.new_name = members_.name_of(one);
  one.offset = to.end();
  one.placed = true;
  return put_member(to, lying->header.bytes(), lying->rest_bytes, old.from, how);
}

/// A member that was put in this edit, from the new archive as it was written first.
result<void> archive_editor::place_fresh(archive_writer& to, edited_member& one,
                                         const opened_source& from) noexcept {
  std::byte fixed[zip::local_bytes];
  if (auto read = from.read_at(one.offset, fixed); !read) return read;
  const zip::local_header said = *zip::read_local_header(fixed);
  auto header =
      memory::allocate(zip::local_bytes + std::uint64_t{said.name_bytes} + said.extra_bytes);
  if (!header) return header.error();
  if (auto read = from.read_at(one.offset, header->bytes()); !read) return read;
  zip::copied_member how{.old_offset = one.offset, .new_offset = to.end()};
  if (one.renamed) how.new_name = members_.name_of(one);
  const std::uint64_t rest_bytes = one.bytes - header->size_bytes();
  one.offset = to.end();
  return put_member(to, header->bytes(), rest_bytes, from, how);
}

/// Writes the new archive a second time, without what was taken out of the first.
result<void> archive_editor::place_all_anew() noexcept {
  const auto from = writer_->give_up_for_reading();
  if (!from) return from.error();
  earlier_.emplace(*std::exchange(writer_, std::nullopt));
  auto made = make_writer();
  if (!made) return made.error();
  writer_.emplace(*std::move(made));
  for (edited_member& one : members_.all()) one.placed &= one.from == edited_member::origin::fresh;
  if (auto copied = copy_kept(std::nullopt); !copied) return copied;
  for (edited_member& one : members_.all())
    if (one.alive && one.from == edited_member::origin::fresh)
      if (auto placed = place_fresh(*writer_, one, *from); !placed) return placed;
  return {};
}

}  // namespace nopy::inline v1::verbs
