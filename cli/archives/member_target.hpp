// SPDX-License-Identifier: MIT
// A member of an archive as the target of `nopy convert`: FILE.npz:NAME, put by an edit, or into a new
// archive where there is none.
#pragma once

#include "command/command.hpp"

#include <nopy/source.hpp>

namespace nopy::cli {

class member_target {
 public:
  /// What an argument names: nothing where it is a file of its own. Throws usage (no name, a slice), and
  /// `exists` where the archive has such a member and --force was not given.
  [[nodiscard]] static std::optional<member_target> named_by(const std::string& argument,
                                                             const request& asked);

  [[nodiscard]] const std::string& archive() const noexcept { return archive_; }
  /// Puts the bytes of a whole .npy file. Throws what editing gives.
  void put(const source& from, std::uint64_t bytes, const request& asked) const;

 private:
  [[nodiscard]] bool archive_exists() const noexcept;

  std::string archive_{};
  std::string stored_name_{};
};

}  // namespace nopy::cli
