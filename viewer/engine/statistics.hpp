// SPDX-License-Identifier: MIT
// What the numbers of a slice, or of the whole array, are like: one pass in the order of the file.
#pragma once

#include "engine/number_reader.hpp"
#include "engine/opened_file.hpp"
#include "engine/window.hpp"

namespace nopy::engine {

struct number_request {
  file_share file{};
  std::uint32_t member = no_member;
  std::int32_t column = -1;
  number_part part = number_part::real;
};

/// Answers as `statistics` of protocol.md says. Errors: type_mismatch, those of reading.
[[nodiscard]] task<void> show_statistics(job& of, number_request request, window part) noexcept;

struct bin_request {
  double low = 0;
  double high = 1;
  std::uint32_t bins = 32;
};
/// Answers as `histogram` of protocol.md says. Errors: type_mismatch, usage, those of reading.
[[nodiscard]] task<void> show_histogram(job& of, number_request request, window part,
                                        bin_request bins) noexcept;

}  // namespace nopy::engine
