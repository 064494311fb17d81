// SPDX-License-Identifier: MIT
// What readers and members of one open archive share: the source, the directory, and what was found out about members.
// Safe for many threads: what is built later is built once, behind a lock.
#pragma once

#include <nopy/options.hpp>

#include "verbs/opened_source.hpp"
#include "zip/directory.hpp"

#include <atomic>
#include <mutex>

namespace nopy::inline v1::verbs {

struct archive {
  archive(opened_source source, zip::directory read, nopy::policy how) noexcept
      : from(std::move(source)), members(std::move(read)), policy(how) {}
  archive(const archive&) = delete;
  archive& operator=(const archive&) = delete;

  /// Reads the directory. Errors, named.
  [[nodiscard]] static result<archive_share> open(const source& from,
                                                  const load_options& options) noexcept;

  /// Builds the index of names at the first call. Errors, named: out_of_memory.
  [[nodiscard]] result<void> index_names() noexcept;
  /// The stored name as UTF-8; lives as long as this. Empty where memory ran out.
  [[nodiscard]] std::string_view name_of(std::size_t index) noexcept;
  /// What a whole reading of the member found, where there was one.
  [[nodiscard]] std::optional<result<void>> verdict_of(std::size_t index) noexcept;
  void remember(std::size_t index, const result<void>& verdict) noexcept;

  /// The error about the archive itself (records have their offset in it).
  [[nodiscard]] error named(const error& what) const noexcept { return from.named(what); }
  /// The error about a member: "run.npz!train.npy", with an offset from the member's start.
  [[nodiscard]] error named(const error& what, std::size_t index) noexcept;

  opened_source from;
  zip::directory members;
  nopy::policy policy;
  std::atomic<std::size_t> owners{1};

 private:
  struct verdict {
    std::size_t index;
    result<void> what;
  };
  [[nodiscard]] result<void> convert_names() noexcept;

  std::mutex lock_;
  std::atomic<bool> indexed_{false};
  bytes::growing<verdict> verdicts_;
  bytes::growing<char> converted_;  // names in code page 437 as UTF-8, one after another
  bytes::growing<std::uint64_t> converted_at_;  // where each begins; of members and one more
};

}  // namespace nopy::inline v1::verbs
