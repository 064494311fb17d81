// SPDX-License-Identifier: MIT
// Ranges, several at once: tried again where that may help, resumed where they stopped, stopped by
// the caller.
#pragma once

#include "http/transfer.hpp"

#include <memory>
#include <mutex>

namespace nopy::inline v1::http {

/// A range, and where its bytes go.
struct piece {
  byte_range range;
  std::byte* into = nullptr;
};

/// What the first request came to.
struct first_answer {
  ending how = ending::complete;
  byte_range range{};
  answer head{};
  std::optional<error> why{};
};

/// For several threads; one batch runs at a time.
class client {
 public:
  client(url where, const options& how);
  client(const client&) = delete;
  client& operator=(const client&) = delete;
  ~client();

  [[nodiscard]] const settings& with() const noexcept { return settings_; }
  /// What every later answer is held against.
  void remember(identity who) { settings_.known = std::move(who); }

  /// One request, tried again. Errors: http_network, cancelled, out_of_memory.
  [[nodiscard]] result<first_answer> ask(const wanted& asked, std::span<std::byte> into);
  /// The whole file into a sink, which `again` empties before another attempt. Errors: those of the reads.
  [[nodiscard]] result<void> ask_whole(const whole_sink& sink, const std::function<void()>& again);
  /// All pieces, side by side. Errors: those of the reads.
  [[nodiscard]] result<void> bring(std::span<const piece> pieces);

  [[nodiscard]] http::traffic traffic() const;

 private:
  struct running;
  [[nodiscard]] result<void> run(std::vector<running>& all);
  [[nodiscard]] result<void> start(running& one);
  [[nodiscard]] result<std::chrono::milliseconds> start_due(std::vector<running>& all);
  [[nodiscard]] result<bool> end_over(std::vector<running>& all);
  [[nodiscard]] result<void> end(running& one);
  void complete(running& one);
  [[nodiscard]] result<void> give_up(running& one);
  void try_later(running& one) const;
  void stop(std::vector<running>& all) noexcept;
  [[nodiscard]] bool goes_on(const running& one) const;
  [[nodiscard]] bool is_stale(const running& one) const;
  [[nodiscard]] result<void> tell_progress(const std::vector<running>& all);

  settings settings_;
  CURLM* multi_ = nullptr;
  mutable std::mutex counting_{};
  std::mutex batch_{};
  http::traffic traffic_{};        // behind `counting_`
  std::uint64_t asked_bytes_ = 0;  // behind `batch_`
};

}  // namespace nopy::inline v1::http
