// SPDX-License-Identifier: MIT
// Items of any numeric type as doubles: for pictures, statistics and histograms.
#pragma once

#include <nopy/dtype.hpp>
#include <nopy/error.hpp>

#include "kernels/table.hpp"

namespace nopy::engine {

/// Which real number of a complex one.
enum class number_part : std::uint32_t { real, imaginary, magnitude, phase };

class number_reader {
 public:
  /// How many items one call takes at most.
  static constexpr std::size_t most_items = 256;

  /// Errors: type_mismatch, of what is no number.
  [[nodiscard]] static result<number_reader> of(const dtype& type, number_part part) noexcept;

  /// Reads items that lie `stride` bytes apart. NaT becomes NaN; integers beyond 2^53 are rounded.
  void read(double* to, const std::byte* items, std::uint64_t stride,
            std::size_t count) const noexcept;

 private:
  number_reader(kernels::number coding, std::size_t unit_bytes, std::size_t units, bool swapped,
                bool time, number_part part) noexcept
      : coding_(coding),
        unit_bytes_(unit_bytes),
        units_(units),
        swapped_(swapped),
        time_(time),
        part_(part) {}

  kernels::number coding_;
  std::size_t unit_bytes_;
  std::size_t units_;  // 2 for a complex number
  bool swapped_;
  bool time_;
  number_part part_;
};

}  // namespace nopy::engine
