// SPDX-License-Identifier: MIT
// A member on its way to its compressed bytes, by whatever method was asked for.
#pragma once

#include <nopy/npz_write.hpp>

#include "verbs/deflate_run.hpp"
#include "verbs/zstd_run.hpp"

#include <variant>

namespace nopy::inline v1::verbs {

class pack_run {
 public:
  /// A member of up to so many bytes is gathered whole, and can be stored where packing does not pay.
  static constexpr std::size_t piece_bytes = deflate_run::piece_bytes;
  static_assert(piece_bytes == zstd_run::piece_bytes);

  /// For a method other than stored. Errors: usage (the level), zip_method (no library), out_of_memory.
  [[nodiscard]] static result<pack_run> open(packing how) noexcept {
    if (how.method == compression::zstd) return made<zstd_run>(how);
    return made<deflate_run>(how);
  }
  [[nodiscard]] packing how() const noexcept { return how_; }

  // As in deflate_run. Errors: out_of_memory.
  [[nodiscard]] result<void> begin(std::uint64_t total_bytes) noexcept {
    if (auto* zstd = std::get_if<zstd_run>(&run_)) return zstd->begin(total_bytes);
    deflate()->begin(total_bytes);
    return {};
  }
  [[nodiscard]] result<std::span<const std::byte>> take(
      std::span<const std::byte>& bytes) noexcept {
    if (auto* zstd = std::get_if<zstd_run>(&run_)) return zstd->take(bytes);
    return deflate()->take(bytes);
  }
  [[nodiscard]] std::span<const std::byte> gathered() noexcept {
    if (const auto* zstd = std::get_if<zstd_run>(&run_)) return zstd->gathered();
    return deflate()->gathered();
  }
  /// The most bytes that a member of `total_bytes` can come to; zstd's bound is smaller.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t total_bytes) noexcept {
    return deflate_run::most_bytes(total_bytes);
  }
  /// Where it is one, else null.
  [[nodiscard]] deflate_run* deflate() noexcept { return std::get_if<deflate_run>(&run_); }

 private:
  template <class Run>
  [[nodiscard]] static result<pack_run> made(packing how) noexcept {
    auto run = Run::open(how.level);
    if (!run) return run.error();
    return pack_run(how, *std::move(run));
  }
  template <class Run>
  pack_run(packing how, Run run) noexcept : how_(how), run_(std::move(run)) {}

  packing how_;
  std::variant<deflate_run, zstd_run> run_;
};

}  // namespace nopy::inline v1::verbs
