// SPDX-License-Identifier: MIT
// The half of `input` that is about archives: which member an operand means.
#include "input/input.hpp"
#include "input/member_bytes.hpp"
#include "printing/progress.hpp"
#include "verbs/opened_source.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

// How many names a message lists.
constexpr std::size_t names_told = 8;
// Members up to this size are verified before even a part of them is used.
constexpr std::uint64_t verified_bytes = 64 << 20;
// Of one behind a URL, of which a part may be all that is wanted.
constexpr std::uint64_t verified_remote_bytes = 1 << 20;

/// The names of an archive's members, for a message.
std::string some_names(const npz_reader& of) {
  std::string out;
  for (std::size_t i = 0; i < of.size() && i < names_told; ++i)
    out += fmt::format("{}{}", i == 0 ? "" : ", ", of.at(i).name());
  if (of.size() > names_told) out += fmt::format(" and {} more", of.size() - names_told);
  return out;
}

bool begins_like_array(const member& one) {
  const auto head = one.try_header();
  return head || head.error().code() != errc::bad_magic;
}

/// Whether a member that does not begin like an array is whole: a damaged beginning makes none of it.
result<void> no_array(const member& one) {
  if (one.uncompressed_bytes() > verified_bytes) return {};
  const auto whole = verify_member(one, [](std::uint64_t) {});
  return whole ? result<void>() : result<void>(whole.error());
}

}  // namespace

void input::require_members() const {
  if (kind_ == file_kind::npz) return;
  const std::string found = "a single file, and member '" + *argument_.member + "' asked";
  throw exception(error({.code = errc::usage,
                         .subject = name(),
                         .summary = "only an archive has members",
                         .found = found,
                         .hint = "leave the member out: the file is one array"}));
}

void input::open_at(std::uint64_t index, const load_options& options) {
  argument_.member = fmt::format("{}", index);
  require_members();
  const npz_reader& all = archive(options);
  if (index >= all.size()) {
    const std::string found = fmt::format("{} members", all.size());
    throw exception(error({.code = errc::not_found,
                           .subject = name(),
                           .summary = "the archive has no member at that position",
                           .found = found,
                           .hint = "--index counts from 0, in the order of `nopy ls`"}));
  }
  const nopy::member one = all.at(static_cast<std::size_t>(index));
  choose(one, one.name());
}

void input::open_member(const load_options& options, bool told_apart) {
  if (!argument_.member) return;
  require_members();
  const npz_reader& all = archive(options);
  // "w[0]" may be a member's whole name.
  if (argument_.slice && !told_apart) {
    const std::string whole = *argument_.member + "[" + *argument_.slice + "]";
    if (all.contains(whole)) {
      argument_.member = whole;
      argument_.slice.reset();
    }
  }
  auto found = all.try_get(*argument_.member);
  if (!found) {
    error_parts parts = found.error().parts();
    parts.subject = name();
    if (parts.hint.empty()) parts.hint = "`nopy ls --names` lists all of them";
    throw exception(error(parts));
  }
  choose(*std::move(found), std::string(*argument_.member));
}

void input::choose(nopy::member one, std::string_view key) {
  argument_.member = std::string(key);
  member_ = std::move(one);
  stream_.reset();
}

const npz_reader& input::archive(const load_options& options) const {
  if (archive_) return *archive_;
  auto opened = npz_reader::open(file(), options);
  if (!opened) throw exception(about(opened.error()));
  archive_ = *std::move(opened);
  return *archive_;
}

void input::choose_only_array() {
  if (!is_archive()) return;
  const npz_reader& all = archive();
  std::optional<nopy::member> only;
  std::size_t arrays = 0;
  for (std::size_t i = 0; i < all.size() && arrays < 2; ++i) {
    if (!begins_like_array(all.at(i))) {
      if (const auto whole = no_array(all.at(i)); !whole) throw exception(about(whole.error()));
      continue;
    }
    ++arrays;
    only = all.at(i);
  }
  if (arrays == 1) return choose(*only, only->name());
  const std::string names = arrays == 0 ? "no array" : some_names(all);
  throw exception(error(
      {.code = errc::usage,
       .subject = name(),
       .summary = arrays == 0 ? "this archive holds no array" : "which array of this archive?",
       .found = names,
       .hint = fmt::format("name one: {}:{}", name(), arrays == 0 ? "NAME" : all.at(0).name())}));
}

void input::require_array_file() const {
  if (!is_archive()) return;
  throw exception(
      error({.code = errc::usage,
             .subject = name(),
             .summary = "this takes one array",
             .found = "a whole .npz archive",
             .hint = fmt::format("name a member: {}:NAME; `nopy ls` lists them", name())}));
}

void input::verify(const parallel_callback& jobs) const {
  if (!member_) return;
  progress_bar bar(fmt::format("checking {}", title()), member_->uncompressed_bytes());
  const auto whole = verify_member(
      *member_, [&](std::uint64_t bytes) { bar.advance(bytes); }, jobs);
  if (!whole) throw exception(about(whole.error()));
}

void input::verify_for(bool everything, const parallel_callback& jobs) const {
  if (everything || size_bytes() <= (remote_ ? verified_remote_bytes : verified_bytes))
    verify(jobs);
}

}  // namespace nopy::cli
