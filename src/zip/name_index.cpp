// SPDX-License-Identifier: MIT
// The index of names: one hash table of positions, four bytes each, at most half full.
#include "zip/directory.hpp"

#include "zip/names.hpp"

#include <algorithm>

namespace nopy::zip {
namespace {

constexpr std::size_t longest_key =
    4 * std::size_t{65535};  // code page 437 grows to 3 bytes a character
// What is worth telling; an archive of a million equal names is one story.
constexpr std::size_t most_told = 100;

std::uint64_t hash_of(std::string_view name, std::string_view suffix = {}) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const std::string_view part : {name, suffix})
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash ^ hash >> 32;
}

/// The name a look-up means: CPython ends it at a NUL.
std::string_view looked_up(std::string_view name) noexcept {
  return name.substr(0, name.find('\0'));
}

}  // namespace

bool directory::is_named(std::size_t index, spelling how, std::string_view name,
                         std::string_view suffix) const noexcept {
  const auto same = [&](std::string_view text) {
    return text.size() == name.size() + suffix.size() && text.starts_with(name) &&
           text.ends_with(suffix);
  };
  const entry one = at(index);
  if (how == spelling::alias) return same(alias_of(one.name, one.flags, one.extra));
  return same(looked_up(utf8_name(one.name, one.flags).text()));
}

std::optional<std::size_t> directory::find_spelt(spelling how, std::string_view name,
                                                 std::string_view suffix) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::optional<std::size_t> found;
  for (std::size_t slot = hash_of(name, suffix) & mask; slots_[slot] != 0;
       slot = (slot + 1) & mask) {
    const std::size_t index = slots_[slot] - 1;
    if ((!found || index > *found) && is_named(index, how, name, suffix)) found = index;
  }
  return found;
}

std::optional<std::size_t> directory::find(std::string_view name) const noexcept {
  if (slots_.empty() || name.size() > longest_key) return std::nullopt;
  for (const spelling how : {spelling::stored, spelling::alias}) {
    if (const auto exact = find_spelt(how, name, {})) return exact;
    if (const auto array = find_spelt(how, name, ".npy")) return array;
  }
  return std::nullopt;
}

result<void> directory::build_index() noexcept {
  if (!slots_.empty() || size() == 0) return {};
  std::size_t aliases = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const entry one = at(i);
    if (!alias_of(one.name, one.flags, one.extra).empty()) ++aliases;
  }
  std::size_t capacity = 16;
  while (capacity < (size() + aliases) * 2) capacity *= 2;
  bytes::growing<std::uint32_t> made;
  if (!made.reserve(capacity)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < capacity; ++i) (void)made.push_back(0);
  slots_ = std::move(made);
  // A later member of the same name takes the place: the last one counts.
  for (std::size_t i = 0; i < size(); ++i) {
    const entry one = at(i);
    const utf8_name whole(one.name, one.flags);
    const std::string_view name = looked_up(whole.text());
    std::size_t slot = hash_of(name) & (capacity - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (capacity - 1)) {
      if (!is_named(slots_[slot] - 1, spelling::stored, name, {})) continue;
      if (!note_duplicate(slots_[slot] - 1, i)) return error(errc::out_of_memory);
      break;
    }
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
  for (std::size_t i = 0; i < size() && aliases != 0; ++i) {
    const entry one = at(i);
    const std::string_view alias = alias_of(one.name, one.flags, one.extra);
    if (alias.empty()) continue;
    std::size_t slot = hash_of(alias) & (capacity - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (capacity - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
  std::sort(shared_.begin(), shared_.end());
  return find_shared_keys();
}

/// Two names, one key: "a" and "a.npy".
result<void> directory::find_shared_keys() noexcept {
  for (std::size_t i = 0; i < size(); ++i) {
    const entry one = at(i);
    const utf8_name whole(one.name, one.flags);
    const std::string_view name = looked_up(whole.text());
    if (!name.ends_with(".npy") || !find_spelt(spelling::stored, key_of(name), {})) continue;
    if (!tell(one, "two members can be meant by one key",
              "the name without .npy counts, as in NumPy"))
      return error(errc::out_of_memory);
  }
  return {};
}

bool directory::note_duplicate(std::size_t first, std::size_t second) noexcept {
  return shared_.push_back(static_cast<std::uint32_t>(first)) &&
         shared_.push_back(static_cast<std::uint32_t>(second)) &&
         tell(at(second), "several members have one name", "the last one counts, as in NumPy");
}

bool directory::tell(const entry& about, std::string_view summary, std::string_view hint) noexcept {
  if (told_ == most_told) return true;
  ++told_;
  return findings_.push_back({severity::warning, error({.code = errc::zip_duplicate,
                                                        .offset = about.record_offset,
                                                        .summary = summary,
                                                        .found = bytes::clipped(about.name),
                                                        .hint = hint})});
}

}  // namespace nopy::zip
