// SPDX-License-Identifier: MIT
// npz_writer and save_npz: an archive_writer with the path in its errors.
#include <nopy/npz_write.hpp>

#include "array/view_blocks.hpp"
#include "verbs/archive_writer.hpp"
#include "verbs/kept_path.hpp"

namespace nopy {
inline namespace v1 {

struct npz_writer::opened {
  verbs::archive_writer writer;
  verbs::kept_path path;
};

result<npz_writer> npz_writer::open(path_ref path, const npz_options& options) noexcept {
  auto writer = verbs::archive_writer::create(path, options);
  if (!writer) return writer.error().about(path.view());
  auto kept = verbs::kept_path::of(path);
  if (!kept) return kept.error();
  auto* made = new (std::nothrow) opened{*std::move(writer), *std::move(kept)};
  if (made == nullptr) return error(errc::out_of_memory);
  return npz_writer(made);
}

npz_writer::~npz_writer() { delete open_; }

result<void> npz_writer::try_add(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept {
  return open_->path.named(open_->writer.add(key, what, options));
}

result<void> npz_writer::try_add_bytes(std::string_view stored_name,
                                       std::span<const std::byte> bytes,
                                       const member_options& options) noexcept {
  return open_->path.named(open_->writer.add_bytes(stored_name, bytes, options));
}

result<void> npz_writer::try_begin(std::string_view key, const dtype& type, const shape& row,
                                   const member_options& options) noexcept {
  return open_->path.named(open_->writer.begin(key, type, row, options));
}

result<void> npz_writer::try_rows(std::span<const std::byte> rows) noexcept {
  return open_->path.named(open_->writer.rows(rows));
}

result<void> npz_writer::try_close() noexcept { return open_->path.named(open_->writer.close()); }

std::uint64_t npz_writer::count() const noexcept { return open_->writer.count(); }

result<void> try_save_npz(path_ref path, std::span<const named_view> members,
                          const npz_options& options) noexcept {
  std::uint64_t total_bytes = 0;
  for (const named_view& member : members) {
    const auto bytes = core::data_bytes_of(member.view.dtype(), member.view.shape());
    if (!bytes) return bytes.error().about(member.key).about(path.view());
    total_bytes += *bytes;
  }
  auto out = npz_writer::open(path, options);
  if (!out) return out.error();
  out->open_->writer.expect(total_bytes);
  for (const named_view& member : members)
    if (auto added = out->try_add(member.key, member.view, member.options); !added) return added;
  return out->try_close();
}

}  // namespace v1
}  // namespace nopy
