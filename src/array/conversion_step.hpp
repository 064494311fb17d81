// SPDX-License-Identifier: MIT
// One step of a conversion plan: a part of an item that is moved, swapped or converted as a whole,
// or a loop over the steps of a record that stands in an array.
#pragma once

#include <nopy/dtype.hpp>

#include "kernels/number.hpp"

#include <string_view>

namespace nopy::inline v1::core {

/// What a step does to its part of an item.
enum class step_action : std::uint8_t {
  copy,           ///< `from_count` bytes
  swap,           ///< `units` units of `unit_bytes`, each reversed
  convert,        ///< `units` numbers, by way of a wide form
  resize_bytes,   ///< S to S of another length
  resize_text,    ///< U to U of another length, maybe swapped
  bytes_to_text,  ///< S to U, ASCII
  text_to_bytes,  ///< U to S, ASCII
  scale_time,     ///< datetime or timedelta, ticks multiplied by `factor`
  need_zero,      ///< nothing is written; the imaginary part that gets lost must be 0
  each,           ///< the steps up to `end`, once for every element of a subarray
};

/// Where a part lies in the source and the destination item, and what happens to it.
struct conversion_step {
  step_action action = step_action::copy;
  endian from_endian = endian::none;
  endian to_endian = endian::none;
  kernels::number from{};
  kernels::number to{};
  kernels::narrowing narrowing = kernels::narrowing::exact;
  std::uint32_t unit_bytes = 1;  ///< of `swap`
  std::uint32_t end = 0;         ///< of `each`: the first step behind its own
  std::uint64_t units = 1;       ///< of swap and convert: a complex has 2; of `each`: repetitions
  std::uint64_t from_count = 0;  ///< bytes (S, copy) or code points (U)
  std::uint64_t to_count = 0;
  std::uint64_t from_offset = 0;  ///< from the start of the source item
  std::uint64_t to_offset = 0;
  std::uint64_t from_stride = 0;  ///< of `each`: bytes from one repetition to the next
  std::uint64_t to_stride = 0;
  std::uint64_t factor = 1;  ///< of scale_time
  std::string_view field{};  ///< its name, for messages; the plan's dtypes keep it
};

}  // namespace nopy::inline v1::core
