// SPDX-License-Identifier: MIT
// An open file behind a URL: how it is opened, what of it is kept, and what is asked for when.
#pragma once

#include "http/block_cache.hpp"
#include "http/client.hpp"
#include "http/whole_copy.hpp"

namespace nopy::inline v1::http {

class object::remote_file final : public far_reader {
 public:
  remote_file(url where, const options& how) : client_(std::move(where), how) {}
  /// Errors: those of `object::open`.
  [[nodiscard]] result<void> open();

  [[nodiscard]] std::uint64_t total_bytes() const noexcept override { return total_bytes_; }
  [[nodiscard]] result<void> read_at(std::uint64_t offset,
                                     std::span<std::byte> into) const noexcept override;
  void expect(std::span<const byte_range> ranges) const noexcept override;
  [[nodiscard]] std::uint64_t tail_bytes() const noexcept override { return tail_bytes_; }
  [[nodiscard]] std::string_view name() const noexcept override {
    return client_.with().where.shown;
  }
  [[nodiscard]] http::traffic traffic() const noexcept { return client_.traffic(); }

 private:
  [[nodiscard]] result<bool> look(wanted::part part);
  void take_first(const first_answer& got, std::vector<std::byte> bytes);
  [[nodiscard]] result<void> take_whole();
  [[nodiscard]] result<void> read(std::uint64_t offset, std::span<std::byte> into) const;
  [[nodiscard]] result<void> bring(std::span<block> blocks) const;

  mutable client client_;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t tail_bytes_ = 0;
  std::unique_ptr<whole_copy> whole_{};
  mutable std::mutex lock_{};  // of what follows
  mutable block_cache cache_{};
  mutable read_ahead ahead_{};
};

}  // namespace nopy::inline v1::http
