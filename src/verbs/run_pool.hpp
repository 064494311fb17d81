// SPDX-License-Identifier: MIT
// Decoders of one member that wait at some place of it for whoever reads on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace nopy::inline v1::verbs {

/// Keeps up to `Most` of them. Not safe for several threads.
template <class Run, std::size_t Most>
class run_pool {
 public:
  /// The one whose way to `offset` is shortest, or null; it stays here.
  [[nodiscard]] const Run* nearest(std::uint64_t offset) const noexcept {
    const Run* best = nullptr;
    for (const auto& one : runs_)
      if (one != nullptr && one->reaches(offset) &&
          (best == nullptr || one->produced() > best->produced()))
        best = one.get();
    return best;
  }
  /// That one, or any where `which` is null; null where there is none.
  [[nodiscard]] std::unique_ptr<Run> take(const Run* which) noexcept {
    for (auto& one : runs_)
      if (one != nullptr && (which == nullptr || one.get() == which)) return std::move(one);
    return nullptr;
  }
  /// Where there is no room, in place of the one that came least far.
  void give_back(std::unique_ptr<Run> run) noexcept {
    std::unique_ptr<Run>* place = &runs_[0];
    for (auto& one : runs_) {
      if (one == nullptr) {
        place = &one;
        break;
      }
      if (one->produced() < (*place)->produced()) place = &one;
    }
    *place = std::move(run);
  }

 private:
  std::unique_ptr<Run> runs_[Most];
};

}  // namespace nopy::inline v1::verbs
