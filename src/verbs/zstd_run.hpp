// SPDX-License-Identifier: MIT
// A member on its way to one zstd frame, which says its size and needs a window of no more than 8 MiB.
#pragma once

#include <nopy/memory.hpp>

#include "codec/codecs.hpp"

namespace nopy::inline v1::verbs {

class zstd_run {
 public:
  /// What is taken at once; a member of no more is gathered, and can be stored instead.
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;

  /// Errors: usage (the level), zip_method (no library), out_of_memory.
  [[nodiscard]] static result<zstd_run> open(int level) noexcept;
  zstd_run(const zstd_run&) = delete;
  zstd_run(zstd_run&& other) noexcept;
  zstd_run& operator=(zstd_run&&) = delete;
  ~zstd_run();

  // As in deflate_run, but memory may run out.
  [[nodiscard]] result<void> begin(std::uint64_t total_bytes) noexcept;
  [[nodiscard]] result<std::span<const std::byte>> take(std::span<const std::byte>& bytes) noexcept;
  [[nodiscard]] std::span<const std::byte> gathered() const noexcept;

 private:
  zstd_run() noexcept = default;

  const codec::packer* codec_ = nullptr;
  void* compressor_ = nullptr;
  memory piece_{};
  memory output_{};
  bool gathers_ = false;
  std::size_t gathered_bytes_ = 0;
  std::uint64_t left_bytes_ = 0;  // of the member
};

}  // namespace nopy::inline v1::verbs
