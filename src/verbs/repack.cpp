// SPDX-License-Identifier: MIT
// One archive as another: aligned, stored or compressed anew. Each member is read from its start to its
// end in blocks; one that keeps its compression is read once to check it and then copied as it stands.
#include <nopy/npz_edit.hpp>

#include "verbs/archive_writer.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/read_stream.hpp"
#include "zip/chunk_table.hpp"

namespace nopy {
inline namespace v1 {
namespace {

class repacker {
 public:
  repacker(archive_share from, const repack_options& options) noexcept
      : from_(std::move(from)), options_(options) {}

  [[nodiscard]] result<void> run(path_ref to) noexcept;

 private:
  [[nodiscard]] result<void> named(result<void> added, std::size_t index) const noexcept;
  [[nodiscard]] bool is_read_by_name(std::size_t index) noexcept;
  [[nodiscard]] std::uint64_t total_bytes() const noexcept;
  [[nodiscard]] result<void> add(verbs::archive_writer& to, std::size_t index) noexcept;
  [[nodiscard]] result<void> add_as_it_is(verbs::archive_writer& to, verbs::member_stream& member,
                                          std::size_t index, std::uint64_t array_offset) noexcept;

  archive_share from_;
  repack_options options_;
  std::string_view to_path_{};
};

/// An error of the writer is about the new archive, one of the source about that.
result<void> repacker::named(result<void> added, std::size_t index) const noexcept {
  if (added) return added;
  const error& what = added.error();
  const std::string_view subject = what.parts().subject;
  verbs::archive& all = *from_.get();
  if (what.code() == errc::changed && subject.empty()) return all.named(what);
  const bool of_writer = subject.empty() || subject == all.name_of(index);
  return of_writer ? what.about(to_path_) : what;
}

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
  to_path_ = to.view();
  verbs::archive& all = *from_.get();
  if (auto indexed = all.index_names(); !indexed) return indexed;
  auto writer =
      verbs::archive_writer::create(to, {.compression = options_.compression.value_or(stored),
                                         .profile = options_.profile,
                                         .alignment = options_.alignment,
                                         .index = options_.index,
                                         .durability = options_.durability,
                                         .existing = options_.existing,
                                         .progress = options_.progress,
                                         .parallel = options_.parallel});
  if (!writer) return writer.error().about(to.view());
  writer->expect(total_bytes());
  for (std::size_t i = 0; i < all.members.size(); ++i)
    if (is_read_by_name(i))
      if (auto added = add(*writer, i); !added) return added;
  auto closed = writer->close();
  return closed ? closed : closed.error().about(to.view());
}

result<void> repacker::add(verbs::archive_writer& to, std::size_t index) noexcept {
  if (options_.compression) {
    return named(to.add_source(from_.get()->name_of(index), source::member(from_, index), {}),
                 index);
  }
  const auto opened = verbs::opened_source::open(source::member(from_, index));
  if (!opened) return opened.error();
  // Where the array begins in the member, to align it; a member that is no array begins at once.
  const auto header = verbs::read_stream_header(
      *opened, {.limits = options_.limits, .short_data = short_data::finding});
  const std::uint64_t array_offset = header ? header->data_offset : 0;
  verbs::member_stream& member = *opened->member();
  for (const finding& one : member.findings())
    if (options_.on_finding) options_.on_finding(one);
  return add_as_it_is(to, member, index, array_offset);
}

result<void> repacker::add_as_it_is(verbs::archive_writer& to, verbs::member_stream& member,
                                    std::size_t index, std::uint64_t array_offset) noexcept {
  verbs::archive& all = *from_.get();
  if (auto whole = member.finish(); !whole) return member.named(whole.error());
  const zip::entry& entry = member.entry();
  return named(to.add_copy({.name = all.name_of(index),
                            .method = entry.method,
                            .crc32 = entry.crc32,
                            .compressed_bytes = entry.compressed_bytes,
                            .uncompressed_bytes = entry.uncompressed_bytes,
                            .flags = entry.flags,
                            .central_fields = zip::find_chunk_table(entry).field},
                           array_offset, all.from, member.data_offset()),
               index);
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
