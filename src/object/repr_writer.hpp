// SPDX-License-Identifier: MIT
// What writes the repr of decoded values: the walk over containers (repr.cpp), and the spelling of
// what stands in them (repr_values.cpp).
#pragma once

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "object/values.hpp"

namespace nopy::object {

/// A container whose items are being written.
struct step {
  const object_node* node;
  std::size_t next;
};

class repr_writer {
 public:
  repr_writer(char* out, std::size_t most) noexcept : out_(out), most_(most) {}

  std::size_t write(const object_node& root) noexcept;

 private:
  [[nodiscard]] bool full() const noexcept { return out_.count() >= most_; }
  [[nodiscard]] std::string_view clip(std::string_view text) const noexcept {
    return bytes::slice(text, 0, full() ? 0 : most_ - out_.count());
  }

  /// Writes a leaf whole and answers false, or the opening of a container.
  bool open(const object_node& node) noexcept;
  bool leaf(const object_node& node) noexcept;
  bool open_moment(const object_node& node) noexcept;
  bool open_timezone(const object_node& node) noexcept;
  bool open_dtype(const object_node& node) noexcept;
  bool open_array(const object_node& node) noexcept;
  void before_item(const step& at) noexcept;
  void close(const object_node& node, bool arguments) noexcept;

  void element(const nopy::dtype& type, const char* item) noexcept;
  void text_element(const nopy::dtype& type, const char* item) noexcept;
  void scalar(const object_node& node) noexcept;
  void numbers(const object_node& node) noexcept;
  void opening_brackets(const nopy::shape& shape, std::uint64_t item) noexcept;
  void closing_brackets(const nopy::shape& shape, std::uint64_t item) noexcept;
  void array_end(const object_node& node) noexcept;
  void moment(const object_node& node, std::string_view name, std::size_t least) noexcept;
  void timedelta(const object_node& node) noexcept;

  bytes::text_sink out_;
  std::size_t most_;
};

}  // namespace nopy::object
