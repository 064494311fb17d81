// SPDX-License-Identifier: MIT
// A member that another library expands, as bytes that can be read anywhere: forward
// from where a decoder stands, else from the start, since none of their states can be
// kept. Safe for many threads.
#pragma once

#include "verbs/expand_run.hpp"
#include "verbs/run_pool.hpp"

#include <mutex>

namespace nopy::inline v1::verbs {

class expand_windows {
 public:
  /// `first`: the member's first compressed bytes, which outlive this.
  expand_windows(const codec::expander& how, std::uint64_t output_bytes,
                 std::span<const std::byte> first) noexcept
      : codec_(&how), output_bytes_(output_bytes), first_(first) {}

  // As in inflate_windows, and the errors of expand_run.
  [[nodiscard]] result<void> read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into) noexcept;
  [[nodiscard]] result<void> check_end(const compressed_input& input) noexcept;

 private:
  [[nodiscard]] result<std::unique_ptr<expand_run>> take_run(std::uint64_t offset) noexcept;

  const codec::expander* codec_;
  std::uint64_t output_bytes_;
  std::span<const std::byte> first_;
  std::mutex lock_;  // of what follows
  // A decoder may take some MiB, and 8 MiB are promised beside the array.
  run_pool<expand_run, 2> runs_;
};

}  // namespace nopy::inline v1::verbs
