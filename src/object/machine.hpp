// SPDX-License-Identifier: MIT
// The stack machine that a pickle is a program for, reduced to data: it pushes and combines values,
// and has no instruction that could look up, import or call anything.
#pragma once

#include "bytes/cursor.hpp"
#include "bytes/growing.hpp"
#include "object/opcode_table.hpp"
#include "object/values.hpp"

namespace nopy::object {

/// What an opcode brings along.
struct argument {
  std::uint64_t number = 0;
  std::string_view text{};  ///< counted bytes or the (first) line
  std::string_view name{};  ///< the second line
};

/// How one instruction ended; the decoder makes an error of it.
enum class outcome : std::uint8_t {
  next,
  stop,
  no_memory,
  stack_empty,
  no_mark,
  wrong_operand,
  bad_argument,
  bad_state,
  no_such_memo,
  outside,
};

class machine {
 public:
  machine(object_document& in, std::uint64_t pickle_bytes) noexcept
      : in_(in), pickle_bytes_(pickle_bytes) {}

  /// False without memory.
  [[nodiscard]] bool prepare() noexcept;
  outcome run(const opcode_row& opcode, const argument& given) noexcept;
  /// The value on top, after `stop`.
  [[nodiscard]] object_node* top() const noexcept { return stack_[stack_.size() - 1]; }
  /// Of an instruction that ended in `wrong_operand` or `bad_state`: the name concerned, or empty.
  [[nodiscard]] std::string_view concerned() const noexcept { return concerned_; }

 private:
  outcome scalar(const opcode_row& opcode, const argument& given) noexcept;
  outcome container(const opcode_row& opcode) noexcept;
  outcome collect(action does, std::span<object_node* const> items) noexcept;
  outcome memo(action does, const argument& given) noexcept;
  outcome call(action does, const argument& given) noexcept;

  outcome push(object_node* node) noexcept {
    return node != nullptr && stack_.push_back(node) ? outcome::next : outcome::no_memory;
  }
  /// Nodes that may be popped: those above the last mark.
  [[nodiscard]] std::size_t available() const noexcept {
    return stack_.size() - (marks_.empty() ? 0 : marks_[marks_.size() - 1]);
  }
  /// Of one or more that are available.
  object_node* pop() noexcept;
  /// The nodes above the last mark, which is removed; they stay readable until the next push.
  [[nodiscard]] std::optional<std::span<object_node* const>> pop_to_mark() noexcept;
  /// Like `pop_to_mark`, but the last `count` nodes; nothing where there are fewer.
  [[nodiscard]] std::optional<std::span<object_node* const>> pop_counted(
      std::size_t count) noexcept;

  outcome push_integer(std::span<const std::byte> bytes) noexcept;
  outcome push_decimal(std::string_view text, bool booleans) noexcept;
  outcome push_float(double value) noexcept;
  outcome push_text(std::string_view text) noexcept;
  outcome push_string(std::string_view raw) noexcept;
  outcome push_quoted(std::string_view line) noexcept;
  outcome push_escaped(std::string_view line) noexcept;
  outcome push_collection(value_kind kind, symbol what,
                          std::span<object_node* const> items) noexcept;
  outcome extend(object_node& to, std::span<object_node* const> items, value_kind kind) noexcept;
  outcome put(std::uint64_t index) noexcept;
  outcome get(std::uint64_t index) noexcept;
  object_node* name(std::string_view module, std::string_view name) noexcept;
  outcome apply(object_node* callable, object_node* args, object_node* keywords) noexcept;
  outcome build() noexcept;

  object_document& in_;
  std::uint64_t pickle_bytes_;
  bytes::growing<object_node*> stack_;
  bytes::growing<std::size_t> marks_;
  bytes::growing<object_node*> memo_;
  object_node* none_ = nullptr;
  object_node* true_ = nullptr;
  object_node* false_ = nullptr;
  object_node* empty_ = nullptr;
  std::string_view concerned_{};
};

}  // namespace nopy::object
