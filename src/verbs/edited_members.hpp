// SPDX-License-Identifier: MIT
// The members of an archive that is being edited, in the order of its directory to be, and a table of
// their names. A member that is put over an old one takes its place.
#pragma once

#include "verbs/archive.hpp"

namespace nopy::inline v1::verbs {

struct edited_member {
  enum class origin : std::uint8_t { kept, fresh };

  origin from = origin::kept;
  bool alive = true;
  bool renamed = false;
  bool leaving = false;         ///< it is about to be replaced: no copy of it is worth while
  bool placed = false;          ///< it lies in the new archive already
  std::uint32_t index = 0;      ///< in the old directory; of fresh ones, in the writer's
  std::uint64_t offset = 0;     ///< of its local header in the new archive, once it is placed
  std::uint64_t bytes = 0;      ///< of fresh ones, header and all
  bytes::growing<char> name{};  ///< UTF-8; of kept ones only where it is another now
};

class edited_members {
 public:
  explicit edited_members(archive_share of) noexcept : archive_(std::move(of)) {}

  /// Takes all members of the old archive. Errors: out_of_memory.
  [[nodiscard]] result<void> take_all() noexcept;

  [[nodiscard]] std::span<edited_member> all() noexcept { return {list_.data(), list_.size()}; }
  [[nodiscard]] edited_member& at(std::size_t position) noexcept { return list_[position]; }
  [[nodiscard]] std::uint64_t count() const noexcept { return alive_; }
  [[nodiscard]] std::string_view name_of(const edited_member& one) const noexcept;

  /// The member of exactly this name.
  [[nodiscard]] std::optional<std::size_t> find_exact(std::string_view name) const noexcept {
    return find_joined(name, {});
  }
  /// As NumPy looks it up; else by another spelling that the old archive had for it.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const noexcept;

  /// Puts a fresh member at the end, or over the one at `position`. False where memory ran out.
  [[nodiscard]] bool put(edited_member fresh, std::optional<std::size_t> position) noexcept;
  /// Gives a member another name. False where memory ran out.
  [[nodiscard]] bool rename(std::size_t position, bytes::growing<char> name) noexcept;
  void remove(std::size_t position) noexcept;

 private:
  [[nodiscard]] std::optional<std::size_t> find_joined(std::string_view name,
                                                       std::string_view suffix) const noexcept;
  [[nodiscard]] bool reserve_slot() noexcept;
  void index_one(std::size_t position) noexcept;

  archive_share archive_;
  bytes::growing<edited_member> list_;
  std::uint64_t alive_ = 0;
  // 1 + position, or 0; a power of two, at most half full. What was removed or renamed leaves its
  // slot, which then matches no name.
  bytes::growing<std::uint32_t> slots_;
  std::size_t slots_taken_ = 0;
};

}  // namespace nopy::inline v1::verbs
