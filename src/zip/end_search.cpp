// SPDX-License-Identifier: MIT
#include "zip/end_search.hpp"

#include "bytes/checked.hpp"
#include "zip/deviation.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nopy::zip {
namespace {

/// An end record and what stands around it.
struct candidate {
  end_record record;
  std::uint64_t offset;  // of the record, in the archive
  std::size_t at;        // of the record, in the tail
};

error corrupt(std::uint64_t offset, std::string_view summary, std::string_view hint = {}) noexcept {
  return error({.code = errc::zip_corrupt, .offset = offset, .summary = summary, .hint = hint});
}

// The tail is 64 KiB, and there mostly is one end record, at its end: blocks without
// "K\5", the middle of the signature, are skipped. Two bytes of the four are enough to
// tell it from the other records.
constexpr std::size_t block = 256;

/// Goes back from `at` over the blocks in which no signature begins. Two bytes behind `at` can be read.
std::size_t skip_back_baseline(const std::byte* tail, std::size_t at) noexcept {
  for (; at >= block; at -= block) {
    std::uint8_t found = 0;
    for (const std::byte* from = tail + at - block; from != tail + at; ++from)
      found |= static_cast<std::uint8_t>((from[1] == std::byte{'K'}) & (from[2] == std::byte{5}));
    if (found != 0) break;
  }
  return at;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline __m256i load_32(const std::byte* from) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

[[gnu::target("avx2")]] std::size_t skip_back_avx2(const std::byte* tail, std::size_t at) noexcept {
  const __m256i second = _mm256_set1_epi8('K'), third = _mm256_set1_epi8(5);
  for (; at >= block; at -= block) {
    const std::byte* from = tail + at - block;
    __m256i found = _mm256_setzero_si256();
#pragma GCC unroll 8
    for (std::size_t i = 0; i < block; i += 32)
      found =
          _mm256_or_si256(found, _mm256_and_si256(_mm256_cmpeq_epi8(load_32(from + i + 1), second),
                                                  _mm256_cmpeq_epi8(load_32(from + i + 2), third)));
    if (_mm256_testz_si256(found, found) == 0) break;
  }
  return at;
}
#endif

/// The next end record that is whole, looking backward from `before`.
std::optional<candidate> find_before(std::span<const std::byte> tail, std::uint64_t tail_offset,
                                     std::size_t before) noexcept {
  std::size_t (*skip)(const std::byte*, std::size_t) noexcept = skip_back_baseline;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) skip = skip_back_avx2;
#endif
  std::size_t at = before;
  while (at != 0) {
    if (at + 3 <= tail.size()) at = skip(tail.data(), at);
    const std::size_t first = at < block ? 0 : at - block;
    while (at-- != first)
      if (const auto record = read_end_record(tail.subspan(at)))
        return candidate{*record, tail_offset + at, at};
    at = first;
  }
  return std::nullopt;
}

bool agrees(std::uint64_t plain, std::uint64_t wide, std::uint64_t saturated) noexcept {
  return plain == saturated || plain == wide;
}

/// Whether a directory that ends at `records_offset` begins where the record says, and begins like one.
bool is_consistent(const archive_end& end, std::span<const std::byte> tail,
                   std::uint64_t tail_offset) noexcept {
  const auto stop = checked::add(end.directory_offset, end.directory_bytes);
  if (!stop || *stop != end.records_offset) return false;
  if (end.directory_bytes == 0) return end.entries == 0;
  if (end.directory_bytes < central_bytes) return false;
  if (end.directory_offset < tail_offset) return true;  // it is looked at when it is read
  return read_central_record(
             tail.subspan(static_cast<std::size_t>(end.directory_offset - tail_offset)))
      .has_value();
}

/// Whether NumPy would take the directory that ends where this record begins, wherever the record says that it
/// begins: what stands before the archive is passed over.
bool is_taken_shifted(const archive_end& end, std::span<const std::byte> tail,
                      std::uint64_t tail_offset) noexcept {
  const auto stop = checked::add(end.directory_offset, end.directory_bytes);
  if (!stop || *stop > end.records_offset) return false;
  if (end.directory_bytes == 0) return true;
  const std::uint64_t begin = end.records_offset - end.directory_bytes;
  return begin >= tail_offset &&
         read_central_record(tail.subspan(static_cast<std::size_t>(begin - tail_offset)))
             .has_value();
}

archive_end plain_end(const candidate& from) noexcept {
  return {from.record.entries, from.record.directory_offset, from.record.directory_bytes,
          from.offset, from.record.comment_bytes};
}

/// Resolves ZIP64: the locator right before the end record points at a record that ends where the locator begins.
result<end_found> resolve(const candidate& from, std::span<const std::byte> tail,
                          std::uint64_t tail_offset,
                          std::span<const std::byte> record_64) noexcept {
  std::optional<locator_64> locator;
  if (from.at >= locator_bytes) locator = read_locator(tail.subspan(from.at - locator_bytes));
  if (!locator) return end_found{plain_end(from), {}};

  const std::uint64_t locator_offset = from.offset - locator_bytes;
  if (locator->disks > 1 || locator->disk != 0)
    return error({.code = errc::zip_multidisk,
                  .offset = locator_offset,
                  .summary = "the archive is split over several files"});
  const auto least_end = checked::add(locator->end_64_offset, end_64_bytes);
  if (!least_end || *least_end > locator_offset)
    return corrupt(locator_offset, "the ZIP64 locator does not point at a record in front of it");
  const std::uint64_t offset = locator->end_64_offset;
  std::span<const std::byte> bytes = record_64;
  if (offset >= tail_offset)
    bytes = tail.subspan(static_cast<std::size_t>(offset - tail_offset));
  else if (record_64.empty())
    return end_found{{}, {offset, end_64_bytes}};
  const auto wide = read_end_record_64(bytes);
  if (!wide) return corrupt(offset, "the ZIP64 locator points at something else than its record");
  if (wide->record_bytes != locator_offset - offset - 12)
    return corrupt(offset, "the ZIP64 end record's size does not reach its locator");
  if (wide->disk != 0 || wide->directory_disk != 0)
    return error({.code = errc::zip_multidisk,
                  .offset = offset,
                  .summary = "the archive is split over several files"});
  const end_record& plain = from.record;
  if (!agrees(plain.entries, wide->entries, saturated_16) ||
      !agrees(plain.directory_bytes, wide->directory_bytes, saturated_32) ||
      !agrees(plain.directory_offset, wide->directory_offset, saturated_32) ||
      wide->entries_here != wide->entries)
    return error(
        {.code = errc::zip_ambiguous,
         .offset = offset,
         .summary = "the two end records contradict each other",
         .hint = "two readers would see different members; get the archive again from its source"});
  return end_found{
      {wide->entries, wide->directory_offset, wide->directory_bytes, offset, plain.comment_bytes},
      {}};
}

/// What the end record itself deviates in.
result<void> check_record(const candidate& from, std::uint64_t total_bytes, policy policy,
                          finding_list& findings) noexcept {
  const end_record& record = from.record;
  if (record.disk != 0 || record.directory_disk != 0 || record.entries_here != record.entries) {
    const bool saturated = record.entries == saturated_16 || record.disk == saturated_16;
    if (!saturated || (record.disk != 0 && record.disk != saturated_16))
      if (auto noted = deviation(policy, findings,
                                 {.code = errc::zip_multidisk,
                                  .offset = from.offset,
                                  .summary = "the end record speaks of several disks"});
          !noted)
        return noted;
  }
  const std::uint64_t said = from.offset + end_bytes + record.comment_bytes;
  if (said == total_bytes) return {};
  return deviation(policy, findings,
                   {.code = errc::zip_corrupt,
                    .offset = from.offset + end_bytes - 2,
                    .summary = said < total_bytes ? "bytes follow the end of the archive"
                                                  : "the archive's comment is cut short"});
}

}  // namespace

result<end_found> find_end(std::span<const std::byte> tail, std::uint64_t total_bytes,
                           policy policy, std::span<const std::byte> record_64,
                           finding_list& findings) noexcept {
  const std::uint64_t tail_offset = total_bytes - tail.size();
  std::optional<candidate> chosen;
  std::optional<end_found> found;
  std::optional<std::uint64_t> taken_first;  // a record behind the chosen one, which NumPy takes
  std::optional<error> refused;  // of the rightmost record: the one a person would look at
  std::size_t before = tail.size();
  while (const auto next = find_before(tail, tail_offset, before)) {
    before = next->at;
    auto resolved = resolve(*next, tail, tail_offset, record_64);
    if (resolved && resolved->wanted.count != 0 && !chosen) return resolved;
    const bool consistent = resolved && is_consistent(resolved->end, tail, tail_offset);
    if (chosen) {
      if (!consistent) continue;
      // Offsets count from the start of the file, so an archive inside a member is not consistent here.
      if (auto noted = deviation(policy, findings,
                                 {.code = errc::zip_ambiguous,
                                  .offset = next->offset,
                                  .summary = "a second end record is consistent too",
                                  .hint = "the last one counts, as in NumPy"});
          !noted)
        return noted.error();
      break;
    }
    if (consistent) {
      chosen = next;
      found = *resolved;
    } else if (!refused) {
      if (resolved && is_taken_shifted(resolved->end, tail, tail_offset))
        taken_first = next->offset;
      refused =
          resolved ? corrupt(next->offset, "the directory does not end where the end record begins",
                             "the archive was cut, joined or edited: get it again")
                   : resolved.error();
    }
  }
  if (!found) {
    if (refused) return *refused;
    return error({.code = errc::zip_no_directory,
                  .offset = total_bytes,
                  .summary = "the archive has no directory",
                  .expected = "an end of central directory record in the last 64 KiB",
                  .hint = "the file was probably cut: get it again; `nopy salvage` saves the "
                          "members that are whole"});
  }
  if (taken_first)
    if (auto noted = deviation(policy, findings,
                               {.code = errc::zip_ambiguous,
                                .offset = *taken_first,
                                .summary = "a second end record stands in the archive's comment",
                                .hint = "NumPy takes that one, and sees other members"});
        !noted)
      return noted.error();
  if (const auto checked = check_record(*chosen, total_bytes, policy, findings); !checked)
    return checked.error();
  return *found;
}

error damaged_start() noexcept {
  return error({.code = errc::zip_corrupt,
                .offset = 0,
                .summary = "the file ends like an archive and does not begin like one",
                .expected = "50 4B 03 04 (\"PK\\x03\\x04\")",
                .hint = "its first bytes were damaged, or something was put in front of it"});
}

}  // namespace nopy::zip
