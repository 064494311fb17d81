// SPDX-License-Identifier: MIT
// What `nopy view` needs of the build: in view_serve.cpp where the viewer's server is part of it, in
// view_absent.cpp where it is not, in view_elsewhere.cpp where it can not be.
#pragma once

#include "command/command.hpp"

namespace nopy::cli {

/// What a build lacks to show the viewer, and how to get it; both empty where it lacks nothing.
struct view_lack {
  std::string_view what;
  std::string_view cure;
};
[[nodiscard]] view_lack view_lacks() noexcept;

/// Serves until Ctrl-C. Throws nopy::exception.
[[nodiscard]] int serve_view(const request& asked);

}  // namespace nopy::cli
