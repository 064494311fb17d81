// SPDX-License-Identifier: MIT
// Archives of arrays: .npz, the writing half. A new archive is written as a temporary sibling and
// gets its name when it is whole, so after any failure the old file is there, untouched, and
// nothing else. Equal arrays give equal bytes, on every system, at any time and from any number of
// threads; only `deflated::fast` may depend on the build and the processor.
//
//   nopy::save_npz("out.npz", {{"x", x}, {"y", y}});            nothing to forget
//   nopy::write_npz("big.npz", [&](nopy::npz_writer& out) {     member by member
//     out.add("x", x);
//     out.add("labels", labels, {.compression = nopy::deflated{}});
//   });
#pragma once

#include <nopy/compression.hpp>
#include <nopy/save.hpp>

#include <initializer_list>
#include <optional>

namespace nopy::inline v1 {

/// A deflate level: 1 is fast (by ISA-L where it was found at build time, whose bytes may differ from
/// one processor family to another), 6 NumPy's, 9 small, 12 the smallest; 0 stores. A member of up to
/// 1 MiB that would not get smaller is stored. By libdeflate, where it was found at build time, else by
/// an own deflate that is slower; the bytes are those of the one that wrote them.
struct deflated {
  int level = 6;
  static const deflated fast, standard, small;
};
inline constexpr deflated deflated::fast{1}, deflated::standard{6}, deflated::small{9};
/// A member as it is, so that it can be mapped.
inline constexpr deflated stored{0};
/// A zstd level: 1 is fast, 3 zstd's own, 19 small. Read by nopy, and by NumPy on Python 3.14 and
/// later; few other readers know it. Needs libzstd at build time, else `zip_method`.
struct zstd {
  int level = 3;
};
/// How a member is written: `deflated`, `stored` or `zstd`.
struct packing {
  constexpr packing(deflated how) noexcept
      : method(how.level == 0 ? compression::stored : compression::deflated), level(how.level) {}
  constexpr packing(zstd how) noexcept : method(compression::zstd), level(how.level) {}
  compression method;
  int level;
};

/// Whose bytes an archive has. Every ZIP reader takes all of them.
enum class profile : std::uint8_t {
  aligned,  ///< the data of stored members begins at a multiple of 64 in the file, so that they
            ///< map as their type; real sizes in every record below 4 GiB
  numpy,    ///< stored: byte for byte as np.savez on CPython >= 3.11.4
  numpy_classic,  ///< stored: as np.savez on CPython <= 3.10
};

/// What makes large deflated members (16 MiB to 8 GiB) readable from any place and by many threads
/// at once: independent chunks, and where they lie. Every ZIP reader sees an ordinary member.
/// `table`: in the directory, at most 16 KiB a member; only `profile::aligned` has it.
enum class chunk_index : std::uint8_t { none, table };

/// Options of one member.
struct member_options {
  std::optional<packing> compression{};  ///< none: as the archive's options say
  nopy::order order = order::c;          ///< of the bytes in the file
};

/// Options of a new archive.
struct npz_options {
  packing compression = stored;  ///< of every member that says nothing itself
  nopy::profile profile = profile::aligned;
  std::uint32_t alignment = 64;  ///< of `profile::aligned`: a power of two up to 32 768
  chunk_index index = chunk_index::table;
  nopy::durability durability = durability::none;
  nopy::existing existing = existing::replace;
  /// Bytes of arrays, before compression; the total is 0 where it is not known.
  progress_callback progress{};
  /// Deflates pieces of large members, and small members side by side: they wait for one another, so that what
  /// writing them says may come with a later call. <nopy/threads.hpp> has one. Changes no byte of the archive.
  parallel_callback parallel{};
};

/// Streams members into a new archive that gets its name when it is closed. A request that is
/// refused (usage, zip_name, zip_duplicate, object_dtype, ...) leaves the writer as it was; after
/// io, cancelled and out_of_memory nothing is left of the archive, and every call says so again.
/// Not safe for several threads. Memory: at most 8 MiB and some bytes a member, whatever its size;
/// with `parallel` 40 MiB, and a compressor for each thread (1 MiB; 9 from level 10 on). zstd takes
/// its own beside: 4 MiB at level 3, 90 at 19. What was moved from may only be assigned to or
/// destroyed.
class NOPY_API npz_writer {
 public:
  /// Errors: those of `save` for the file; usage (an alignment that is none).
  [[nodiscard]] static result<npz_writer> open(path_ref path,
                                               const npz_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit npz_writer(path_ref path, const npz_options& options = {})
      : npz_writer(open(path, options).value()) {}
#endif
  npz_writer(npz_writer&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  npz_writer& operator=(npz_writer&& other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  /// A writer that was not closed leaves nothing.
  ~npz_writer();

  /// Adds an array under a key; the member is named key + ".npy". Any text is a key. Errors:
  /// object_dtype, too_large, zip_duplicate, zip_name (a NUL, no UTF-8, more than 65 535 bytes),
  /// zip_method (the library was not found), usage, io, cancelled, out_of_memory.
  [[nodiscard]] result<void> try_add(std::string_view key, const any_view& what,
                                     const member_options& options = {}) noexcept;
  /// Adds bytes under a name of the archive, as they are. Errors: like `try_add`.
  [[nodiscard]] result<void> try_add_bytes(std::string_view stored_name,
                                           std::span<const std::byte> bytes,
                                           const member_options& options = {}) noexcept;
  /// Begins an array of rows of `row` elements whose count is not known yet, fed by `try_rows`; the
  /// next member or `close` ends it. Stored, or deflated behind a header that is not. The last axis
  /// grows in Fortran order, the first in C order. Errors: like `try_add`, and usage (rows of no
  /// bytes; zstd).
  [[nodiscard]] result<void> try_begin(std::string_view key, const dtype& type, const shape& row,
                                       const member_options& options = {}) noexcept;
  /// Whole rows, as they stand in the file. Errors: usage, too_large, io, cancelled.
  [[nodiscard]] result<void> try_rows(std::span<const std::byte> rows) noexcept;
  /// Writes the directory and gives the file its name. Errors: io, exists, usage (closed already),
  /// out_of_memory.
  [[nodiscard]] result<void> try_close() noexcept;
  /// Members so far.
  [[nodiscard]] std::uint64_t count() const noexcept;
#if NOPY_EXCEPTIONS
  npz_writer& add(std::string_view key, const any_view& what, const member_options& options = {}) {
    try_add(key, what, options).value();
    return *this;
  }
  npz_writer& add_bytes(std::string_view stored_name, std::span<const std::byte> bytes,
                        const member_options& options = {}) {
    try_add_bytes(stored_name, bytes, options).value();
    return *this;
  }
  npz_writer& begin(std::string_view key, const dtype& type, const shape& row,
                    const member_options& options = {}) {
    try_begin(key, type, row, options).value();
    return *this;
  }
  npz_writer& rows(std::span<const std::byte> rows) {
    try_rows(rows).value();
    return *this;
  }
  void close() { try_close().value(); }
#endif

 private:
  friend NOPY_API result<void> try_save_npz(path_ref, std::span<const struct named_view>,
                                            const npz_options&) noexcept;
  struct opened;
  explicit npz_writer(opened* open) noexcept : open_(open) {}
  opened* open_ = nullptr;
};

/// A key and its array, both borrowed.
struct named_view {
  named_view(std::string_view member_key, const any_view& member_view,
             const member_options& member_options = {}) noexcept
      : key(member_key), view(member_view), options(member_options) {}

  std::string_view key;
  any_view view;
  member_options options;
};

/// Writes a whole archive. Every member is checked before the first is written. Errors: those of
/// `npz_writer`; the subject names the member.
[[nodiscard]] NOPY_API result<void> try_save_npz(path_ref path, std::span<const named_view> members,
                                                 const npz_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
/// Like `try_save_npz`; throws nopy::exception.
inline void save_npz(path_ref path, std::span<const named_view> members,
                     const npz_options& options = {}) {
  try_save_npz(path, members, options).value();
}
/// The same of a list in braces.
inline void save_npz(path_ref path, std::initializer_list<named_view> members,
                     const npz_options& options = {}) {
  try_save_npz(path, std::span(members.begin(), members.size()), options).value();
}
/// Opens a writer, runs `body(writer)`, closes it; an exception from `body` leaves nothing behind.
template <class Body>
void write_npz(path_ref path, Body&& body, const npz_options& options = {}) {
  npz_writer writer(path, options);
  body(writer);
  writer.close();
}
#endif

}  // namespace nopy::inline v1
