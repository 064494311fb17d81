// SPDX-License-Identifier: MIT
// The steps of a replacement; how each is done stands in posix/ and windows/.
#include "os/atomic_file.hpp"

namespace nopy::os {

atomic_file::atomic_file(atomic_file&& other) noexcept
    : target_(std::move(other.target_)),
      sibling_(std::move(other.sibling_)),
      replaced_(other.replaced_),
      replaces_(other.replaces_),
      existing_(other.existing_),
      durability_(other.durability_),
      fd_(std::exchange(other.fd_, -1)),
      folder_(std::exchange(other.folder_, -1)),
      maker_(other.maker_) {}

result<atomic_file> atomic_file::create(path_ref target, existing existing,
                                        durability durability) noexcept {
  atomic_file made(existing, durability);
  if (auto found = made.find_target(target); !found) return found.error();
  if (auto opened = made.open_folder(); !opened) return opened.error();
  if (auto opened = made.open_sibling(); !opened) return opened.error();
  if (made.replaces_) made.keep_permissions();
  return made;
}

}  // namespace nopy::os
