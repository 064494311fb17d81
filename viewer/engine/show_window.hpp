// SPDX-License-Identifier: MIT
// A slice as the page wants it: numbers for pictures, exact text for cells, or the bytes as they are.
#pragma once

#include "engine/columns.hpp"
#include "engine/number_reader.hpp"
#include "engine/opened_file.hpp"
#include "engine/window.hpp"

namespace nopy::engine {

enum class window_form : std::uint32_t { doubles, floats, texts, items };

struct window_request {
  file_share file{};
  std::uint32_t member = no_member;
  window_form form = window_form::doubles;
  std::int32_t column = whole_item;
  number_part part = number_part::real;
};

/// Answers as `window` of protocol.md says. Errors: type_mismatch, limit, out_of_range, those of reading.
[[nodiscard]] task<void> show_window(job& of, window_request request, window part) noexcept;

}  // namespace nopy::engine
