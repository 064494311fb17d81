// SPDX-License-Identifier: MIT
// Two arrays held against each other, block by block, by the rule of nopy::compare.
#pragma once

#include <nopy/compare.hpp>

#include "engine/opened_file.hpp"

namespace nopy::engine {

struct array_name {
  file_share file{};
  std::uint32_t member = no_member;
};

/// Answers as `difference` of protocol.md says. Errors: those of reading.
[[nodiscard]] task<void> show_difference(job& of, array_name a, array_name b,
                                         compare_options options) noexcept;

}  // namespace nopy::engine
