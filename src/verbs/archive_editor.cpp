// SPDX-License-Identifier: MIT
#include "verbs/archive_editor.hpp"

#include "os/writing.hpp"
#include "verbs/archive_names.hpp"
#include "zip/record_copy.hpp"

namespace nopy::inline v1::verbs {
namespace {

/// A refusal of the strict policy, with what to do about it. Of what is ambiguous NumPy may read
/// other members than nopy, which repack does not keep.
error not_editable(const error& what) noexcept {
  error_parts parts = what.parts();
  parts.hint =
      parts.code == errc::zip_ambiguous
          ? "an edit would make it worse; repack writes a clean archive of what nopy reads in it"
          : "an edit would make it worse; repack writes a clean archive of what NumPy reads in it";
  return error(parts);
}

/// Members that two readers could read differently, or that lie where nothing can be copied from, whether or not they
/// can be read. Errors, named: zip_duplicate, zip_overlap, zip_corrupt.
result<void> check_members(archive& of) noexcept {
  for (std::size_t i = 0; i < of.members.size(); ++i) {
    const auto checked = of.members.checked(i);
    if (checked) continue;
    const errc code = checked.error().code();
    if (code == errc::zip_duplicate || code == errc::zip_overlap || code == errc::zip_corrupt)
      return of.named(not_editable(checked.error()), i);
    if (const auto placed = of.members.check_place(of.members.at(i)); !placed)
      return of.named(not_editable(placed.error()), i);
  }
  return {};
}

}  // namespace

result<archive_editor> archive_editor::open(path_ref path, const edit_options& options,
                                            gaps between) noexcept {
  if (auto usable = check_alignment(options.alignment); !usable)
    return usable.error().about(path.view());
  auto opened = archive::open(path, {.policy = nopy::policy::strict, .limits = options.limits});
  if (!opened) {
    const bool reads = archive::open(path, {.limits = options.limits}).has_value();
    return reads ? not_editable(opened.error()) : opened.error();
  }
  archive& all = *opened->get();
  const os::file& file = *all.from.file();
  // Another editor of the same file has it locked; one that just finished has replaced it.
  auto free = os::lock_for_writing(file.descriptor());
  if (free) free = file.check_unchanged();
  if (free) free = os::check_has_name(file.descriptor());
  if (!free) return all.named(free.error());
  if (auto members = check_members(all); !members) return members.error();
  archive_editor made(*std::move(opened), options, between);
  if (!made.path_.append(std::span<const char>(path.view())) || !made.path_.push_back('\0'))
    return error(errc::out_of_memory);
  if (auto taken = made.members_.take_all(); !taken) return all.named(taken.error());
  return made;
}

result<void> archive_editor::check_open() const noexcept {
  if (broken_) return *broken_;
  if (committed_) return error({.code = errc::usage, .summary = "the edit is committed"});
  return {};
}

/// After an error that left the new archive unfinished the edit is over.
result<void> archive_editor::settle(result<void> done) noexcept {
  if (done) return done;
  broken_ = done.error();
  writer_.reset();
  earlier_.reset();
  return done;
}

result<std::size_t> archive_editor::lookup(std::string_view name) const noexcept {
  if (const auto found = members_.find(name)) return *found;
  return error({.code = errc::not_found,
                .subject = name,
                .summary = "the archive has no member of that name"});
}

result<void> archive_editor::put(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept {
  if (auto open = check_open(); !open) return open;
  const auto name = joined(key, ".npy");
  if (!name) return name.error();
  if (members_.find_exact(key))
    return error({.code = errc::zip_duplicate,
                  .subject = key,
                  .summary = "another member is named exactly like the key",
                  .hint = "readers would find that one: remove it or rename it first"});
  const auto replaced = members_.find_exact(view_of(*name));
  if (auto begun = begin(replaced); !begun) return begun;
  const std::uint64_t begin = writer_->end();
  if (auto added = writer_->add(key, what, options); !added)
    return writer_->is_open() ? added : settle(added);
  return finish_put(view_of(*name), replaced, begin);
}

result<void> archive_editor::put_bytes(std::string_view name, std::span<const std::byte> bytes,
                                       const member_options& options) noexcept {
  if (auto open = check_open(); !open) return open;
  const auto replaced = members_.find_exact(name);
  if (auto begun = begin(replaced); !begun) return begun;
  const std::uint64_t begin = writer_->end();
  if (auto added = writer_->add_bytes(name, bytes, options); !added)
    return writer_->is_open() ? added : settle(added);
  return finish_put(name, replaced, begin);
}

result<void> archive_editor::put_sources(std::span<const named_source> members) noexcept {
  if (auto open = check_open(); !open) return open;
  const auto mark = [&](bool leaving) noexcept {
    for (const named_source& one : members)
      if (const auto replaced = members_.find_exact(one.stored_name))
        members_.at(*replaced).leaving = leaving;
  };
  mark(true);
  auto begun = begin(std::nullopt);
  mark(false);
  if (!begun) return begun;
  for (const named_source& one : members) {
    const auto replaced = members_.find_exact(one.stored_name);
    const std::uint64_t begin = writer_->end();
    if (auto added = writer_->add_source(one.stored_name, one.from, one.options); !added)
      return writer_->is_open() ? added : settle(added);
    if (auto put = finish_put(one.stored_name, replaced, begin); !put) return put;
  }
  return {};
}

result<void> archive_editor::finish_put(std::string_view name, std::optional<std::size_t> replaced,
                                        std::uint64_t begin) noexcept {
  edited_member fresh{.from = edited_member::origin::fresh, .placed = true};
  fresh.index = fresh_count_++;
  fresh.offset = begin;
  fresh.bytes = writer_->end() - begin;
  changed_ = true;
  if (replaced && members_.at(*replaced).placed) outdated_ = true;
  if (!fresh.name.append(std::span<const char>(name)) || !members_.put(std::move(fresh), replaced))
    return settle(error(errc::out_of_memory));
  return {};
}

result<void> archive_editor::remove(std::string_view name) noexcept {
  if (auto open = check_open(); !open) return open;
  const auto found = lookup(name);
  if (!found) return found.error();
  outdated_ |= members_.at(*found).placed;
  members_.remove(*found);
  changed_ = true;
  return {};
}

result<void> archive_editor::rename(std::string_view name, std::string_view to) noexcept {
  if (auto open = check_open(); !open) return open;
  const auto found = lookup(name);
  if (!found) return found.error();
  edited_member& one = members_.at(*found);
  auto new_name = joined(to, members_.name_of(one).ends_with(".npy") ? ".npy" : "");
  if (!new_name) return new_name.error();
  if (auto usable = check_name(view_of(*new_name)); !usable) return usable.error().about(to);
  if (view_of(*new_name) == members_.name_of(one)) return {};
  if (members_.find_exact(view_of(*new_name)) || members_.find_exact(to))
    return error({.code = errc::zip_duplicate,
                  .subject = to,
                  .summary = "the archive has a member of that name",
                  .hint = "remove it first"});
  outdated_ |= one.placed;
  changed_ = true;
  if (!members_.rename(*found, *std::move(new_name))) return settle(error(errc::out_of_memory));
  return {};
}

result<void> archive_editor::commit() noexcept {
  if (auto open = check_open(); !open) return open;
  if (!changed_ && between_ == gaps::kept) {
    committed_ = true;
    return {};
  }
  if (auto begun = begin(std::nullopt); !begun) return begun;
  if (outdated_)
    if (auto placed = settle(place_all_anew()); !placed) return placed;
  // Kept after all: a put over them was refused after the others had been copied.
  for (edited_member& one : members_.all())
    if (one.alive && !one.placed)
      if (auto placed = settle(place_kept(*writer_, one)); !placed) return placed;
  zip::record_bytes directory;
  if (auto put = settle(put_directory(directory)); !put) return put;
  if (auto same = settle(check_same_file()); !same) return same;
  if (auto closed = settle(writer_->close_with(directory.span())); !closed) return closed;
  committed_ = true;
  writer_.reset();
  earlier_.reset();
  return {};
}

/// Nobody wrote to the archive since it was opened, and it is still the file of that name.
result<void> archive_editor::check_same_file() const noexcept {
  const opened_source& from = archive_.get()->from;
  if (auto same = from.file()->check_unchanged(); !same) return same;
  const auto again = os::file::open(path_.data());
  if (again && again->identity() == from.file()->identity()) return {};
  return error({.code = errc::changed,
                .summary = "another file has the archive's name by now",
                .hint = "someone else replaced it: edit that one"});
}

result<void> archive_editor::put_directory(zip::record_bytes& to) noexcept {
  const archive_writer& fresh_records = earlier_ ? *earlier_ : *writer_;
  for (const edited_member& one : members_.all()) {
    if (!one.alive) continue;
    const auto old = one.from == edited_member::origin::kept
                         ? archive_.get()->members.record_bytes(one.index)
                         : fresh_records.record(one.index);
    zip::copied_member how{.new_offset = one.offset};
    if (one.renamed) how.new_name = members_.name_of(one);
    if (!zip::put_copied_record(to, old, how)) return error(errc::out_of_memory);
  }
  const std::uint64_t bytes = to.size();
  if (!zip::put_end_records(to, members_.count(), writer_->end(), bytes, zip::record_style::plain))
    return error(errc::out_of_memory);
  return put_comment(to);
}

/// The archive's comment stands at its very end, behind the length of it.
result<void> archive_editor::put_comment(zip::record_bytes& to) noexcept {
  const archive& old = *archive_.get();
  const std::uint64_t comment_bytes = old.members.end().comment_bytes;
  if (comment_bytes == 0) return {};
  auto comment = memory::allocate(comment_bytes + sizeof(std::uint16_t));
  if (!comment) return comment.error();
  const std::uint64_t at = old.from.total_bytes() - comment->size_bytes();
  if (auto read = old.from.read_at(at, comment->bytes()); !read) return read;
  to.shrink(to.size() - sizeof(std::uint16_t));
  return to.append(comment->bytes()) ? result<void>() : error(errc::out_of_memory);
}

}  // namespace nopy::inline v1::verbs
