// SPDX-License-Identifier: MIT
// One edit of an archive. What is kept is copied into a temporary sibling when the first member is
// put, or at the commit; members that are put go behind it at once. Owns the rule that the archive is
// the old one or the new one at every moment, and that kept members stay what they are.
//
// Bytes in front of the first member that changes lie in the new archive where they lay, so they are
// one copy; behind it each member moves up, and its local header is written again, aligned.
#pragma once

#include <nopy/npz_edit.hpp>

#include "verbs/archive_writer.hpp"
#include "verbs/edited_members.hpp"

namespace nopy::inline v1::verbs {

/// What an edit does with bytes between members that belong to none.
enum class gaps : std::uint8_t { kept, closed };

class archive_editor {
 public:
  /// Errors, named: as `npz_editor::open`.
  [[nodiscard]] static result<archive_editor> open(path_ref path, const edit_options& options,
                                                   gaps between) noexcept;

  // As in npz_editor. Errors, without the archive's name.
  [[nodiscard]] result<void> put(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept;
  [[nodiscard]] result<void> put_bytes(std::string_view name, std::span<const std::byte> bytes,
                                       const member_options& options) noexcept;
  [[nodiscard]] result<void> put_sources(std::span<const named_source> members) noexcept;
  [[nodiscard]] result<void> remove(std::string_view name) noexcept;
  [[nodiscard]] result<void> rename(std::string_view name, std::string_view to) noexcept;
  [[nodiscard]] result<void> commit() noexcept;
  [[nodiscard]] bool contains(std::string_view name) const noexcept {
    return members_.find(name).has_value();
  }
  [[nodiscard]] std::uint64_t count() const noexcept { return members_.count(); }

 private:
  struct kept_members {
    std::uint64_t untouched = 0;
    bytes::growing<std::uint32_t> positions{};
  };

  archive_editor(archive_share of, const edit_options& options, gaps between) noexcept
      : archive_(of), members_(std::move(of)), options_(options), between_(between) {}

  [[nodiscard]] result<void> check_open() const noexcept;
  [[nodiscard]] result<void> settle(result<void> done) noexcept;
  [[nodiscard]] result<std::size_t> lookup(std::string_view name) const noexcept;
  [[nodiscard]] result<void> finish_put(std::string_view name, std::optional<std::size_t> replaced,
                                        std::uint64_t begin) noexcept;
  [[nodiscard]] result<void> begin(std::optional<std::size_t> replaced) noexcept;
  [[nodiscard]] result<archive_writer> make_writer() const noexcept;
  [[nodiscard]] result<kept_members> find_kept(std::optional<std::size_t> replaced) noexcept;
  [[nodiscard]] result<void> copy_kept(std::optional<std::size_t> replaced) noexcept;
  [[nodiscard]] result<void> place_all_anew() noexcept;
  [[nodiscard]] result<void> place_kept(archive_writer& to, edited_member& one) noexcept;
  [[nodiscard]] result<void> place_fresh(archive_writer& to, edited_member& one,
                                         const opened_source& from) noexcept;
  [[nodiscard]] result<void> check_same_file() const noexcept;
  [[nodiscard]] result<void> put_directory(zip::record_bytes& to) noexcept;
  [[nodiscard]] result<void> put_comment(zip::record_bytes& to) noexcept;

  archive_share archive_;
  edited_members members_;
  edit_options options_;
  gaps between_;
  bytes::growing<char> path_{};  // ends in NUL
  std::optional<archive_writer> writer_{};
  std::optional<archive_writer> earlier_{};  // what was written before it had to be written anew
  std::uint32_t fresh_count_ = 0;
  bool changed_ = false;
  bool outdated_ = false;  ///< something in the new archive was taken out or renamed again
  bool committed_ = false;
  std::optional<error> broken_{};
};

}  // namespace nopy::inline v1::verbs
