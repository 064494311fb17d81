// SPDX-License-Identifier: MIT
#include "verbs/archive.hpp"

#include "npy/magic.hpp"
#include "zip/end_search.hpp"
#include "zip/names.hpp"

#include <algorithm>

namespace nopy::inline v1 {

archive_share::archive_share(const archive_share& other) noexcept : open_(other.open_) {
  if (open_ != nullptr) open_->owners.fetch_add(1, std::memory_order_relaxed);
}

archive_share::~archive_share() {
  if (open_ != nullptr && open_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete open_;
}

namespace verbs {
namespace {

// Enough to tell what a file is that is no archive.
constexpr std::size_t first_bytes = 512;
// An archive up to here is read at once: its end alone is 64 KiB.
constexpr std::uint64_t kept_bytes = 128 << 10;
// Up to here the index costs less than a system call; beyond, only who asks for a name pays.
constexpr std::size_t indexed_at_once = 64;

/// Whether an end record without comment stands where it has to.
bool ends_like_archive(const opened_source& from) noexcept {
  std::byte end[zip::end_bytes];
  if (from.total_bytes() < sizeof end) return false;
  return from.read_at(from.total_bytes() - sizeof end, end) && zip::read_end_record(end);
}

/// Whether the archive begins with a local header (else with an end record). Errors: bad_magic, io.
result<bool> check_magic(const opened_source& from) noexcept {
  std::byte room[first_bytes];
  const std::span<std::byte> first(
      room, static_cast<std::size_t>(std::min<std::uint64_t>(first_bytes, from.total_bytes())));
  if (const auto read = from.read_at(0, first); !read) return read.error();
  const auto start = zip::archive_start_of(first);
  if (start != zip::archive_start::none) return start == zip::archive_start::member;
  if (npy::matching_magic(first) == npy::magic_bytes)
    return error({.code = errc::bad_magic,
                  .offset = 0,
                  .summary = "this is no archive",
                  .found = "a single array (.npy)",
                  .expected = "a ZIP archive, as np.savez writes it",
                  .hint = "load(path) reads it"});
  if (ends_like_archive(from)) return zip::damaged_start();
  const error seen = npy::describe_impostor(first, first.size() == from.total_bytes());
  error_parts parts = seen.parts();
  parts.expected = "50 4B 03 04 (\"PK\\x03\\x04\"), a ZIP archive";
  return error(parts);
}

result<zip::directory> read_directory(const opened_source& from, bool begins_with_member,
                                      const load_options& options,
                                      std::uint64_t first_tail = zip::tail_bytes) noexcept {
  zip::directory_decoder decoder(from.total_bytes(), begins_with_member, options.policy,
                                 options.limits, first_tail);
  while (const auto wanted = decoder.wants()) {
    auto block = from.read_block(wanted->offset, wanted->count);
    if (!block) return block.error();
    if (const auto fed = decoder.feed(*std::move(block)); !fed) return fed.error();
  }
  return decoder.take();
}

/// Whether an error is about what stands in the file, not about how it is reached.
bool about_archive(errc code) noexcept {
  return code >= errc::zip_no_directory && code <= errc::zip_name;
}

/// Of a source that is far away the end is read first, and the beginning only where it can tell
/// more: it costs as much as all the rest.
result<zip::directory> read_far_directory(const opened_source& from,
                                          const load_options& options) noexcept {
  const bool told = options.policy == policy::strict || options.on_finding;
  auto read = read_directory(from, true, options, told ? zip::tail_bytes : from.tail_at_hand());
  if (read ? read->size() != 0 && read->first_offset() == 0 : !about_archive(read.error().code()))
    return read;
  const auto begins_with_member = check_magic(from);
  if (!begins_with_member) return begins_with_member.error();
  if (*begins_with_member) return read;
  return read_directory(from, false, options);
}

result<zip::directory> read_near_directory(const opened_source& from,
                                           const load_options& options) noexcept {
  const auto begins_with_member = check_magic(from);
  if (!begins_with_member) return begins_with_member.error();
  return read_directory(from, *begins_with_member, options);
}

}  // namespace

result<archive_share> archive::open(const source& from, const load_options& options) noexcept {
  auto opened = opened_source::open(from);
  if (!opened) return opened.error();
  if (const auto kept = opened->keep_path(); !kept) return opened->named(kept.error());
  if (const auto kept = opened->keep_small(kept_bytes); !kept) return opened->named(kept.error());
  auto read = opened->tail_at_hand() != 0 ? read_far_directory(*opened, options)
                                          : read_near_directory(*opened, options);
  if (!read) return opened->named(read.error());
  const archive_share made(new (std::nothrow)
                               archive(*std::move(opened), *std::move(read), options.policy));
  if (made.get() == nullptr) return error(errc::out_of_memory);
  archive& all = *made.get();
  // Under the strict policy shared names are errors of their members, so they have to be known.
  if (options.policy == policy::strict || options.on_finding ||
      all.members.size() <= indexed_at_once)
    if (const auto indexed = all.index_names(); !indexed) return indexed.error();
  if (options.on_finding)
    for (const finding& one : all.members.findings())
      options.on_finding({one.severity, all.named(one.what)});
  return made;
}

result<void> archive::index_names() noexcept {
  if (indexed_.load(std::memory_order_acquire)) return {};
  const std::lock_guard<std::mutex> held(lock_);
  if (indexed_.load(std::memory_order_relaxed)) return {};
  if (const auto built = members.build_index(); !built) return named(built.error());
  indexed_.store(true, std::memory_order_release);
  return {};
}

result<void> archive::convert_names() noexcept {
  if (!converted_at_.empty()) return {};
  bytes::growing<std::uint64_t> at;
  if (!at.reserve(members.size() + 1)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const zip::entry one = members.at(i);
    const zip::utf8_name name(one.name, one.flags);
    if (name.memory_ran_out()) return error(errc::out_of_memory);
    if (!at.push_back(converted_.size())) return error(errc::out_of_memory);
    if (name.text().data() == one.name.data()) continue;  // it is UTF-8 where it stands
    if (!converted_.append({name.text().data(), name.text().size()}))
      return error(errc::out_of_memory);
  }
  if (!at.push_back(converted_.size())) return error(errc::out_of_memory);
  converted_at_ = std::move(at);
  return {};
}

std::string_view archive::name_of(std::size_t index) noexcept {
  const zip::entry one = members.at(index);
  if ((one.flags & zip::flag_utf8) != 0 || zip::is_ascii(one.name)) return one.name;
  const std::lock_guard<std::mutex> held(lock_);
  if (!convert_names()) return {};
  const auto first = static_cast<std::size_t>(converted_at_[index]);
  const auto last = static_cast<std::size_t>(converted_at_[index + 1]);
  return {converted_.data() + first, last - first};
}

std::optional<result<void>> archive::verdict_of(std::size_t index) noexcept {
  const std::lock_guard<std::mutex> held(lock_);
  const auto* found =
      std::lower_bound(verdicts_.begin(), verdicts_.end(), index,
                       [](const verdict& one, std::size_t wanted) { return one.index < wanted; });
  if (found == verdicts_.end() || found->index != index) return std::nullopt;
  return found->what;
}

void archive::remember(std::size_t index, const result<void>& what) noexcept {
  const std::lock_guard<std::mutex> held(lock_);
  std::size_t place = verdicts_.size();
  while (place > 0 && verdicts_[place - 1].index > index) --place;
  if (place > 0 && verdicts_[place - 1].index == index) return;
  // Where memory runs out it is forgotten, and found out again.
  if (!verdicts_.push_back({index, what})) return;
  for (std::size_t i = verdicts_.size() - 1; i > place; --i)
    std::swap(verdicts_[i], verdicts_[i - 1]);
}

error archive::named(const error& what, std::size_t index) noexcept {
  error_parts parts = what.parts();
  if (!parts.subject.empty()) return what;
  parts.subject = name_of(index);
  if (parts.subject.empty()) parts.subject = "(no name)";
  const error about_member(parts);
  const error nothing = from.named(error(errc::usage));
  return about_member.about(nothing.parts().subject);
}

}  // namespace verbs
}  // namespace nopy::inline v1
