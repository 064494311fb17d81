// SPDX-License-Identifier: MIT
// What `nopy check` found out about one file.
#pragma once

#include <nopy/error.hpp>

#include <optional>
#include <string>
#include <vector>

namespace nopy::cli {

struct told_finding {
  finding what;
  std::optional<std::string> member{};  ///< the stored name of the member it is about
};

enum class verdict : unsigned char { ok, findings, error };
[[nodiscard]] std::string_view word(verdict of) noexcept;

struct checked_member {
  std::string name;
  verdict outcome = verdict::ok;
};

struct checked_file {
  std::string name;
  std::optional<std::string> kind{};
  std::vector<told_finding> findings{};
  std::vector<checked_member> members{};

  void add(severity how, const error& what) { findings.push_back({{how, what}, {}}); }
  /// Whether something on the way to the bytes failed, so that there is no answer about all of them.
  [[nodiscard]] bool unreadable() const noexcept;
  /// Of all findings from the position `first` on: notes do not count.
  [[nodiscard]] verdict outcome(std::size_t first = 0) const noexcept;
};

}  // namespace nopy::cli
