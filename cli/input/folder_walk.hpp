// SPDX-License-Identifier: MIT
// The files of a folder, in the order of their names: each is opened relative to its folder and
// looked at by one read. Links are not followed, so a walk ends and stays below its folder.
#pragma once

#include "input/input.hpp"

#include <functional>

namespace nopy::cli {

/// What a walk takes of files that do not begin as an array does: archives by name alone (other files
/// are zip archives, too), and files that are only called .npy or .npz.
enum class impostors : unsigned char { leave_out, take };

struct walk_options {
  bool below = false;  ///< folders in the folder, too
  impostors misnamed = impostors::leave_out;
  /// Called with the path of what is called .npy or .npz and is not looked at, and with what it is.
  std::function<void(const std::string&, std::string_view)> left_out{};
};

/// Whether `path` is a folder, or a link to one. One that is called an array is meant to be an array, so
/// it is none here, and an error to whoever opens it.
[[nodiscard]] bool is_folder(const std::string& path) noexcept;

/// Calls `each` with the files of `folder`. What can not be read, and what `each` throws of a file, is
/// handed to `failed` and does not end the walk. Throws what `failed` throws, and of `each` that the
/// reader of our output is gone (EPIPE).
void walk_folder(const std::string& folder, const walk_options& options,
                 function_ref<void(const input&)> each, function_ref<void(const error&)> failed);

}  // namespace nopy::cli
