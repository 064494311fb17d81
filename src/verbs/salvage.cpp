// SPDX-License-Identifier: MIT
// What is whole in a damaged archive, copied into a new one. The directory says where members are; where
// there is none, or it is wrong about one, the local headers do. Every member is read before it is
// copied: only what agrees with its CRC is saved.
#include <nopy/npz_edit.hpp>

#include "verbs/archive_writer.hpp"
#include "verbs/local_walk.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/read_stream.hpp"

namespace nopy {
inline namespace v1 {
namespace {

class salvager {
 public:
  salvager(const verbs::opened_source& from, verbs::archive_writer to,
           const salvage_options& options) noexcept
      : from_(from), to_(std::move(to)), options_(options) {}

  [[nodiscard]] result<void> by_directory(const archive_share& archive) noexcept;
  [[nodiscard]] result<void> by_local_headers() noexcept;
  [[nodiscard]] result<salvage_report> finish() noexcept;

 private:
  [[nodiscard]] result<void> check(verbs::member_stream& member) const noexcept;
  [[nodiscard]] result<void> save(const zip::member_record& record,
                                  std::uint64_t data_offset) noexcept;
  [[nodiscard]] result<void> save_listed(const archive_share& archive, std::size_t index) noexcept;
  [[nodiscard]] bool save_by_header(const archive_share& archive, std::size_t index) noexcept;
  [[nodiscard]] result<void> lose(const error& why) noexcept;
  [[nodiscard]] result<void> tell(std::uint64_t done_bytes) noexcept;

  const verbs::opened_source& from_;
  verbs::archive_writer to_;
  salvage_options options_;
  salvage_report report_{};
  std::optional<verbs::local_walk> walk_{};
};

/// Whether an error is about the archive's bytes, so that others can still be saved.
bool is_damage(errc code) noexcept {
  return code != errc::io && code != errc::changed && code != errc::out_of_memory &&
         code != errc::cancelled;
}

result<void> salvager::tell(std::uint64_t done_bytes) noexcept {
  if (!options_.progress || options_.progress({done_bytes, from_.total_bytes()})) return {};
  return error(errc::cancelled);
}

result<void> salvager::lose(const error& why) noexcept {
  if (!is_damage(why.code())) return why;
  if (!report_.lost.push_back({severity::error, why})) return error(errc::out_of_memory);
  return {};
}

/// Copies a member that was found whole. Errors, without subject: those of the writer; refusals of a
/// name among them, after which the writer goes on.
result<void> salvager::save(const zip::member_record& record, std::uint64_t data_offset) noexcept {
  std::uint64_t array_offset = 0;
  if (record.method == zip::method_stored) {
    const auto header = verbs::read_stream_header(from_, {.limits = options_.limits,
                                                          .offset = data_offset,
                                                          .short_data = short_data::finding,
                                                          .one_of_several = true});
    if (header && header->data_offset <= record.compressed_bytes)
      array_offset = header->data_offset;
  }
  if (auto added = to_.add_copy(record, array_offset, from_, data_offset); !added) return added;
  ++report_.saved;
  report_.saved_bytes += record.uncompressed_bytes;
  return {};
}

/// Where the directory is wrong about a member, its local header may be right.
bool salvager::save_by_header(const archive_share& archive, std::size_t index) noexcept {
  if (!walk_) {
    auto begun = verbs::local_walk::begin(from_);
    if (!begun) return false;
    walk_.emplace(*std::move(begun));
  }
  const auto found = walk_->examine(archive.get()->members.at(index).header_offset);
  return found && found->record.name == archive.get()->name_of(index) &&
         save(found->record, found->data_offset).has_value();
}

result<void> salvager::save_listed(const archive_share& archive, std::size_t index) noexcept {
  verbs::archive& all = *archive.get();
  const std::string_view name = all.name_of(index);
  if (const auto read = all.members.find(name); read && *read != index)
    return lose(all.named(error({.code = errc::zip_duplicate,
                                 .offset = 0,
                                 .summary = "left out: a later member has this name"}),
                          index));
  const auto opened = verbs::member_stream::open(archive, index);
  result<void> whole = opened ? (*opened)->finish() : result<void>(opened.error());
  if (whole) {
    const zip::entry& entry = (*opened)->entry();
    whole = save({.name = name,
                  .method = entry.method,
                  .crc32 = entry.crc32,
                  .compressed_bytes = entry.compressed_bytes,
                  .uncompressed_bytes = entry.uncompressed_bytes,
                  .flags = entry.flags},
                 (*opened)->data_offset());
    if (whole) return {};
    return lose(whole.error().about(from_.named(error(errc::io)).parts().subject));
  }
  if (!is_damage(whole.error().code())) return whole;
  if (save_by_header(archive, index)) return {};
  return lose(opened ? (*opened)->named(whole.error()) : whole.error());
}

result<void> salvager::by_directory(const archive_share& archive) noexcept {
  verbs::archive& all = *archive.get();
  if (auto indexed = all.index_names(); !indexed) return indexed;
  std::uint64_t done_bytes = 0;
  for (std::size_t i = 0; i < all.members.size(); ++i) {
    if (auto saved = save_listed(archive, i); !saved) return saved;
    done_bytes += all.members.at(i).compressed_bytes;
    if (auto told = tell(done_bytes); !told) return told;
  }
  return {};
}

result<void> salvager::by_local_headers() noexcept {
  report_.directory_lost = true;
  auto walk = verbs::local_walk::begin(from_);
  if (!walk) return walk.error();
  const error whose = from_.named(error(errc::io));
  const auto named = [&](const error& what) {
    const std::string_view name = walk->name();
    return (name.empty() ? what : what.about(name)).about(whose.parts().subject);
  };
  for (std::uint64_t offset = 0;;) {
    const auto header = walk->find_header(offset);
    if (!header) return lose(named(header.error()));  // so much was tried that it is given up
    if (*header >= from_.total_bytes()) return {};
    auto found = walk->examine(*header);
    offset = found ? found->end : *header + 4;
    result<void> saved = found ? save(found->record, found->data_offset) : found.error();
    if (!saved)
      if (auto lost = lose(named(saved.error())); !lost) return lost;
    if (report_.saved + report_.lost.size() > options_.limits.members)
      return named(error(errc::limit, "the archive has more members than the limit allows"));
    if (auto told = tell(offset); !told) return told;
  }
}

result<salvage_report> salvager::finish() noexcept {
  if (report_.saved == 0)
    return from_.named(error({.code = errc::zip_no_directory,
                              .summary = "no member of the archive is whole",
                              .hint = "nothing could be saved, and nothing was written"}));
  if (auto closed = to_.close(); !closed) return closed.error();
  return std::move(report_);
}

}  // namespace

result<salvage_report> try_salvage_npz(const source& from, path_ref to,
                                       const salvage_options& options) noexcept {
  const auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  const auto archive = verbs::archive::open(from, {.limits = options.limits});
  if (!archive) {
    const errc code = archive.error().code();
    if (code == errc::bad_magic || code == errc::limit || !is_damage(code)) return archive.error();
  }
  auto writer = verbs::archive_writer::create(
      to, {.durability = options.durability, .existing = options.existing});
  if (!writer) return writer.error().about(to.view());
  salvager work(*opened, *std::move(writer), options);
  if (auto done = archive ? work.by_directory(*archive) : work.by_local_headers(); !done)
    return done.error();
  auto report = work.finish();
  if (!report && report.error().parts().subject.empty()) return report.error().about(to.view());
  return report;
}

}  // namespace v1
}  // namespace nopy
