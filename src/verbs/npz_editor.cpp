// SPDX-License-Identifier: MIT
// npz_editor: an archive_editor with the path in its errors.
#include <nopy/npz_edit.hpp>

#include "verbs/archive_editor.hpp"
#include "verbs/kept_path.hpp"

namespace nopy {
inline namespace v1 {

struct npz_editor::opened {
  verbs::archive_editor editor;
  verbs::kept_path path;
};

result<npz_editor> npz_editor::open(path_ref path, const edit_options& options) noexcept {
  auto editor = verbs::archive_editor::open(path, options, verbs::gaps::kept);
  if (!editor) return editor.error();
  auto kept = verbs::kept_path::of(path);
  if (!kept) return kept.error();
  auto* made = new (std::nothrow) opened{*std::move(editor), *std::move(kept)};
  if (made == nullptr) return error(errc::out_of_memory);
  return npz_editor(made);
}

npz_editor::~npz_editor() { delete open_; }

result<void> npz_editor::try_put(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept {
  return open_->path.named(open_->editor.put(key, what, options));
}

result<void> npz_editor::try_put_bytes(std::string_view stored_name,
                                       std::span<const std::byte> bytes,
                                       const member_options& options) noexcept {
  return open_->path.named(open_->editor.put_bytes(stored_name, bytes, options));
}

result<void> npz_editor::try_put_sources(std::span<const named_source> members) noexcept {
  return open_->path.named(open_->editor.put_sources(members));
}

result<void> npz_editor::try_remove(std::string_view name) noexcept {
  return open_->path.named(open_->editor.remove(name));
}

result<void> npz_editor::try_rename(std::string_view name, std::string_view to) noexcept {
  return open_->path.named(open_->editor.rename(name, to));
}

result<void> npz_editor::try_commit() noexcept { return open_->path.named(open_->editor.commit()); }

bool npz_editor::contains(std::string_view name) const noexcept {
  return open_->editor.contains(name);
}

std::uint64_t npz_editor::count() const noexcept { return open_->editor.count(); }

result<void> try_pack_npz(path_ref path, std::span<const named_source> members,
                          const npz_options& options) noexcept {
  const auto named = [&](const error& what) { return what.about(path.view()); };
  std::uint64_t total_bytes = 0;
  for (const named_source& one : members) {
    const auto opened = verbs::opened_source::open(one.from);
    if (!opened) return opened.error();
    total_bytes += opened->total_bytes();
  }
  auto writer = verbs::archive_writer::create(path, options);
  if (!writer) return named(writer.error());
  writer->expect(total_bytes);
  for (const named_source& one : members)
    if (auto added = writer->add_source(one.stored_name, one.from, one.options); !added)
      return named(added.error());
  auto closed = writer->close();
  return closed ? closed : result<void>(named(closed.error()));
}

result<void> try_compact_npz(path_ref path, const edit_options& options) noexcept {
  auto editor = verbs::archive_editor::open(path, options, verbs::gaps::closed);
  if (!editor) return editor.error();
  auto done = editor->commit();
  return done ? done : done.error().about(path.view());
}

}  // namespace v1
}  // namespace nopy
