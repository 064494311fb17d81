// SPDX-License-Identifier: MIT
#include "verbs/edited_members.hpp"

namespace nopy::inline v1::verbs {
namespace {

constexpr std::uint64_t hash_start = 0xCBF29CE484222325;  // FNV-1a

std::uint64_t hashed(std::uint64_t hash, std::string_view text) noexcept {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

std::size_t slot_of(std::uint64_t hash) noexcept {
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

}  // namespace

result<void> edited_members::take_all() noexcept {
  const std::size_t count = archive_.get()->members.size();
  if (!list_.reserve(count)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i) {
    edited_member one;
    one.index = static_cast<std::uint32_t>(i);
    if (!list_.push_back(std::move(one)) || !reserve_slot()) return error(errc::out_of_memory);
    ++alive_;
    index_one(i);
  }
  return {};
}

std::string_view edited_members::name_of(const edited_member& one) const noexcept {
  if (one.from == edited_member::origin::kept && !one.renamed)
    return archive_.get()->name_of(one.index);
  return {one.name.data(), one.name.size()};
}

std::optional<std::size_t> edited_members::find_joined(std::string_view name,
                                                       std::string_view suffix) const noexcept {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = slot_of(hashed(hashed(hash_start, name), suffix)) & mask;
       slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::size_t position = slots_[slot] - 1;
    const edited_member& one = list_[position];
    if (!one.alive) continue;
    const std::string_view found = name_of(one);
    if (found.size() == name.size() + suffix.size() && found.starts_with(name) &&
        found.ends_with(suffix))
      return position;
  }
  return std::nullopt;
}

std::optional<std::size_t> edited_members::find(std::string_view name) const noexcept {
  if (const auto exact = find_joined(name, {})) return exact;
  if (const auto array = find_joined(name, ".npy")) return array;
  // Kept members stand at their old positions.
  const auto old =
      archive_.get()->index_names() ? archive_.get()->members.find(name) : std::nullopt;
  if (!old) return std::nullopt;
  const edited_member& one = list_[*old];
  const bool still = one.alive && !one.renamed && one.from == edited_member::origin::kept;
  return still ? old : std::nullopt;
}

bool edited_members::put(edited_member fresh, std::optional<std::size_t> position) noexcept {
  if (!reserve_slot()) return false;
  if (position) {
    list_[*position] = std::move(fresh);
    return true;  // its name, and so its slot, is that of the one before
  }
  if (!list_.push_back(std::move(fresh))) return false;
  ++alive_;
  index_one(list_.size() - 1);
  return true;
}

bool edited_members::rename(std::size_t position, bytes::growing<char> name) noexcept {
  if (!reserve_slot()) return false;
  list_[position].name = std::move(name);
  list_[position].renamed = true;
  index_one(position);
  return true;
}

void edited_members::remove(std::size_t position) noexcept {
  list_[position].alive = false;
  --alive_;
}

bool edited_members::reserve_slot() noexcept {
  if (2 * (slots_taken_ + 1) <= slots_.size()) return true;
  bytes::growing<std::uint32_t> grown;
  const std::size_t count = slots_.empty() ? 16 : 2 * slots_.size();
  if (!grown.reserve(count)) return false;
  for (std::size_t i = 0; i < count; ++i) (void)grown.push_back(0);
  slots_ = std::move(grown);
  slots_taken_ = 0;
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i].alive) index_one(i);
  return true;
}

void edited_members::index_one(std::size_t position) noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = slot_of(hashed(hash_start, name_of(list_[position]))) & mask;
  while (slots_[slot] != 0) {
    if (slots_[slot] == position + 1) return;  // it grew meanwhile, or has an older name's slot
    slot = (slot + 1) & mask;
  }
  slots_[slot] = static_cast<std::uint32_t>(position + 1);
  ++slots_taken_;
}

}  // namespace nopy::inline v1::verbs
