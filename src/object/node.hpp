// SPDX-License-Identifier: MIT
// Where decoded values live: one arena for a whole pickle, given back in one sweep however deep the
// values nest. Owns the rule that the arena stays in proportion to the pickle: it has a budget.
#pragma once

#include "object/symbols.hpp"

#include <nopy/object.hpp>

namespace nopy {
inline namespace v1 {

/// A dtype in the arena, in the list of those to destroy at its end.
struct object_type {
  nopy::dtype type;
  object_type* next;
};

struct object_node {
  object_document* owner;
  enum object_value::kind kind;
  object::symbol symbol;  ///< what a name means; how a set, bytes or dict was spelled
  std::uint8_t mark;      ///< of the search for cycles: 0 unseen, 1 on the path, 2 done
  const char* text;       ///< text, or raw data
  std::size_t text_bytes;
  object_value* items;
  std::size_t count;
  std::size_t capacity;
  nopy::shape* shape;
  object_type* type;

  [[nodiscard]] std::string_view view() const noexcept { return {text, text_bytes}; }
  [[nodiscard]] object_node* item(std::size_t i) const noexcept { return items[i].node_; }
  [[nodiscard]] const nopy::dtype* dtype() const noexcept {
    return type == nullptr ? nullptr : &type->type;
  }
  [[nodiscard]] bool is(enum object_value::kind what) const noexcept { return kind == what; }
  [[nodiscard]] bool means(object::symbol what) const noexcept {
    return kind == object_value::kind::name && symbol == what;
  }
};

/// The arena of one pickle. Values in it are not counted one by one: they hold the whole.
struct object_document {
  std::size_t owners = 1;
  std::uint64_t foreign = 0;
  std::uint64_t budget = 0;  ///< bytes that may still be taken
  bool over_budget = false;  ///< why the last allocation failed: the budget, not the machine
  /// Deepest nesting that is shown. Only falls, where memory ran out: a text that is counted first
  /// is then no longer when it is written, whatever memory there is. Atomic.
  std::size_t shown_depth = SIZE_MAX;

  /// Null without memory. What is taken within the budget has a size that this machine can round and add to.
  static object_document* make(std::uint64_t budget) noexcept;
  void release() noexcept;

  /// `bytes` at a multiple of 8, or null.
  void* take(std::uint64_t bytes) noexcept;
  object_node* add(enum object_value::kind kind) noexcept;
  object_node* add_text(enum object_value::kind kind, std::string_view text) noexcept;
  object_type* add_type(nopy::dtype type) noexcept;
  const char* copy(std::string_view text) noexcept;
  /// Appends to a node's items; false where memory or budget ran out.
  bool append(object_node& to, object_node* item) noexcept;
  bool reserve(object_node& node, std::uint64_t capacity) noexcept;
  /// A value outside of the arena.
  object_value value(object_node* node) noexcept;

 private:
  struct chunk;
  chunk* chunks_ = nullptr;
  std::byte* free_ = nullptr;
  std::size_t left_ = 0;
  std::size_t next_chunk_ = 4096;
  object_type* types_ = nullptr;
};

}  // namespace v1
}  // namespace nopy
