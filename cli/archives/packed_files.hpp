// SPDX-License-Identifier: MIT
// The operands of `pack` and `add`: files that become members, and what both commands share.
#pragma once

#include "input/input.hpp"
#include "printing/progress.hpp"

#include <nopy/npz_edit.hpp>

#include <deque>
#include <set>
#include <string>
#include <vector>

namespace nopy::cli {

class packed_files {
 public:
  /// `asked` says whether anything but arrays is taken (--bytes).
  explicit packed_files(const request& asked) noexcept : any_bytes_(asked.has("--bytes")) {}

  /// Takes FILE, NAME=FILE, FILE.npz:MEMBER or NAME=FILE.npz:MEMBER. Throws usage, what opening and
  /// reading the header give.
  void take(const std::string& operand);
  /// Members in the order taken; borrows this.
  [[nodiscard]] const std::vector<named_source>& members() const noexcept { return members_; }
  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return total_bytes_; }

 private:
  bool any_bytes_;
  std::deque<std::string> texts_{};  // names and paths, which do not move
  std::set<std::string_view> names_{};
  std::deque<input> opened_{};  // what has no path: members, URLs, and stdin
  std::vector<named_source> members_{};
  std::uint64_t total_bytes_ = 0;
};

/// What a library call reports goes to a bar; Ctrl-C stops it, so that it takes back what it did.
/// Borrows the bar. Made while `interrupts_held` lives.
[[nodiscard]] progress_callback report_to(progress_bar& bar);

/// The error, about the file that the user named where the library knew a descriptor only.
[[nodiscard]] error named_by(const input& from, const error& what);

/// The error, with a member of the archive `path` spelled FILE:NAME, as operands are; the library says
/// FILE!NAME.
[[nodiscard]] error with_colon(const std::string& path, const error& what);

}  // namespace nopy::cli
