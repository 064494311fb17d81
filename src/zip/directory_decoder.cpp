// SPDX-License-Identifier: MIT
#include "zip/directory.hpp"

#include "bytes/checked.hpp"
#include "bytes/small_build.hpp"
#include "zip/deviation.hpp"

#include <algorithm>

namespace nopy::zip {
namespace {

// A directory that was just read lies in the outer caches.
constexpr std::size_t fetched_ahead = 2048;

/// How far members reach that are taken in the order in which they begin.
class reach {
 public:
  explicit reach(std::uint64_t directory_offset) noexcept : directory_offset_(directory_offset) {}
  /// Whether the next one begins inside an earlier one.
  [[nodiscard]] bool covers(std::uint64_t start, std::size_t name_bytes,
                            std::uint64_t compressed_bytes) noexcept {
    const bool inside = start < reached_;
    const auto head = checked::add(start, local_bytes + name_bytes);
    const auto stop = head ? checked::add(*head, compressed_bytes) : std::nullopt;
    // One that can not be is refused itself and hides no other.
    if (stop && *stop <= directory_offset_ && *stop > reached_) reached_ = *stop;
    return inside;
  }

 private:
  std::uint64_t directory_offset_;
  std::uint64_t reached_ = 0;
};

}  // namespace

/// Whether the directory's order is that of the file, as every writer leaves it: then its places need no second pass.
struct directory_decoder::file_order {
  reach reached;
  bool ascending = true;
  std::uint64_t last = 0;  // where the member before begins
};

directory_decoder::directory_decoder(std::uint64_t total_bytes, bool begins_with_member,
                                     policy policy, const limits& limits,
                                     std::uint64_t first_tail_bytes) noexcept
    : total_bytes_(total_bytes), begins_with_member_(begins_with_member), limits_(limits) {
  want_tail(first_tail_bytes);
  directory_.policy_ = policy;
}

void directory_decoder::want_tail(std::uint64_t bytes) noexcept {
  const std::uint64_t count = std::min({bytes, total_bytes_, tail_bytes});
  wanted_ = {total_bytes_ - count, count};
  short_tail_ = count < std::min(total_bytes_, tail_bytes);
  stage_ = stage::tail;
}

std::optional<byte_range> directory_decoder::wants() const noexcept {
  if (stage_ == stage::whole) return std::nullopt;
  return wanted_;
}

result<void> directory_decoder::feed(memory bytes) noexcept {
  auto taken = take(std::move(bytes));
  if (taken || !short_tail_) return taken;
  const policy how = directory_.policy_;
  directory_ = directory();
  directory_.policy_ = how;
  want_tail(tail_bytes);
  return {};
}

result<void> directory_decoder::take(memory bytes) noexcept {
  switch (stage_) {
    case stage::tail:
      tail_ = std::move(bytes);
      return take_end({});
    case stage::record_64:
      return take_end(bytes.bytes());
    case stage::records:
      return take_records(std::move(bytes));
    case stage::whole:
      break;
  }
  return {};
}

result<void> directory_decoder::take_end(std::span<const std::byte> record_64) noexcept {
  const auto found =
      find_end(tail_.bytes(), total_bytes_, directory_.policy_, record_64, directory_.findings_);
  if (!found) return found.error();
  if (found->wanted.count != 0) {
    stage_ = stage::record_64;
    wanted_ = found->wanted;
    return {};
  }
  const archive_end& end = directory_.end_ = found->end;
  if (end.entries > end.directory_bytes / central_bytes)
    return error({.code = errc::zip_corrupt,
                  .offset = end.records_offset,
                  .summary = "the end record counts more members than its directory can hold"});
  if (end.entries > limits_.members)
    return error({.code = errc::limit,
                  .offset = end.records_offset,
                  .summary = "the archive has more members than the limit",
                  .hint = "raise limits.members for an archive you trust"});
  stage_ = stage::records;
  wanted_ = {end.directory_offset, end.directory_bytes};
  const std::uint64_t tail_offset = total_bytes_ - tail_.size_bytes();
  if (end.directory_offset < tail_offset) {
    tail_ = memory();
    return {};
  }
  return take_records(tail_.part(end.directory_offset - tail_offset, end.directory_bytes));
}

result<void> directory_decoder::take_records(memory bytes) noexcept {
  const archive_end& end = directory_.end_;
  const auto broken = [&](std::uint64_t at, std::string_view summary) {
    return error(
        {.code = errc::zip_corrupt, .offset = end.directory_offset + at, .summary = summary});
  };
  if (end.entries >= UINT32_MAX ||
      !directory_.records_.reserve(static_cast<std::size_t>(end.entries)))
    return error(errc::out_of_memory);
  directory_.bytes_ = bytes;
  bytes::cursor at(bytes.bytes());
  file_order order{reach(end.directory_offset)};
  for (std::uint64_t i = 0; i < end.entries; ++i) {
    const std::uint64_t start = at.offset();
    if (at.left() > fetched_ahead) __builtin_prefetch(at.rest().data() + fetched_ahead);
    const auto record = read_central_record(at.rest());
    if (!record)
      return broken(
          start, "the directory holds fewer members than the end record counts, or something else");
    const std::uint64_t variable =
        std::uint64_t{record->name_bytes} + record->extra_bytes + record->comment_bytes;
    if (!at.take(central_bytes + variable))
      return broken(start, "a record runs past the directory");
    directory_.records_.push_reserved(start);
    if (!note_place(*record, static_cast<std::uint32_t>(i), order))
      return error(errc::out_of_memory);
    if (record->disk != 0)
      if (auto noted = deviation(directory_.policy_, directory_.findings_,
                                 {.code = errc::zip_multidisk,
                                  .offset = end.directory_offset + start,
                                  .summary = "a member is said to lie on another disk"});
          !noted)
        return noted;
  }
  if (at.left() != 0)
    return broken(at.offset(), "the directory holds more than the members the end record counts");
  tail_ = memory();
  stage_ = stage::whole;
  if (!order.ascending) {
    if (auto sorted = sort_places(); !sorted) return sorted;
    if (auto found = find_overlaps(); !found) return found;
  }
  return check_prefix();
}

/// False where memory runs out.
bool directory_decoder::note_place(const central_record& record, std::uint32_t index,
                                   file_order& so_far) noexcept {
  std::uint64_t header_offset = record.header_offset;
  std::uint64_t compressed_bytes = record.compressed_bytes;
  if (is_saturated(record)) {
    const entry resolved = directory_.at(index);
    header_offset = resolved.header_offset;
    compressed_bytes = resolved.compressed_bytes;
  }
  so_far.ascending = so_far.ascending && (index == 0 || header_offset > so_far.last);
  so_far.last = header_offset;
  return !so_far.ascending ||
         !so_far.reached.covers(header_offset, record.name_bytes, compressed_bytes) ||
         directory_.inside_.push_back(index);
}

/// Members that are not written in the order of the directory get a sorted list of their starts.
result<void> directory_decoder::sort_places() noexcept {
  const std::size_t count = directory_.size();
  auto& places = directory_.places_;
  if (!places.reserve(count)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i)
    places.push_reserved({directory_.at(i).header_offset, static_cast<std::uint32_t>(i)});
  bytes::sort(places.begin(), places.end());
  return {};
}

/// Members that begin inside another one: who refuses only the outer one shows bytes of it under a second name.
result<void> directory_decoder::find_overlaps() noexcept {
  directory& all = directory_;
  all.inside_.clear();
  reach reached(all.end_.directory_offset);
  for (const auto& [start, index] : all.places_) {
    const entry one = all.at(index);
    if (reached.covers(start, one.name.size(), one.compressed_bytes) &&
        !all.inside_.push_back(index))
      return error(errc::out_of_memory);
  }
  bytes::sort(all.inside_.begin(), all.inside_.end());
  return {};
}

/// Bytes in front of the first member that begin like a member are a hole, as editors leave one; others are a prefix.
result<void> directory_decoder::check_prefix() noexcept {
  const directory& all = directory_;
  const std::uint64_t first = all.first_offset();
  if (first == 0 || begins_with_member_) return {};
  return deviation(directory_.policy_, directory_.findings_,
                   {.code = errc::zip_ambiguous,
                    .offset = 0,
                    .summary = "bytes stand in front of the archive's first member",
                    .hint = "readers that go from member to member see something else"});
}

}  // namespace nopy::zip
