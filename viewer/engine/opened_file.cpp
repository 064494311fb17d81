// SPDX-License-Identifier: MIT
#include "engine/opened_file.hpp"

namespace nopy::engine {

std::unique_ptr<array_state>* opened_file::slot(std::uint32_t member) noexcept {
  const std::size_t at = is_archive() ? member : 0;
  if (is_archive() == (member == no_member) || at >= arrays.size()) return nullptr;
  return &arrays[at];
}

result<array_state*> opened_file::array(std::uint32_t member) noexcept {
  const auto* place = slot(member);
  if (place == nullptr) {
    if (wrong) return *wrong;
    return error(errc::not_found, "the file has no such member");
  }
  array_state* found = place->get();
  if (found == nullptr) return error(errc::usage, "the member's header was not read yet");
  if (found->wrong) return *found->wrong;
  return found;
}

file_share file_table::find(std::uint32_t id) noexcept {
  return id == 0 || id > files_.size() ? file_share() : files_[id - 1];
}

result<void> file_table::add(const file_share& file) noexcept {
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (!files_[i]) {
      file->id = static_cast<std::uint32_t>(i + 1);
      files_[i] = file;
      return {};
    }
  file->id = static_cast<std::uint32_t>(files_.size() + 1);
  if (!files_.push_back(file)) return error(errc::out_of_memory);
  return {};
}

void file_table::remove(std::uint32_t id) noexcept {
  if (id != 0 && id <= files_.size()) files_[id - 1] = file_share();
}

}  // namespace nopy::engine
