// SPDX-License-Identifier: MIT
// A member of an archive as a positional source of its uncompressed bytes. Opening it is one small
// read: the local header with the first bytes behind it. Who loads all of it reads in order and
// then asks `finish`, which holds sizes, the end of the streams and the CRC against the directory;
// windows are not checked, and of a deflated member leave checkpoints.
#pragma once

#include "verbs/archive.hpp"
#include "verbs/chunk_reader.hpp"
#include "verbs/expand_windows.hpp"
#include "verbs/inflate_windows.hpp"

#include <memory>
#include <optional>

namespace nopy::inline v1::verbs {

class member_stream {
 public:
  /// Errors, named: the zip kinds of the member's records, zip_method, changed, io, out_of_memory.
  [[nodiscard]] static result<std::unique_ptr<member_stream>> open(const archive_share& of,
                                                                   std::size_t index) noexcept;

  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return entry_.uncompressed_bytes; }
  [[nodiscard]] const zip::entry& entry() const noexcept { return entry_; }
  [[nodiscard]] archive& of() const noexcept { return *archive_.get(); }
  /// What `open` reads of a member: its local header, and the first bytes behind it.
  [[nodiscard]] static byte_range first_look(const archive& of, const zip::entry& one) noexcept;
  /// Deviations of the member's records.
  [[nodiscard]] const finding_list& findings() const noexcept { return findings_; }
  [[nodiscard]] bool is_stored() const noexcept { return entry_.method == zip::method_stored; }
  /// Of the member's first stored byte, in the archive.
  [[nodiscard]] std::uint64_t data_offset() const noexcept { return data_offset_; }

  /// Fills `into` with the uncompressed bytes at `offset`. From several threads only after
  /// `read_windows`. Errors, without subject: zip_inflate, zip_size, data_truncated, limit (a
  /// decoder's window), io, changed.
  [[nodiscard]] result<void> read_at(std::uint64_t offset, std::span<std::byte> into) noexcept;
  [[nodiscard]] const std::byte* in_place(std::uint64_t offset) const noexcept;

  /// From now on windows are read, from any thread: nothing is summed up for `finish`.
  void read_windows() noexcept { in_order_ = false; }
  /// Like `read_windows`, for who reads by the member's table of chunks, if it has one that fits: false
  /// where it has none. `stale` says what a chunk leads to that is not what the table says.
  enum class on_stale : std::uint8_t { go_on_without, give_up };
  [[nodiscard]] result<bool> read_chunks(on_stale stale) noexcept;
  /// From now on reads in order again.
  void leave_chunks() noexcept;
  [[nodiscard]] bool has_chunks() const noexcept { return chunks_ != nullptr; }
  /// The note that a table was there and not used, or nothing.
  [[nodiscard]] std::optional<finding> stale_table() const noexcept;
  /// Reads what was not read in order yet, and holds all of it against the directory; the answer is
  /// remembered. Errors, without subject: zip_crc, zip_size, zip_inflate, changed, io, cancelled.
  [[nodiscard]] result<void> finish(const parallel_callback& parallel = {}) noexcept;

  [[nodiscard]] error named(const error& what) const noexcept { return of().named(what, index_); }
  /// Why its bytes can not be used where they lie, where they are not stored.
  [[nodiscard]] error compressed() const noexcept;

 private:
  member_stream(const archive_share& of, std::size_t index, const zip::entry& entry) noexcept
      : archive_(of), index_(index), entry_(entry) {}

  [[nodiscard]] result<void> look() noexcept;
  [[nodiscard]] result<void> check_behind() const noexcept;
  [[nodiscard]] result<void> read_piece(std::uint64_t offset, std::span<std::byte> into) noexcept;
  [[nodiscard]] result<void> begin_decoding() noexcept;
  [[nodiscard]] result<void> read_rest() noexcept;
  [[nodiscard]] result<bool> met_every_chunk(const parallel_callback& parallel) noexcept;
  void sum_up(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  template <class Body>
  [[nodiscard]] result<void> with_input(Body&& body) noexcept;

  static constexpr std::size_t near_bytes = 1024;

  archive_share archive_;
  std::size_t index_;
  zip::entry entry_;
  std::uint64_t data_offset_ = 0;
  finding_list findings_;
  bool in_order_ = true;
  bool finished_ = false;
  std::uint64_t summed_bytes_ = 0;  // from the start: those the CRC is of
  std::uint32_t crc_ = 0;

  inflate_windows inflated_;              // of a deflated member
  std::unique_ptr<chunk_reader> chunks_;  // of one that is read by its table
  on_stale on_stale_ = on_stale::go_on_without;
  std::atomic<bool> stale_{false};
  std::string_view table_problem_{};        // of a table that does not fit its record
  std::optional<expand_windows> expanded_;  // of one that another library reads

  std::size_t first_count_ = 0;
  std::byte first_[near_bytes];  // the member's first bytes, as they are stored
};

}  // namespace nopy::inline v1::verbs
