// SPDX-License-Identifier: MIT
// JSON as the page reads it, into memory that grows. Owns the rule that running out of memory is
// remembered and not told at each piece: who hands the text out asks `whole` once.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/dtype.hpp>
#include <nopy/error.hpp>

#include "bytes/growing.hpp"
#include "bytes/text_sink.hpp"

namespace nopy::engine {

class json_writer {
 public:
  [[nodiscard]] std::span<const char> bytes() const noexcept { return text_.span(); }
  [[nodiscard]] bool whole() const noexcept { return whole_; }
  void clear() noexcept {
    text_.clear();
    separate_ = false;
  }

  // Structure; commas come by themselves.
  json_writer& open(char bracket) noexcept;
  json_writer& close(char bracket) noexcept;
  json_writer& key(std::string_view name) noexcept { return put_key(name.data(), name.size()); }
  json_writer& text(std::string_view value) noexcept {
    return put_text(value.data(), value.size());
  }
  json_writer& number(std::uint64_t value) noexcept;
  json_writer& signed_number(std::int64_t value) noexcept;
  /// null where it is NaN or infinite, which JSON does not have.
  json_writer& real(double value) noexcept;
  json_writer& boolean(bool value) noexcept { return word(value ? "true" : "false"); }
  json_writer& null() noexcept { return word("null"); }

  // Values made of several.
  json_writer& text_or_null(std::string_view value) noexcept;
  json_writer& extents(std::span<const std::uint64_t> values) noexcept;
  json_writer& put_error(const error& what) noexcept;
  json_writer& finding_of(const finding& what) noexcept;
  /// What `write(sink)` writes, as a text.
  json_writer& text_from(function_ref<void(nopy::bytes::text_sink&)> write) noexcept;

  /// Bytes as they are: for answers that are no JSON.
  void raw(std::span<const char> bytes) noexcept { whole_ = text_.append(bytes) && whole_; }
  /// `count` bytes more, to be filled by the caller; empty where memory ran out.
  [[nodiscard]] std::span<std::byte> room(std::size_t count) noexcept;
  /// Gives back what of `room` was not needed.
  void give_back(std::size_t count) noexcept { text_.shrink(text_.size() - count); }

 private:
  // Two words rather than a view's address: these are called at some hundred places.
  json_writer& put_key(const char* name, std::size_t count) noexcept;
  json_writer& put_text(const char* value, std::size_t count) noexcept;
  json_writer& put_word(const char* bare, std::size_t count) noexcept;
  json_writer& word(std::string_view bare) noexcept { return put_word(bare.data(), bare.size()); }
  void put(std::string_view piece) noexcept { raw({piece.data(), piece.size()}); }
  void before_value() noexcept;
  void error_members(const error& what) noexcept;

  bytes::growing<char> text_{};
  bool whole_ = true;
  bool separate_ = false;  // a value stands before
};

}  // namespace nopy::engine
