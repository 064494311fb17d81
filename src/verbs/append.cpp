// SPDX-License-Identifier: MIT
// Growing an array in place. Rows go behind the array, where no reader looks; a commit brings them
// to disk and then changes a few bytes of the header. At every moment the file holds the rows of
// the last commit or those of this one.
#include <nopy/append.hpp>

#include "bytes/text_sink.hpp"
#include "os/file.hpp"
#include "os/sibling_name.hpp"
#include "os/writing.hpp"
#include "verbs/growth.hpp"
#include "verbs/kept_path.hpp"
#include "verbs/row_buffer.hpp"

#include <optional>

namespace nopy {
inline namespace v1 {

struct [[gnu::visibility("hidden")]] any_appender::opened {
  os::file file;
  growing_array array;  // as of the last commit
  row_buffer gathered;
  nopy::durability durability;
  std::uint64_t row_count = 0;
  verbs::kept_path path;
  /// Bytes that are no rows may stand behind what `gathered` has written.
  bool tail = false;
  /// Rows of no commit yet may stand in the file.
  bool touched = false;
  /// What ended this appender before its time.
  std::optional<error> broken{};
  /// The header on disk may be the old or the new one, so the rows of both must stay.
  bool header_in_doubt = false;
  std::uint64_t maker = os::process_number();

  opened(os::file opened_file, growing_array read, row_buffer rows, verbs::kept_path kept,
         const append_options& options) noexcept
      : file(std::move(opened_file)),
        array(std::move(read)),
        gathered(std::move(rows)),
        durability(options.durability),
        row_count(array.row_count),
        path(std::move(kept)),
        tail(file.size_bytes() > array.end_of(array.row_count)) {}
  opened(const opened&) = delete;
  opened& operator=(const opened&) = delete;
  ~opened();

  [[nodiscard]] result<void> append(std::span<const std::byte> rows, padding padding) noexcept;
  [[nodiscard]] result<void> commit() noexcept;
  [[nodiscard]] result<void> check_room(std::uint64_t rows) const noexcept;
  [[nodiscard]] result<void> cut_tail() noexcept;
  [[nodiscard]] result<void> put_header(std::span<const std::byte> grown) noexcept;
  void restore_header(byte_range changed) noexcept;
};

any_appender::opened::~opened() {
  // A destructor has no one to tell; what stays behind the array is cut by the next appender. A
  // file that someone shortened is not made longer: zeros would pass for rows. In a forked child
  // the rows are the parent's.
  const std::uint64_t end = array.end_of(array.row_count);
  const bool mine = os::process_number() == maker;
  if (mine && touched && !header_in_doubt && os::check_not_shortened(file.descriptor(), end))
    (void)os::set_size(file.descriptor(), end);
}

result<void> any_appender::opened::append(std::span<const std::byte> rows,
                                          padding padding) noexcept {
  if (broken) return *broken;
  if (rows.size() % array.row_bytes != 0) {
    const bytes::short_text<64> found(
        [&](bytes::text_sink& to) { to.decimal(rows.size()).put(" bytes"); });
    const bytes::short_text<64> expected([&](bytes::text_sink& to) {
      to.put("a multiple of ").decimal(array.row_bytes).put(" bytes");
    });
    return error({.code = errc::usage,
                  .summary = "only whole rows can be appended",
                  .found = found,
                  .expected = expected});
  }
  if (rows.empty()) return {};
  const std::uint64_t more = rows.size() / array.row_bytes;
  if (auto room = check_room(more); !room) return room;
  if (auto cut = cut_tail(); !cut) return cut;
  touched = true;
  auto taken = gathered.append(rows, padding);
  if (!taken) {
    tail = true;
    return taken;
  }
  row_count += more;
  return {};
}

result<void> any_appender::opened::check_room(std::uint64_t rows) const noexcept {
  if (rows <= array.most_rows - row_count) return {};
  if (array.room_is_in_header) return no_room_for(row_count + rows, array.most_rows);
  return error({.code = errc::too_large, .summary = "no file can be that long"});
}

result<void> any_appender::opened::cut_tail() noexcept {
  if (!tail) return {};
  if (auto whole = os::check_not_shortened(file.descriptor(), gathered.written_end()); !whole)
    return whole;
  if (auto cut = os::set_size(file.descriptor(), gathered.written_end()); !cut) return cut;
  tail = false;
  return {};
}

result<void> any_appender::opened::commit() noexcept {
  if (broken) return *broken;
  if (row_count == array.row_count) return {};
  if (auto named = os::check_has_name(file.descriptor()); !named) return named;
  if (auto flushed = gathered.flush(); !flushed) return flushed;
  if (auto cut = cut_tail(); !cut) return cut;
  bytes::growing<std::byte> grown;
  if (!grown.append(array.header.span())) return error(errc::out_of_memory);
  if (auto fits = core::grow_header({grown.data(), grown.size()}, row_count); !fits) return fits;
  if (durability != durability::none) {
    // Rows before the header that counts them. A failed synchronisation can not be repeated: the
    // system may have forgotten the pages it could not write.
    if (auto synced = os::synchronise(file.descriptor(), os::synchronised::bytes); !synced) {
      broken = synced.error();
      return synced;
    }
  }
  if (auto put = put_header(grown.span()); !put) return put;
  array.header = std::move(grown);
  array.row_count = row_count;
  touched = false;
  return {};
}

/// Writes what differs, a few bytes: a reader, or a disk that loses power, sees all or none of them
/// as long as they lie in one sector, as in every header of up to 512 bytes.
result<void> any_appender::opened::put_header(std::span<const std::byte> grown) noexcept {
  std::size_t first = 0, last = grown.size();
  while (first < last && grown[first] == array.header[first]) ++first;
  while (last > first && grown[last - 1] == array.header[last - 1]) --last;
  const byte_range changed{first, last - first};
  auto put = os::write_all_at(file.descriptor(), grown.subspan(first, last - first), first);
  if (put && durability == durability::full) {
    put = os::synchronise(file.descriptor(), os::synchronised::everything);
    if (!put) {
      header_in_doubt = true;
      broken = put.error();
    }
  }
  if (!put) restore_header(changed);
  return put;
}

void any_appender::opened::restore_header(byte_range changed) noexcept {
  const auto old = array.header.span().subspan(static_cast<std::size_t>(changed.offset),
                                               static_cast<std::size_t>(changed.count));
  const auto restored = os::write_all_at(file.descriptor(), old, changed.offset);
  if (restored) return;
  header_in_doubt = true;
  broken = restored.error();
}

result<any_appender> any_appender::open(path_ref path, const dtype& type, const shape& row,
                                        const append_options& options) noexcept {
  const auto opened_at = [&]() -> result<opened*> {
    if (!path.usable())
      return error({.code = errc::usage, .summary = "a path can not hold a NUL character"});
    if (auto bytes = bytes_of_row(type, row); !bytes) return bytes.error();
    auto file = os::file::open(path.c_str(), os::file_access::read_write);
    if (!file && file.error().system_code() == ENOENT) {
      const auto made = make_growing(path, type, row, options);
      if (!made && made.error().code() != errc::exists) return made.error();
      file = os::file::open(path.c_str(), os::file_access::read_write);
    }
    if (!file) return file.error();
    if (auto locked = os::lock_for_writing(file->descriptor()); !locked) return locked.error();
    // Between opening and locking another appender may have finished.
    if (auto same = file->check_unchanged(); !same) return same.error();
    if (auto named = os::check_has_name(file->descriptor()); !named) return named.error();
    auto array = read_growing(*file, type, row, options.order);
    if (!array) return array.error();
    auto rows = row_buffer::make(file->descriptor(), array->end_of(array->row_count), type,
                                 row_buffer::earlier::kept);
    if (!rows) return rows.error();
    auto kept = verbs::kept_path::of(path);
    if (!kept) return kept.error();
    auto* made = new (std::nothrow)
        opened(*std::move(file), *std::move(array), *std::move(rows), *std::move(kept), options);
    if (made == nullptr) return error(errc::out_of_memory);
    return made;
  };
  const auto made = opened_at();
  if (!made) return made.error().about(path.view());
  return any_appender(*made);
}

any_appender::~any_appender() { delete open_; }

result<void> any_appender::try_append(std::span<const std::byte> rows, padding padding) noexcept {
  return open_->path.named(open_->append(rows, padding));
}

result<void> any_appender::try_commit() noexcept { return open_->path.named(open_->commit()); }

std::uint64_t any_appender::rows() const noexcept { return open_->row_count; }

}  // namespace v1
}  // namespace nopy
