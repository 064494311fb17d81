// SPDX-License-Identifier: MIT
// A member on its way to its compressed bytes, by whatever method was asked for.
#pragma once

#include <nopy/npz_write.hpp>

#include "deflate/crc32.hpp"
#include "verbs/deflate_batch.hpp"
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
  [[nodiscard]] static result<pack_run> open(packing how,
                                             const parallel_callback& parallel) noexcept {
    if (how.method == compression::zstd) {
      auto zstd = zstd_run::open(how.level);
      if (!zstd) return zstd.error();
      return pack_run(how, *std::move(zstd));
    }
    auto lanes = deflate_lanes::open(how.level, parallel);
    if (!lanes) return lanes.error();
    return pack_run(how, deflating(*std::move(lanes)));
  }
  [[nodiscard]] packing how() const noexcept { return how_; }

  // As in deflate_run.
  using sink = deflate_run::sink;
  /// `chunk_bytes`: of a deflated member whose pieces are noted; 0 for one without.
  [[nodiscard]] result<void> begin(std::uint64_t total_bytes,
                                   std::size_t chunk_bytes = 0) noexcept {
    crc_ = 0;
    if (auto* zstd = std::get_if<zstd_run>(&run_)) return zstd->begin(total_bytes);
    if (chunk_bytes == 0) return deflate()->begin(total_bytes);
    return deflate()->begin(total_bytes, chunk_bytes, piece_notes::kept);
  }
  [[nodiscard]] result<void> add(std::span<const std::byte> bytes, sink to) noexcept {
    auto* const zstd = std::get_if<zstd_run>(&run_);
    if (zstd == nullptr) return deflate()->add(bytes, to);
    while (!bytes.empty()) {
      const auto before = bytes;
      const auto compressed = zstd->take(bytes);
      if (!compressed) return compressed.error();
      const auto taken = before.first(before.size() - bytes.size());
      crc_ = deflate::crc32(crc_, taken);
      if (auto put = to(*compressed, taken.size()); !put) return put;
    }
    return {};
  }
  [[nodiscard]] std::uint32_t crc32() noexcept {
    return deflate() != nullptr ? deflate()->crc32() : crc_;
  }
  /// The most bytes that a member of `total_bytes` can come to; zstd's bound is smaller.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t total_bytes) noexcept {
    return deflate_run::most_bytes(total_bytes);
  }
  /// Where it is one, else null.
  [[nodiscard]] deflate_run* deflate() noexcept {
    auto* const it = std::get_if<deflating>(&run_);
    return it == nullptr ? nullptr : &it->run;
  }
  /// Members of up to `piece_bytes`, where they are deflated, else null.
  [[nodiscard]] deflate_batch* small() noexcept {
    auto* const it = std::get_if<deflating>(&run_);
    return it == nullptr ? nullptr : &it->small;
  }
  [[nodiscard]] zstd_run* zstd() noexcept { return std::get_if<zstd_run>(&run_); }

 private:
  struct deflating {
    explicit deflating(std::unique_ptr<deflate_lanes> with) noexcept
        : lanes(std::move(with)), run(*lanes), small(*lanes) {}
    std::unique_ptr<deflate_lanes> lanes;  // where the others point to, wherever this is moved
    deflate_run run;
    deflate_batch small;
  };
  template <class Run>
  pack_run(packing how, Run run) noexcept : how_(how), run_(std::move(run)) {}

  packing how_;
  std::variant<deflating, zstd_run> run_;
  std::uint32_t crc_ = 0;  // of zstd's
};

}  // namespace nopy::inline v1::verbs
