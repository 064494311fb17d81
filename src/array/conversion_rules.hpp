// SPDX-License-Identifier: MIT
// Which numbers may become which under each `casting`: NumPy's words, sharpened. Source:
// docs/types.md.
#pragma once

#include <nopy/dtype.hpp>
#include <nopy/options.hpp>

#include "kernels/table.hpp"

#include <optional>

namespace nopy::inline v1::core {

/// The coding of a number, or of each half of a complex one; nothing for what is no number. A long
/// double of a kind not told is taken for x87, or quad where it is big-endian.
[[nodiscard]] std::optional<kernels::number> number_of(const dtype& type) noexcept;

/// The codings of two numbers that meet: long doubles whose kind neither tells are of one kind,
/// whatever their byte orders.
struct number_pair {
  kernels::number from;
  kernels::number to;
};
[[nodiscard]] number_pair numbers_of(const dtype& from, const dtype& to) noexcept;

/// How a number may become another, or nothing where `casting` does not allow it.
[[nodiscard]] std::optional<kernels::narrowing> narrowing_for(kernels::number from,
                                                              kernels::number to,
                                                              casting casting) noexcept;

/// Whether `to` holds every value of `from`.
[[nodiscard]] bool keeps_every_value(kernels::number from, kernels::number to) noexcept;

/// How many ticks of `to` one tick of `from` is, where that is a whole number; 0 where it is not.
/// UINT64_MAX where 64 bits do not hold it.
[[nodiscard]] std::uint64_t time_factor(const dtype& from, const dtype& to) noexcept;

}  // namespace nopy::inline v1::core
