// SPDX-License-Identifier: MIT
// The central directory: the authority on what an archive holds. Decoded by pulling two or three byte ranges, checked
// once, then read record by record where it lies: a million members cost their directory's bytes and eight more each.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/memory.hpp>

#include "bytes/growing.hpp"
#include "zip/end_search.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace nopy::zip {

/// One member, as its central record says, ZIP64 resolved. Borrows from the directory.
struct entry {
  std::string_view name;  ///< the bytes stored, in the encoding the flags say
  std::uint16_t made_by = 0;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t crc32 = 0;
  std::uint32_t external_attributes = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t uncompressed_bytes = 0;
  std::uint64_t header_offset = 0;  ///< of the local header
  std::uint64_t record_offset = 0;  ///< of the central record
  std::span<const std::byte> extra{};
  std::size_t index = 0;  ///< in the directory
};

/// All records of an archive. Movable; entries live as long as it.
class directory {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  /// The record at a position; what was checked when it was decoded is not checked again. Cost: one pass over its extra
  /// field. Errors, of this member alone: zip_corrupt (a ZIP64 field that is missing, short or given twice, offsets and
  /// sizes outside the archive), zip_name, zip_encrypted, zip_size, zip_overlap, zip_multidisk.
  [[nodiscard]] result<entry> checked(std::size_t index) const noexcept;
  /// Whether the member lies in the archive, and in no other: a part of `checked`, for who moves
  /// members that nobody can read. Errors: zip_corrupt, zip_overlap.
  [[nodiscard]] result<void> check_place(const entry& one) const noexcept;
  /// The record as it stands, for listing: numbers that can not be are given as they are.
  [[nodiscard]] entry at(std::size_t index) const noexcept;
  /// The bytes of a record, its name, extra field and comment among them.
  [[nodiscard]] std::span<const std::byte> record_bytes(std::size_t index) const noexcept;
  /// Where the bytes of a member must end: the next local header, or the directory.
  [[nodiscard]] std::uint64_t boundary_behind(const entry& one) const noexcept;
  /// The position of a member looked up as NumPy does: the exact name, else name + ".npy", the last of several.
  /// Else by an alias (`alias_of`) in the same two ways. Finds nothing before `build_index`.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view utf8_name) const noexcept;
  /// Builds the index that `find` uses, and finds the names that two members share (zip_duplicate, a finding; under
  /// `policy::strict` an error of each of them). Not safe beside other calls: the owner serialises it. Errors:
  /// out_of_memory. Cost: O(members).
  [[nodiscard]] result<void> build_index() noexcept;
  /// Whether another member has the same name, or a name that the same key means. Knows nothing before `build_index`.
  [[nodiscard]] bool is_shared(std::size_t index) const noexcept {
    return std::binary_search(shared_.begin(), shared_.end(), static_cast<std::uint32_t>(index));
  }
  [[nodiscard]] const archive_end& end() const noexcept { return end_; }
  /// Where the first member begins, in the order of the file; of an archive without members its directory.
  [[nodiscard]] std::uint64_t first_offset() const noexcept {
    return size() == 0 ? end_.directory_offset : start_at(0);
  }
  [[nodiscard]] const finding_list& findings() const noexcept { return findings_; }

 private:
  friend class directory_decoder;

  /// Where a member begins, and its position in the directory.
  struct place {
    std::uint64_t start;
    std::uint32_t index;
    friend auto operator<=>(const place&, const place&) = default;
  };

  enum class spelling : std::uint8_t { stored, alias };
  [[nodiscard]] std::span<const std::byte> record(std::size_t index) const noexcept;
  [[nodiscard]] bool is_named(std::size_t index, spelling how, std::string_view name,
                              std::string_view suffix) const noexcept;
  [[nodiscard]] std::optional<std::size_t> find_spelt(spelling how, std::string_view name,
                                                      std::string_view suffix) const noexcept;
  [[nodiscard]] result<void> fill_index() noexcept;
  [[nodiscard]] result<void> place_name(std::size_t index, std::uint64_t hash) noexcept;
  [[nodiscard]] bool note_duplicate(std::size_t first, std::size_t second) noexcept;
  [[nodiscard]] result<void> find_shared_keys(bool all_arrays) noexcept;
  [[nodiscard]] bool tell(const entry& about, std::string_view summary,
                          std::string_view hint) noexcept;
  [[nodiscard]] std::uint64_t start_at(std::size_t rank) const noexcept;

  memory bytes_{};
  archive_end end_{};
  policy policy_ = policy::tolerant;
  bytes::growing<std::uint64_t> records_;  // offset of each record in `bytes_`
  bytes::growing<place> places_;           // by start; empty where the directory ascends
  bytes::growing<std::uint32_t> inside_;   // members that begin inside another one, ascending
  bytes::growing<std::uint32_t> shared_;   // members that share their name, ascending
  bytes::growing<std::uint64_t> slots_;    // hash table of names, see name_index.cpp
  std::size_t told_ = 0;                   // findings about names
  finding_list findings_;
};

/// Decodes a directory from bytes the caller brings.
class directory_decoder {
 public:
  /// `begins_with_member`: a local header stands at the archive's first byte. `first_tail_bytes`:
  /// how many of the last bytes are looked at first; where no directory is found through them, and
  /// none that is whole, as many as can matter.
  directory_decoder(std::uint64_t total_bytes, bool begins_with_member, policy policy,
                    const limits& limits, std::uint64_t first_tail_bytes = tail_bytes) noexcept;

  /// The range wanted next, or nothing when the directory is whole.
  [[nodiscard]] std::optional<byte_range> wants() const noexcept;
  /// Takes the bytes of that range. Errors: the kinds of `find_end`, zip_corrupt, zip_multidisk, zip_ambiguous, limit,
  /// out_of_memory. That the archive begins like one is for the caller to see.
  [[nodiscard]] result<void> feed(memory bytes) noexcept;
  [[nodiscard]] directory take() noexcept { return std::move(directory_); }

 private:
  enum class stage : std::uint8_t { tail, record_64, records, whole };
  struct file_order;

  [[nodiscard]] result<void> take(memory bytes) noexcept;
  void want_tail(std::uint64_t bytes) noexcept;
  [[nodiscard]] result<void> take_end(std::span<const std::byte> record_64) noexcept;
  [[nodiscard]] result<void> take_records(memory bytes) noexcept;
  [[nodiscard]] bool note_place(const central_record& record, std::uint32_t index,
                                file_order& so_far) noexcept;
  [[nodiscard]] result<void> sort_places() noexcept;
  [[nodiscard]] result<void> find_overlaps() noexcept;
  [[nodiscard]] result<void> check_prefix() noexcept;

  std::uint64_t total_bytes_;
  bool begins_with_member_;
  limits limits_;
  stage stage_ = stage::tail;
  byte_range wanted_;
  bool short_tail_ = false;  // a longer one may tell more
  memory tail_{};
  directory directory_{};
};

}  // namespace nopy::zip
