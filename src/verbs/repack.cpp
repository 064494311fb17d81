// SPDX-License-Identifier: MIT
// One archive as another: aligned, stored or compressed anew. Each member is read from its start to its
// end in blocks; one that keeps its compression is read once to check it and then copied as it stands.
#include <nopy/npz_edit.hpp>

#include "verbs/archive_writer.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/read_stream.hpp"

#include <algorithm>
#include <cstring>

namespace nopy {
inline namespace v1 {
namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{256} << 10;

class repacker {
 public:
  repacker(archive_share from, const repack_options& options) noexcept
      : from_(std::move(from)), options_(options) {}

  [[nodiscard]] result<void> run(path_ref to) noexcept;

 private:
  [[nodiscard]] bool is_read_by_name(std::size_t index) noexcept;
  [[nodiscard]] std::uint64_t total_bytes() const noexcept;
  [[nodiscard]] result<void> add(verbs::archive_writer& to, std::size_t index) noexcept;
  [[nodiscard]] result<void> add_as_it_is(verbs::archive_writer& to, verbs::member_stream& member,
                                          std::size_t index, std::uint64_t array_offset) noexcept;
  [[nodiscard]] result<void> add_anew(verbs::archive_writer& to, verbs::member_stream& member,
                                      std::size_t index, std::uint64_t array_offset) noexcept;

  archive_share from_;
  repack_options options_;
  memory block_{};
};

/// Of several members of one name, the one that readers get.
bool repacker::is_read_by_name(std::size_t index) noexcept {
  verbs::archive& all = *from_.get();
  const auto read = all.members.find(all.name_of(index));
  if (!read || *read == index) return true;
  if (options_.on_finding)
    options_.on_finding(
        {severity::warning, all.named(error({.code = errc::zip_duplicate,
                                             .summary = "left out: a later member has this name"}),
                                      index)});
  return false;
}

std::uint64_t repacker::total_bytes() const noexcept {
  const zip::directory& members = from_.get()->members;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const zip::entry one = members.at(i);
    sum += options_.compression ? one.uncompressed_bytes : one.compressed_bytes;
  }
  return sum;
}

result<void> repacker::run(path_ref to) noexcept {
  verbs::archive& all = *from_.get();
  if (auto indexed = all.index_names(); !indexed) return indexed;
  auto block = memory::allocate(block_bytes);
  if (!block) return block.error();
  block_ = *std::move(block);
  auto writer =
      verbs::archive_writer::create(to, {.compression = options_.compression.value_or(stored),
                                         .profile = options_.profile,
                                         .alignment = options_.alignment,
                                         .durability = options_.durability,
                                         .existing = options_.existing,
                                         .progress = options_.progress});
  if (!writer) return writer.error().about(to.view());
  writer->expect(total_bytes());
  for (std::size_t i = 0; i < all.members.size(); ++i)
    if (is_read_by_name(i))
      if (auto added = add(*writer, i); !added) return added;
  auto closed = writer->close();
  return closed ? closed : closed.error().about(to.view());
}

result<void> repacker::add(verbs::archive_writer& to, std::size_t index) noexcept {
  const auto opened = verbs::opened_source::open(source::member(from_, index));
  if (!opened) return opened.error();
  // Where the array begins in the member, to align it; a member that is no array begins at once.
  const auto header = verbs::read_stream_header(
      *opened, {.limits = options_.limits, .short_data = short_data::finding});
  const std::uint64_t array_offset = header ? header->data_offset : 0;
  verbs::member_stream& member = *opened->member();
  for (const finding& one : member.findings())
    if (options_.on_finding) options_.on_finding(one);
  return options_.compression ? add_anew(to, member, index, array_offset)
                              : add_as_it_is(to, member, index, array_offset);
}

result<void> repacker::add_as_it_is(verbs::archive_writer& to, verbs::member_stream& member,
                                    std::size_t index, std::uint64_t array_offset) noexcept {
  verbs::archive& all = *from_.get();
  if (auto whole = member.finish(); !whole) return member.named(whole.error());
  const zip::entry& entry = member.entry();
  auto added = to.add_copy({.name = all.name_of(index),
                            .method = entry.method,
                            .crc32 = entry.crc32,
                            .compressed_bytes = entry.compressed_bytes,
                            .uncompressed_bytes = entry.uncompressed_bytes},
                           array_offset, all.from, member.data_offset());
  return added ? added : all.named(added.error());
}

result<void> repacker::add_anew(verbs::archive_writer& to, verbs::member_stream& member,
                                std::size_t index, std::uint64_t array_offset) noexcept {
  auto header = memory::allocate(array_offset);
  if (!header) return header.error();
  if (auto read = member.read_at(0, header->bytes()); !read) return member.named(read.error());
  std::uint64_t at = array_offset;
  result<void> failed;
  const auto next = [&]() noexcept -> std::span<const std::byte> {
    const std::uint64_t count = std::min(block_bytes, member.total_bytes() - at);
    const auto block = block_.bytes().first(static_cast<std::size_t>(count));
    if (failed) failed = member.read_at(at, block);
    // The writer was promised so many bytes; it is told of the failure when it has them.
    if (!failed) std::memset(block.data(), 0, block.size());
    at += count;
    if (failed && at == member.total_bytes()) failed = member.finish();
    return block;
  };
  auto added = to.add_blocks(from_.get()->name_of(index), header->bytes(),
                             member.total_bytes() - array_offset, {}, next, failed);
  // Where the array has no bytes, none were asked for.
  if (failed && added) failed = member.finish();
  if (!failed) return member.named(failed.error());
  return added ? added : from_.get()->named(added.error());
}

}  // namespace

result<void> try_repack_npz(const source& from, path_ref to,
                            const repack_options& options) noexcept {
  auto opened = verbs::archive::open(
      from, {.policy = options.policy, .limits = options.limits, .on_finding = options.on_finding});
  if (!opened) return opened.error();
  return repacker(*std::move(opened), options).run(to);
}

}  // namespace v1
}  // namespace nopy
