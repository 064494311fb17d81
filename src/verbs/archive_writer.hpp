// SPDX-License-Identifier: MIT
// A new archive, member by member: the file, the directory, and the one member at work. Owns the
// rule that a refused request writes nothing, and that after a failed write nothing is left.
#pragma once

#include <nopy/npz_write.hpp>

#include "verbs/archive_output.hpp"
#include "verbs/pack_run.hpp"
#include "zip/record_writer.hpp"

namespace nopy::inline v1::verbs {

class archive_writer {
 public:
  /// Errors: those of `atomic_file::create`, usage (the alignment).
  [[nodiscard]] static result<archive_writer> create(path_ref path,
                                                     const npz_options& options) noexcept;

  /// What the progress callback is told as the total.
  void expect(std::uint64_t total_bytes) noexcept { total_bytes_ = total_bytes; }
  [[nodiscard]] std::uint64_t count() const noexcept {
    return directory_.count() + waiting_.size() + (stream_ ? 1 : 0);
  }

  // As in npz_writer.
  [[nodiscard]] result<void> add(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept;
  [[nodiscard]] result<void> add_bytes(std::string_view name, std::span<const std::byte> bytes,
                                       const member_options& options) noexcept;
  [[nodiscard]] result<void> begin(std::string_view key, const dtype& type, const shape& row,
                                   const member_options& options) noexcept;
  [[nodiscard]] result<void> rows(std::span<const std::byte> rows) noexcept;
  [[nodiscard]] result<void> close() noexcept;

  /// The next bytes of a member; empty at the end.
  using next_block = function_ref<std::span<const std::byte>()>;
  /// Adds a member of `header`, which begins an array or is empty, and `bytes` more. Where `next` could
  /// not read them, `source_read` says why, and the archive is given up. Errors: like `add`.
  [[nodiscard]] result<void> add_blocks(std::string_view name, std::span<const std::byte> header,
                                        std::uint64_t bytes, const member_options& options,
                                        next_block next, const result<void>& source_read) noexcept;
  /// Adds the bytes of a source, aligned where they begin like an array. Errors: like `add`, and, with
  /// the source's name, those of reading it, after which the archive is given up.
  [[nodiscard]] result<void> add_source(std::string_view name, const source& from,
                                        const member_options& options) noexcept;
  /// Adds a member of another archive: the bytes of `from` at `data_offset`, as they are. What its
  /// record says is taken over but for the place. `array_offset`: in the member, where the array's data
  /// begins, which is aligned where the member is stored. Errors: like `add`.
  [[nodiscard]] result<void> add_copy(const zip::member_record& like, std::uint64_t array_offset,
                                      const opened_source& from,
                                      std::uint64_t data_offset) noexcept;

  // For who edits: bytes that are no members of this writer, and the directory it does not write.
  /// No member waits for others: each is written when it was added.
  void wait_for_none() noexcept { may_wait_ = false; }
  /// Where the next byte goes.
  [[nodiscard]] std::uint64_t end() const noexcept { return out_ ? out_->end() : 0; }
  [[nodiscard]] result<void> put(std::span<const std::byte> bytes) noexcept;
  [[nodiscard]] result<void> copy(const opened_source& from, std::uint64_t offset,
                                  std::uint64_t count) noexcept;
  /// Whether it was neither closed nor given up.
  [[nodiscard]] bool is_open() const noexcept { return out_.has_value(); }
  /// The record of the member added at a position.
  [[nodiscard]] std::span<const std::byte> record(std::size_t index) const noexcept {
    return directory_.record(index);
  }
  /// Like `close`, with these end records and what leads to them.
  [[nodiscard]] result<void> close_with(std::span<const std::byte> directory) noexcept;
  /// Later members may have names that earlier ones have.
  void allow_duplicates() noexcept { unique_ = false; }
  /// What was written so far, to copy from; it will never be an archive.
  [[nodiscard]] result<opened_source> give_up_for_reading() noexcept;

 private:
  /// An array whose rows are still coming.
  struct stream {
    dtype type;
    shape row;
    nopy::order order;
    std::uint64_t row_bytes;
    std::uint64_t header_bytes;
    std::size_t extra_bytes;
    std::uint64_t header_offset;
    std::uint64_t row_count = 0;
    std::uint32_t rows_crc32 = 0;
    bool deflated = false;
    std::uint64_t packed_bytes = 0;  // of a deflated one
  };

  /// A small member that waits in `pack_` for others.
  struct waiting {
    std::size_t name_end;  // in `waiting_names_`
    std::size_t header_bytes;
  };

  archive_writer(archive_output out, const npz_options& options) noexcept;
  [[nodiscard]] result<void> check_open() noexcept;
  [[nodiscard]] result<void> prepare(std::string_view key, std::string_view suffix) noexcept;
  /// Makes the compressor that `options` ask for, unless that is none.
  [[nodiscard]] result<packing> open_pack(const member_options& options) noexcept;
  [[nodiscard]] result<void> write(packing how, std::span<const std::byte> header,
                                   std::uint64_t bytes, next_block next) noexcept;
  [[nodiscard]] result<void> write_packed(std::span<const std::byte> header, std::uint64_t bytes,
                                          next_block next) noexcept;
  [[nodiscard]] result<void> write_small(std::span<const std::byte> header, std::uint64_t bytes,
                                         next_block next) noexcept;
  [[nodiscard]] result<void> write_small_zstd(std::span<const std::byte> header,
                                              std::uint64_t bytes, next_block next) noexcept;
  [[nodiscard]] result<void> put_small(const deflate_batch::small_member& what,
                                       std::size_t header_bytes) noexcept;
  /// Writes the members that wait. What follows must be written behind them.
  [[nodiscard]] result<void> write_waiting() noexcept;
  [[nodiscard]] std::string_view waiting_name(std::size_t index) const noexcept;
  [[nodiscard]] bool has_name(std::string_view name) const noexcept;
  [[nodiscard]] result<void> write_stored(std::span<const std::byte> header, std::uint64_t bytes,
                                          next_block next) noexcept;
  [[nodiscard]] result<std::uint32_t> write_blocks(std::uint32_t crc,
                                                   std::span<const std::byte> block,
                                                   next_block next) noexcept;
  [[nodiscard]] result<void> fill_stream_head(const zip::member_record& member,
                                              std::span<const std::byte> header,
                                              std::size_t extra_bytes) noexcept;
  [[nodiscard]] result<void> add_stored_blocks(std::span<const std::byte> header) noexcept;
  [[nodiscard]] result<void> pack_rows(std::span<const std::byte> rows) noexcept;
  [[nodiscard]] result<void> add_index(zip::member_record& to, std::size_t chunk_bytes) noexcept;
  [[nodiscard]] result<void> put_packed(std::span<const std::byte> made,
                                        std::uint64_t bytes) noexcept;
  [[nodiscard]] result<void> finish_packed_rows() noexcept;
  [[nodiscard]] result<void> end_stream() noexcept;
  [[nodiscard]] result<void> finish_stream(const stream& ended) noexcept;
  [[nodiscard]] result<void> finish() noexcept;
  [[nodiscard]] result<void> put_local(const zip::member_record& member,
                                       std::size_t extra_bytes) noexcept;
  [[nodiscard]] result<void> advance(std::uint64_t bytes, bool member_ends) noexcept;
  /// Passes on what a write said; after an error the archive is given up.
  [[nodiscard]] result<void> settle(result<void> written) noexcept;
  [[nodiscard]] zip::record_style style() const noexcept;
  [[nodiscard]] bool has_index() const noexcept {
    return options_.profile == profile::aligned && options_.index != chunk_index::none;
  }
  [[nodiscard]] std::uint32_t alignment() const noexcept;
  [[nodiscard]] std::string_view name() const noexcept { return {name_.data(), name_.size()}; }

  std::optional<archive_output> out_;  // until it is closed or given up
  zip::directory_writer directory_;
  npz_options options_;
  bytes::growing<char> name_{};     // of the member at work
  zip::record_bytes record_{};      // a local header on its way
  zip::record_bytes fields_{};      // of a record of the directory
  std::optional<pack_run> pack_{};  // of the last method and level asked for
  bytes::growing<waiting> waiting_{};
  bytes::growing<char> waiting_names_{};
  bool may_wait_ = true;
  std::optional<stream> stream_{};
  std::optional<error> broken_{};
  bool unique_ = true;
  std::uint64_t done_bytes_ = 0;
  std::uint64_t told_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace nopy::inline v1::verbs
