// SPDX-License-Identifier: MIT
// Archives of arrays: .npz, edited. Members that an edit does not name are copied as they stand, not
// decoded and not compressed anew, into a temporary sibling that takes the archive's name when it is
// whole. So at every moment the old archive is there or the new one, and who has the old one open or
// mapped keeps it. Not part of <nopy/nopy.hpp>: whoever edits includes this header.
//
//   nopy::edit_npz("run.npz", [&](nopy::npz_editor& run) {
//     run.put("x", x).remove("old").rename("draft", "final");
//   });
//   nopy::repack_npz("run.npz", "small.npz", {.compression = nopy::deflated{9}});
//   const nopy::salvage_report saved = nopy::salvage_npz("cut.npz", "whole.npz");
#pragma once

#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

namespace nopy {
inline namespace v1 {

/// A member that is the bytes of a file, or of another archive's member, as they are; an array where
/// they are one. The name is borrowed, and what the source borrows.
struct named_source {
  std::string_view stored_name;  ///< ".npy" and all
  source from;
  member_options options{};  ///< its order counts for nothing
};

/// Writes an archive of files. Members that begin like an array are aligned where they are stored.
/// Errors: those of `npz_writer`, and of reading the sources. Memory: at most 8 MiB.
[[nodiscard]] NOPY_API result<void> try_pack_npz(path_ref path,
                                                 std::span<const named_source> members,
                                                 const npz_options& options = {}) noexcept;

/// Options of an edit; those about members hold for the ones that are put.
struct edit_options {
  packing compression = stored;  ///< of every member that says nothing itself
  nopy::profile profile = profile::aligned;
  std::uint32_t alignment = 64;  ///< of `profile::aligned`: a power of two up to 32 768
  chunk_index index = chunk_index::table;
  nopy::durability durability = durability::none;
  nopy::limits limits{};         ///< of the directory
  progress_callback progress{};  ///< bytes copied and put; the total is what was known so far
  parallel_callback parallel{};  ///< deflates members of more than 1 MiB; changes no byte
};

/// Edits an archive. Nothing of it is seen before `commit`, and an editor that was not committed
/// leaves nothing. Members keep their place in the directory, their times, attributes, extra fields
/// and comments; one that is put over an old one takes its place, a new one comes last. Stored
/// members keep their alignment. Names are looked up as NumPy does: exactly, else with ".npy".
///
/// A request that is refused leaves the edit as it was; after io, cancelled and out_of_memory the
/// edit is over, and every call says so again. Not safe for several threads. What was moved from
/// may only be assigned to or destroyed. Memory: the directory and at most 8 MiB. Cost of a commit:
/// one copy of what is kept, shared instead of copied where the file system can.
class NOPY_API npz_editor {
 public:
  /// Reads the directory, and keeps other editors out. Refused is what two readers could read
  /// differently, and an edit would make worse: names that two members share (zip_duplicate),
  /// members that overlap (zip_overlap), bytes in front of the archive or another one in its
  /// comment (zip_ambiguous), bytes behind it (zip_corrupt); `repack_npz` makes a clean archive of
  /// what nopy reads in those. Errors: also io, not_regular, bad_magic, changed, the other zip
  /// kinds, limit, usage, out_of_memory.
  [[nodiscard]] static result<npz_editor> open(path_ref path,
                                               const edit_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit npz_editor(path_ref path, const edit_options& options = {})
      : npz_editor(open(path, options).value()) {}
#endif
  npz_editor(npz_editor&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  npz_editor& operator=(npz_editor&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  ~npz_editor();

  /// Puts an array under a key, in place of the member key + ".npy" where there is one. It is
  /// written at once: `what` may go. Errors: those of `npz_writer::try_add`; zip_duplicate, where
  /// another member is named exactly as the key, so that readers would find that one.
  [[nodiscard]] result<void> try_put(std::string_view key, const any_view& what,
                                     const member_options& options = {}) noexcept;
  /// Puts bytes under a name of the archive, as they are. Errors: like `try_put`.
  [[nodiscard]] result<void> try_put_bytes(std::string_view stored_name,
                                           std::span<const std::byte> bytes,
                                           const member_options& options = {}) noexcept;
  /// Puts the bytes of sources, each in place of the member of its name where there is one; all that
  /// are replaced are left out of the copy at once. Errors: like `try_put`, and those of reading the
  /// sources; one that fails half-way ends the edit.
  [[nodiscard]] result<void> try_put_sources(std::span<const named_source> members) noexcept;
  /// Takes a member away. Errors: not_found.
  [[nodiscard]] result<void> try_remove(std::string_view name) noexcept;
  /// Gives a member another key; its ".npy" stays. Errors: not_found, zip_duplicate (`to` is taken),
  /// zip_name.
  [[nodiscard]] result<void> try_rename(std::string_view name, std::string_view to) noexcept;
  /// Puts the edited archive in the place of the old one; where nothing was edited, nothing is
  /// written. Errors: changed (someone else wrote to the archive since it was opened), usage
  /// (committed already), io, cancelled, out_of_memory, and the zip kinds of a member that is kept
  /// but can not be copied. The old archive is untouched then.
  [[nodiscard]] result<void> try_commit() noexcept;

  /// Whether a member would be found under this name now.
  [[nodiscard]] bool contains(std::string_view name) const noexcept;
  /// Members now.
  [[nodiscard]] std::uint64_t count() const noexcept;
#if NOPY_EXCEPTIONS
  npz_editor& put(std::string_view key, const any_view& what, const member_options& options = {}) {
    try_put(key, what, options).value();
    return *this;
  }
  npz_editor& put_bytes(std::string_view stored_name, std::span<const std::byte> bytes,
                        const member_options& options = {}) {
    try_put_bytes(stored_name, bytes, options).value();
    return *this;
  }
  npz_editor& put_sources(std::span<const named_source> members) {
    try_put_sources(members).value();
    return *this;
  }
  npz_editor& remove(std::string_view name) {
    try_remove(name).value();
    return *this;
  }
  npz_editor& rename(std::string_view name, std::string_view to) {
    try_rename(name, to).value();
    return *this;
  }
  void commit() { try_commit().value(); }
#endif

 private:
  struct opened;
  explicit npz_editor(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

/// Writes an archive without the bytes between its members that belong to none, as other tools leave
/// them where they edit in place. Errors: those of `npz_editor`.
[[nodiscard]] NOPY_API result<void> try_compact_npz(path_ref path,
                                                    const edit_options& options = {}) noexcept;

/// Options of a repacked archive.
struct repack_options {
  /// Of every member; none: each stays as it is, and its compressed bytes are copied.
  std::optional<packing> compression{};
  nopy::profile profile = profile::aligned;
  std::uint32_t alignment = 64;  ///< of `profile::aligned`: a power of two up to 32 768
  chunk_index index = chunk_index::table;
  nopy::durability durability = durability::none;
  nopy::existing existing = existing::replace;
  nopy::policy policy = policy::tolerant;  ///< of reading
  nopy::limits limits{};
  callback<void(const finding&)> on_finding{};  ///< deviations, and members that are left out
  progress_callback progress{};  ///< bytes of members, as they lie in the new archive
  parallel_callback parallel{};  ///< deflates, as in npz_options; changes no byte
};

/// Writes the members of one archive as another one: aligned, stored or compressed, as
/// `npz_writer` would have written them, so without their times, attributes and comments. Every
/// member is read and held against its CRC; the first bad one ends it, and nothing is written. Of
/// several members of one name the one that NumPy reads is taken. `from` and `to` may be one path.
/// Errors: those of `npz_reader`, of reading its members, and of `npz_writer`. Memory: at most
/// 8 MiB, whatever the size of a member.
[[nodiscard]] NOPY_API result<void> try_repack_npz(const source& from, path_ref to,
                                                   const repack_options& options = {}) noexcept;

/// What a salvage came to.
struct salvage_report {
  std::uint64_t saved = 0;        ///< members that are whole, CRC and all, in the new archive
  std::uint64_t saved_bytes = 0;  ///< their uncompressed bytes
  /// No directory was found: members were found by their local headers.
  bool directory_lost = false;
  /// Members that are not in the new archive: each names the member, where it lies, and why.
  finding_list lost;
};

/// Options of a salvage.
struct salvage_options {
  nopy::durability durability = durability::none;
  nopy::existing existing = existing::refuse;
  nopy::limits limits{};
  progress_callback progress{};  ///< bytes of the damaged archive
};

/// Saves what is whole in a damaged archive: members whose bytes agree with their CRC, by the
/// directory where there is one, else (an archive that was cut) by walking the local headers. Their
/// compressed bytes are copied, without times, attributes and comments. Where nothing is whole,
/// nothing is written: zip_no_directory. Errors: also io, not_regular, bad_magic, limit, and those
/// of `npz_writer`. Memory: at most 8 MiB.
[[nodiscard]] NOPY_API result<salvage_report> try_salvage_npz(
    const source& from, path_ref to, const salvage_options& options = {}) noexcept;

#if NOPY_EXCEPTIONS
/// Opens an editor, runs `body(editor)`, commits; an exception from `body` leaves the archive as it
/// was.
template <class Body>
void edit_npz(path_ref path, Body&& body, const edit_options& options = {}) {
  npz_editor editor(path, options);
  body(editor);
  editor.commit();
}
/// Like `try_pack_npz`; throws nopy::exception.
inline void pack_npz(path_ref path, std::span<const named_source> members,
                     const npz_options& options = {}) {
  try_pack_npz(path, members, options).value();
}
/// Like `try_compact_npz`; throws nopy::exception.
inline void compact_npz(path_ref path, const edit_options& options = {}) {
  try_compact_npz(path, options).value();
}
/// Like `try_repack_npz`; throws nopy::exception.
inline void repack_npz(const source& from, path_ref to, const repack_options& options = {}) {
  try_repack_npz(from, to, options).value();
}
/// Like `try_salvage_npz`; throws nopy::exception.
inline salvage_report salvage_npz(const source& from, path_ref to,
                                  const salvage_options& options = {}) {
  return try_salvage_npz(from, to, options).value();
}
#endif

}  // namespace v1
}  // namespace nopy
