// SPDX-License-Identifier: MIT
// An edit of an archive as the commands make it: with progress, its errors in the words of the tool, and
// undone by Ctrl-C.
#pragma once

#include "command/command.hpp"

#include <nopy/npz_edit.hpp>

namespace nopy::cli {

/// Opens the archive `path`, runs `body`, commits; packs and aligns as `asked` says. `more_bytes`: how many
/// come. Throws what the editor gives, and what `body` throws.
void edit_archive(const request& asked, const std::string& path, std::uint64_t more_bytes,
                  function_ref<void(npz_editor&)> body);

/// Throws where an edit was refused or failed.
void check_edit(const result<void>& done, const std::string& path);

/// Throws `exists`: a member has that name.
[[noreturn]] void refuse_taken(std::string_view path, std::string_view name);

}  // namespace nopy::cli
