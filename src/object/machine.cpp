// SPDX-License-Identifier: MIT
// The instructions that combine values: containers, memo, names, and calls that are not made.
#include "object/machine.hpp"

#include "bytes/text_sink.hpp"
#include "object/numbers.hpp"

namespace nopy::object {
namespace {

/// How many nodes an opcode takes from the stack; 0 for those above the mark.
std::size_t counted_items(const opcode_row& opcode) noexcept {
  constexpr std::size_t before_tuple_1 = 0x84;  // TUPLE1 to TUPLE3 follow
  switch (opcode.does) {
    case action::small_tuple:
      return opcode.code - before_tuple_1;
    case action::append:
      return 1;
    case action::set_item:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

bool machine::prepare() noexcept {
  none_ = in_.add(value_kind::none);
  true_ = in_.add_text(value_kind::boolean, "1");
  false_ = in_.add_text(value_kind::boolean, "");
  empty_ = in_.add(value_kind::tuple);
  return none_ != nullptr && true_ != nullptr && false_ != nullptr && empty_ != nullptr;
}

object_node* machine::pop() noexcept {
  object_node* node = stack_.back();
  stack_.pop_back();
  return node;
}

std::optional<std::span<object_node* const>> machine::pop_to_mark() noexcept {
  if (marks_.empty()) return std::nullopt;
  const std::size_t first = marks_.back();
  marks_.pop_back();
  const std::span<object_node* const> items(stack_.data() + first, stack_.size() - first);
  stack_.shrink(first);
  return items;
}

std::optional<std::span<object_node* const>> machine::pop_counted(std::size_t count) noexcept {
  if (available() < count) return std::nullopt;
  const std::span<object_node* const> items(stack_.end() - count, count);
  stack_.shrink(stack_.size() - count);
  return items;
}

outcome machine::run(const opcode_row& opcode, const argument& given) noexcept {
  switch (opcode.does) {
    case action::skip:
      return outcome::next;
    case action::outside:
      return outcome::outside;
    case action::stop:
      return available() == 0 ? outcome::stack_empty : outcome::stop;
    case action::mark:
      return marks_.push_back(stack_.size()) ? outcome::next : outcome::no_memory;
    case action::pop:
      // Python's POP takes a mark where one is on top.
      if (available() != 0)
        stack_.pop_back();
      else if (!marks_.empty())
        marks_.pop_back();
      else
        return outcome::stack_empty;
      return outcome::next;
    case action::pop_mark:
      return pop_to_mark() ? outcome::next : outcome::no_mark;
    case action::duplicate:
      return available() == 0 ? outcome::stack_empty : push(stack_.back());
    case action::put:
    case action::put_text:
    case action::memoize:
    case action::get:
    case action::get_text:
      return memo(opcode.does, given);
    case action::global:
    case action::stack_global:
    case action::reduce:
    case action::new_object:
    case action::new_object_keywords:
    case action::instance:
    case action::object:
    case action::build:
      return call(opcode.does, given);
    default:
      break;
  }
  return opcode.does >= action::empty_list ? container(opcode) : scalar(opcode, given);
}

outcome machine::push_collection(value_kind kind, symbol what,
                                 std::span<object_node* const> items) noexcept {
  object_node* node = in_.add(kind);
  if (node == nullptr || !in_.reserve(*node, items.size())) return outcome::no_memory;
  node->symbol = what;
  for (object_node* item : items)
    if (!in_.append(*node, item)) return outcome::no_memory;
  return push(node);
}

outcome machine::extend(object_node& to, std::span<object_node* const> items,
                        value_kind kind) noexcept {
  concerned_ = to.is(value_kind::foreign) ? to.view() : std::string_view();
  if (!to.is(kind) && !to.is(value_kind::foreign)) return outcome::wrong_operand;
  if (kind == value_kind::dict && items.size() % 2 != 0) return outcome::wrong_operand;
  if (to.capacity == 0 && !in_.reserve(to, items.size())) return outcome::no_memory;
  for (object_node* item : items)
    if (!in_.append(to, item)) return outcome::no_memory;
  return outcome::next;
}

outcome machine::container(const opcode_row& opcode) noexcept {
  const auto nothing = std::span<object_node* const>();
  switch (opcode.does) {
    case action::empty_list:
      return push_collection(value_kind::list, symbol::unknown, nothing);
    case action::empty_tuple:
      return push(empty_);
    case action::empty_dict:
      return push_collection(value_kind::dict, symbol::unknown, nothing);
    case action::empty_set:
      return push_collection(value_kind::set, symbol::set_class, nothing);
    default:
      break;
  }
  const std::size_t count = counted_items(opcode);
  const auto items = count == 0 ? pop_to_mark() : pop_counted(count);
  if (!items) return count == 0 ? outcome::no_mark : outcome::stack_empty;
  return collect(opcode.does, *items);
}

outcome machine::collect(action does, std::span<object_node* const> items) noexcept {
  switch (does) {
    case action::small_tuple:
    case action::tuple:
      return push_collection(value_kind::tuple, symbol::unknown, items);
    case action::list:
      return push_collection(value_kind::list, symbol::unknown, items);
    case action::frozenset:
      return push_collection(value_kind::set, symbol::frozenset_class, items);
    case action::dict:
      if (items.size() % 2 != 0) return outcome::wrong_operand;
      return push_collection(value_kind::dict, symbol::unknown, items);
    default:
      break;
  }
  if (available() == 0) return outcome::stack_empty;
  const bool list = does == action::append || does == action::appends;
  return extend(*stack_.back(), items,
                list                        ? value_kind::list
                : does == action::add_items ? value_kind::set
                                            : value_kind::dict);
}

outcome machine::put(std::uint64_t index) noexcept {
  if (available() == 0) return outcome::stack_empty;
  if (index >= pickle_bytes_) return outcome::bad_argument;  // a writer counts from 0
  while (memo_.size() <= index)
    if (!memo_.push_back(nullptr)) return outcome::no_memory;
  memo_[static_cast<std::size_t>(index)] = stack_.back();
  return outcome::next;
}

outcome machine::get(std::uint64_t index) noexcept {
  if (index >= memo_.size() || memo_[static_cast<std::size_t>(index)] == nullptr)
    return outcome::no_such_memo;
  return push(memo_[static_cast<std::size_t>(index)]);
}

outcome machine::memo(action does, const argument& given) noexcept {
  switch (does) {
    case action::put:
      return put(given.number);
    case action::memoize:
      if (available() == 0) return outcome::stack_empty;
      return memo_.push_back(stack_.back()) ? outcome::next : outcome::no_memory;
    case action::get:
      return get(given.number);
    default:
      break;
  }
  std::uint64_t index = 0;
  if (given.text.empty() || given.text.size() > 18) return outcome::bad_argument;
  for (const char digit : given.text) {
    if (digit < '0' || digit > '9') return outcome::bad_argument;
    index = index * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  return does == action::put_text ? put(index) : get(index);
}

object_node* machine::name(std::string_view module, std::string_view name) noexcept {
  auto* text = static_cast<char*>(in_.take(module.size() + name.size() + 1));
  object_node* node = in_.add(value_kind::name);
  if (text == nullptr || node == nullptr) return nullptr;
  bytes::text_sink(text).put(module).put('.').put(name);
  node->text = text;
  node->text_bytes = module.size() + name.size() + 1;
  node->symbol = find_symbol(module, name);
  return node;
}

outcome machine::apply(object_node* callable, object_node* args, object_node* keywords) noexcept {
  if (!args->is(value_kind::tuple)) return outcome::wrong_operand;
  made value;
  if (callable->is(value_kind::name) && keywords == nullptr) {
    value = make_plain(in_, callable->symbol, *args);
    if (!value) value = make_numpy(in_, callable->symbol, *args);
  }
  if (value) return push(*value);
  const bool named = callable->is(value_kind::name);
  object_node* foreign = make_foreign(in_, named ? callable->view() : "a call of", args);
  if (foreign == nullptr) return outcome::no_memory;
  if (!named && !in_.append(*foreign, callable)) return outcome::no_memory;
  if (keywords != nullptr && !in_.append(*foreign, keywords)) return outcome::no_memory;
  return push(foreign);
}

outcome machine::build() noexcept {
  if (available() < 2) return outcome::stack_empty;
  object_node* state = pop();
  object_node& to = *stack_.back();
  concerned_ = {};
  switch (to.kind) {
    case value_kind::foreign:
      concerned_ = to.view();
      return in_.append(to, state) ? outcome::next : outcome::no_memory;
    case value_kind::array:
    case value_kind::dtype: {
      const bool array = to.is(value_kind::array);
      concerned_ = array ? "numpy.ndarray" : "numpy.dtype";
      const state_result done =
          array ? set_array_state(in_, to, *state) : set_dtype_state(in_, to, *state);
      return done == state_result::done        ? outcome::next
             : done == state_result::no_memory ? outcome::no_memory
                                               : outcome::bad_state;
    }
    default:
      return outcome::wrong_operand;
  }
}

outcome machine::call(action does, const argument& given) noexcept {
  switch (does) {
    case action::global:
      return push(name(given.text, given.name));
    case action::instance: {
      const auto items = pop_to_mark();
      if (!items) return outcome::no_mark;
      if (push_collection(value_kind::tuple, symbol::unknown, *items) != outcome::next)
        return outcome::no_memory;
      object_node* callable = name(given.text, given.name);
      return callable == nullptr ? outcome::no_memory : apply(callable, pop(), nullptr);
    }
    case action::object: {
      const auto items = pop_to_mark();
      if (!items) return outcome::no_mark;
      if (items->empty()) return outcome::stack_empty;
      object_node* callable = items->front();
      if (push_collection(value_kind::tuple, symbol::unknown, items->subspan(1)) != outcome::next)
        return outcome::no_memory;
      return apply(callable, pop(), nullptr);
    }
    case action::build:
      return build();
    case action::stack_global: {
      if (available() < 2) return outcome::stack_empty;
      object_node* last = pop();
      object_node* module = pop();
      if (!last->is(value_kind::text) || !module->is(value_kind::text))
        return outcome::wrong_operand;
      return push(name(module->view(), last->view()));
    }
    default: {
      const bool keyed = does == action::new_object_keywords;
      if (available() < (keyed ? 3u : 2u)) return outcome::stack_empty;
      object_node* keywords = keyed ? pop() : nullptr;
      object_node* args = pop();
      return apply(pop(), args, keywords);
    }
  }
}

}  // namespace nopy::object
