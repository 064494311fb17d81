// SPDX-License-Identifier: MIT
// Streaming rows of unknown count into a new file. The header's length does not depend on the count
// (docs/format.md, "Writing"), so it is written last, where room was left for it.
#include <nopy/append.hpp>

#include "os/atomic_file.hpp"
#include "os/writing.hpp"
#include "verbs/growth.hpp"
#include "verbs/kept_path.hpp"
#include "verbs/row_buffer.hpp"

#include <optional>

namespace nopy {
inline namespace v1 {

struct [[gnu::visibility("hidden")]] any_writer::opened {
  std::optional<os::atomic_file> file;  // until it is closed
  row_buffer gathered;
  nopy::dtype type;
  shape row;
  nopy::order order;
  progress_callback progress;
  std::uint64_t header_bytes;
  std::uint64_t row_bytes;
  std::uint64_t row_count = 0;
  verbs::kept_path path;

  [[nodiscard]] result<void> write(std::span<const std::byte> rows, padding padding) noexcept;
  [[nodiscard]] result<void> close() noexcept;
  [[nodiscard]] result<void> finish() noexcept;
};

result<void> any_writer::opened::write(std::span<const std::byte> rows, padding padding) noexcept {
  if (!file) return error({.code = errc::usage, .summary = "the writer is closed"});
  if (rows.size() % row_bytes != 0)
    return error({.code = errc::usage, .summary = "only whole rows can be written"});
  const std::uint64_t more = rows.size() / row_bytes;
  const std::uint64_t most_rows = (std::uint64_t{INT64_MAX} - header_bytes) / row_bytes;
  if (more > most_rows - row_count)
    return error({.code = errc::too_large, .summary = "no file can be that long"});
  if (auto taken = gathered.append(rows, padding); !taken) return taken;
  row_count += more;
  if (progress && !progress({row_count * row_bytes, 0})) {
    file.reset();
    return error(errc::cancelled);
  }
  return {};
}

result<void> any_writer::opened::close() noexcept {
  if (!file) return error({.code = errc::usage, .summary = "the writer is closed"});
  auto finished = finish();
  file.reset();
  return finished;
}

result<void> any_writer::opened::finish() noexcept {
  if (auto flushed = gathered.flush(); !flushed) return flushed;
  const auto header = core::encode_header(type, shape_of_rows(row, row_count, order), order);
  if (!header) return header.error();
  if (header->bytes().size() != header_bytes) return no_room_for(row_count, 0);
  if (auto written = os::write_all_at(file->descriptor(), header->bytes(), 0); !written)
    return written;
  return file->commit();
}

result<any_writer> any_writer::open(path_ref path, const dtype& type, const shape& row,
                                    const save_options& options) noexcept {
  const auto opened_at = [&]() -> result<opened*> {
    const auto row_bytes = bytes_of_row(type, row);
    if (!row_bytes) return row_bytes.error();
    const order in_file = row.rank() == 0 ? order::c : options.order;  // one axis has no order
    const auto header = core::encode_header(type, shape_of_rows(row, 0, in_file), in_file);
    if (!header) return header.error();
    auto file = os::atomic_file::create(path, options.existing, options.durability);
    if (!file) return file.error();
    const std::uint64_t header_bytes = header->bytes().size();
    auto rows = row_buffer::make(file->descriptor(), header_bytes, type, row_buffer::earlier::made);
    if (!rows) return rows.error();
    auto kept = verbs::kept_path::of(path);
    if (!kept) return kept.error();
    auto* made = new (std::nothrow) opened{.file = *std::move(file),
                                           .gathered = *std::move(rows),
                                           .type = type,
                                           .row = row,
                                           .order = in_file,
                                           .progress = options.progress,
                                           .header_bytes = header_bytes,
                                           .row_bytes = *row_bytes,
                                           .path = *std::move(kept)};
    if (made == nullptr) return error(errc::out_of_memory);
    return made;
  };
  const auto made = opened_at();
  if (!made) return made.error().about(path.view());
  return any_writer(*made);
}

any_writer::~any_writer() { delete open_; }

result<void> any_writer::try_write(std::span<const std::byte> rows, padding padding) noexcept {
  return open_->path.named(open_->write(rows, padding));
}

result<void> any_writer::try_close() noexcept { return open_->path.named(open_->close()); }

std::uint64_t any_writer::rows() const noexcept { return open_->row_count; }

}  // namespace v1
}  // namespace nopy
