// SPDX-License-Identifier: MIT
// Any source as one thing: so many bytes, read at any position from any thread. Owns what errors
// call the source, so that every kind of source gives the same verdict about the same bytes.
#pragma once

#include <nopy/far.hpp>
#include <nopy/memory.hpp>

#include "bytes/growing.hpp"
#include "os/file.hpp"

#include <memory>

namespace nopy::inline v1::verbs {

class member_stream;

/// A source that can be read. Borrows what the source borrowed: the path until `keep_path`, the
/// memory always.
class opened_source {
 public:
  opened_source(opened_source&& other) noexcept;
  opened_source& operator=(opened_source&& other) noexcept;
  ~opened_source();

  /// Cost: two system calls for a path. Errors, with their subject: io, not_regular, usage (a path
  /// with an embedded NUL).
  [[nodiscard]] static result<opened_source> open(const source& from) noexcept;
  [[nodiscard]] static result<opened_source> open(path_ref path, os::file_access access) noexcept;

  /// Like `open`, and where it is a path, reads its first bytes into `first`, which is borrowed. Then the
  /// size may be one that was only read (`size_is_read`).
  [[nodiscard]] static result<opened_source> open_and_read(const source& from,
                                                           std::span<std::byte> first) noexcept;
  [[nodiscard]] bool size_is_read() const noexcept { return file_.size_is_read(); }

  /// Reads all of a file of at most `most_bytes`; from then on nothing else is read of it. Does nothing for other
  /// sources. Errors, without subject: io, changed, out_of_memory.
  [[nodiscard]] result<void> keep_small(std::uint64_t most_bytes) noexcept;
  /// The bytes at `offset` as a block: one of its own, or a share of what is kept. Errors, without subject: like
  /// `read_at`, and out_of_memory.
  [[nodiscard]] result<memory> read_block(std::uint64_t offset, std::uint64_t count) const noexcept;

  /// Copies the path, so that errors can name it as long as this lives. Errors: out_of_memory.
  [[nodiscard]] result<void> keep_path() noexcept;

  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return total_bytes_; }
  /// Fills `into` with the bytes at `offset`. Errors, without subject: io, data_truncated, changed,
  /// and what a custom or far reader gives.
  [[nodiscard]] result<void> read_at(std::uint64_t offset,
                                     std::span<std::byte> into) const noexcept;
  /// The bytes at `offset` where they stand, or null where they have to be read.
  [[nodiscard]] const std::byte* in_place(std::uint64_t offset) const noexcept;
  /// The file behind it, or null.
  [[nodiscard]] const os::file* file() const noexcept;
  /// The member of an archive it is, or null.
  [[nodiscard]] member_stream* member() const noexcept { return member_.get(); }
  /// Whether going back is dear: a deflated member is best read from its start to its end.
  [[nodiscard]] bool forward_only() const noexcept;
  /// Advice to a source that is far away: these ranges are read next. Nothing for other sources.
  void expect(std::span<const byte_range> ranges) const noexcept;
  /// How many of the last bytes cost nothing, where the source is far away; else 0.
  [[nodiscard]] std::uint64_t tail_at_hand() const noexcept;
  /// Up to how many bytes between two reads are read along, because another call costs more.
  [[nodiscard]] std::uint64_t gap_worth_reading() const noexcept;

  /// The error about this source, with an offset counted from its start: `base` bytes lie before
  /// what the error's own offset counts from.
  [[nodiscard]] error named(const error& what, std::uint64_t base = 0) const noexcept;

 private:
  explicit opened_source(enum source::kind kind) noexcept;

  enum source::kind kind_;
  std::string_view path_{};
  bytes::growing<char> path_copy_{};
  os::file file_{};
  memory kept_{};                       // of a small file: all of it
  std::span<const std::byte> first_{};  // of a file: bytes from its start that were read already
  int descriptor_ = -1;                 // the caller's number, for messages
  std::span<const std::byte> memory_{};
  read_at_callback read_at_{};
  const far_reader* far_ = nullptr;
  std::unique_ptr<member_stream> member_;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace nopy::inline v1::verbs
