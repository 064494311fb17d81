// SPDX-License-Identifier: MIT
// The index of names: one hash table, eight bytes a slot, at most half full.
#include "zip/directory.hpp"

#include "bytes/small_build.hpp"
#include "zip/names.hpp"

#include <algorithm>

namespace nopy::zip {
namespace {

constexpr std::size_t longest_key =
    4 * std::size_t{65535};  // code page 437 grows to 3 bytes a character
constexpr std::size_t hashed_ahead = 16;
// What is worth telling; an archive of a million equal names is one story.
constexpr std::size_t most_told = 100;

/// Both halves of the product, one upon the other.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
  const std::uint64_t low_a = a & 0xFFFFFFFF, high_a = a >> 32;
  const std::uint64_t low_b = b & 0xFFFFFFFF, high_b = b >> 32;
  const std::uint64_t middle = high_a * low_b + (low_a * low_b >> 32);
  const std::uint64_t other = low_a * high_b + (middle & 0xFFFFFFFF);
  return a * b ^ (high_a * high_b + (middle >> 32) + (other >> 32));
}

/// The hash of a name. Keyed by where the table lies, which nobody who writes an archive knows:
/// names that all fall into one slot can not be made in advance.
class name_hash {
 public:
  explicit name_hash(const void* table) noexcept
      : key_(fold(reinterpret_cast<std::uintptr_t>(table), 0x9E3779B97F4A7C15) | 1) {}
  name_hash& put(std::string_view text) noexcept {
    for (; count_ % 8 == 0 && text.size() >= 8; text.remove_prefix(8)) {
      word_ = bytes::load<std::uint64_t>(reinterpret_cast<const std::byte*>(text.data()));
      count_ += 8;
      turn();
    }
    for (const char c : text) {
      word_ |= std::uint64_t{static_cast<unsigned char>(c)} << (8 * (count_++ % 8));
      if (count_ % 8 == 0) turn();
    }
    return *this;
  }
  [[nodiscard]] std::uint64_t value() noexcept {
    turn();
    word_ = count_;
    turn();
    return value_;
  }

 private:
  void turn() noexcept {
    value_ = fold(value_ ^ word_ ^ 0xE7037ED1A0B428DB, key_);
    word_ = 0;
  }

  std::uint64_t key_;
  std::uint64_t value_ = 0;
  std::uint64_t word_ = 0;
  std::uint64_t count_ = 0;
};

/// A slot holds the upper half of its name's hash, so that other names are told apart without looking at them, and the
/// member's position + 1; 0 is free.
constexpr std::uint64_t made_slot(std::uint64_t hash, std::size_t index) noexcept {
  return (hash >> 32 << 32) | (index + 1);
}
constexpr std::size_t member_of(std::uint64_t slot) noexcept {
  return static_cast<std::size_t>(slot & 0xFFFFFFFF) - 1;
}
constexpr bool may_be(std::uint64_t slot, std::uint64_t hash) noexcept {
  return slot >> 32 == hash >> 32;
}

/// The name a look-up means: CPython ends it at a NUL.
std::string_view looked_up(std::string_view name) noexcept {
  return name.substr(0, name.find('\0'));
}

}  // namespace

bool directory::is_named(std::size_t index, spelling how, std::string_view name,
                         std::string_view suffix) const noexcept {
  const entry one = at(index);
  if (how == spelling::alias)
    return spells(alias_of(one.name, one.flags, one.extra), flag_utf8, name, suffix);
  return spells(looked_up(one.name), one.flags, name, suffix);
}

std::optional<std::size_t> directory::find_spelt(spelling how, std::string_view name,
                                                 std::string_view suffix) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::optional<std::size_t> found;
  const std::uint64_t hash = name_hash(slots_.data()).put(name).put(suffix).value();
  for (std::size_t at = static_cast<std::size_t>(hash) & mask; slots_[at] != 0;
       at = (at + 1) & mask) {
    if (!may_be(slots_[at], hash)) continue;
    const std::size_t index = member_of(slots_[at]);
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
  const finding_list told = findings_;
  auto filled = fill_index();
  if (filled) return {};
  // Half an index would miss names, and who asks again would take it for the whole one.
  slots_ = {};
  shared_.clear();
  told_ = 0;
  findings_ = told;
  return filled;
}

result<void> directory::fill_index() noexcept {
  std::size_t aliases = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const entry one = at(i);
    if (!alias_of(one.name, one.flags, one.extra).empty()) ++aliases;
  }
  std::size_t capacity = 16;
  while (capacity < (size() + aliases) * 2) capacity *= 2;
  bytes::growing<std::uint64_t> made;
  if (!made.reserve(capacity)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < capacity; ++i) made.push_reserved(0);
  slots_ = std::move(made);
  bool all_arrays = true;
  bool twins = false;  // a name that may share its key with another where all are arrays
  // The slots of a large archive lie outside the caches: each is fetched while the names behind it are hashed.
  std::uint64_t hashes[hashed_ahead];
  for (std::size_t i = 0; i < size() + hashed_ahead; ++i) {
    if (i >= hashed_ahead)
      if (auto placed = place_name(i - hashed_ahead, hashes[i % hashed_ahead]); !placed)
        return placed;
    if (i >= size()) continue;
    const entry one = at(i);
    const utf8_name whole(one.name, one.flags);
    if (whole.memory_ran_out()) return error(errc::out_of_memory);
    const std::string_view name = looked_up(whole.text());
    all_arrays = all_arrays && name.ends_with(".npy");
    twins = twins || key_of(name).ends_with(".npy");
    const std::uint64_t hash = name_hash(slots_.data()).put(name).value();
    hashes[i % hashed_ahead] = hash;
    __builtin_prefetch(&slots_[static_cast<std::size_t>(hash) & (capacity - 1)], 1);
  }
  for (std::size_t i = 0; i < size() && aliases != 0; ++i) {
    const entry one = at(i);
    const std::string_view alias = alias_of(one.name, one.flags, one.extra);
    if (alias.empty()) continue;
    const std::uint64_t hash = name_hash(slots_.data()).put(alias).value();
    std::size_t slot = static_cast<std::size_t>(hash) & (capacity - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (capacity - 1);
    slots_[slot] = made_slot(hash, i);
  }
  bytes::sort(shared_.begin(), shared_.end());
  if (all_arrays && !twins) return {};
  return find_shared_keys(all_arrays);
}

/// A later member of the same name takes the place: the last one counts.
result<void> directory::place_name(std::size_t index, std::uint64_t hash) noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (!may_be(slots_[slot], hash)) continue;
    const entry one = at(index);
    const utf8_name whole(one.name, one.flags);
    if (whole.memory_ran_out()) return error(errc::out_of_memory);
    const std::size_t other = member_of(slots_[slot]);
    if (!is_named(other, spelling::stored, looked_up(whole.text()), {})) continue;
    if (!note_duplicate(other, index)) return error(errc::out_of_memory);
    break;
  }
  slots_[slot] = made_slot(hash, index);
  return {};
}

/// Two names, one key: "a" and "a.npy". Where every name ends in .npy, only "a.npy.npy" can have such a twin.
result<void> directory::find_shared_keys(bool all_arrays) noexcept {
  for (std::size_t i = 0; i < size(); ++i) {
    const entry one = at(i);
    const utf8_name whole(one.name, one.flags);
    if (whole.memory_ran_out()) return error(errc::out_of_memory);
    const std::string_view name = looked_up(whole.text());
    if (!name.ends_with(".npy") || (all_arrays && !key_of(name).ends_with(".npy"))) continue;
    if (!find_spelt(spelling::stored, key_of(name), {})) continue;
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
