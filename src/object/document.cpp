// SPDX-License-Identifier: MIT
// The arena of a decoded pickle, and the accessors of the values in it.
#include "bytes/checked.hpp"
#include "object/node.hpp"

#include <algorithm>
#include <cstring>

namespace nopy {
inline namespace v1 {

struct object_document::chunk {
  chunk* next;
};

object_document* object_document::make(std::uint64_t budget) noexcept {
  auto* document = new (std::nothrow) object_document;
  if (document != nullptr) document->budget = std::min(budget, checked::most_bytes - 64);
  return document;
}

void object_document::release() noexcept {
  if (__atomic_sub_fetch(&owners, 1, __ATOMIC_ACQ_REL) != 0) return;
  for (object_type* type = types_; type != nullptr;) {
    object_type* next = type->next;
    type->~object_type();
    type = next;
  }
  while (chunks_ != nullptr) ::operator delete(std::exchange(chunks_, chunks_->next));
  delete this;
}

void* object_document::take(std::uint64_t bytes) noexcept {
  if (bytes > budget) {
    over_budget = true;
    return nullptr;
  }
  const std::size_t rounded = (static_cast<std::size_t>(bytes) + 7) & ~std::size_t{7};
  if (rounded > left_) {
    constexpr std::size_t most = std::size_t{1} << 18;
    const bool alone = rounded > next_chunk_ / 4;  // large blocks leave the open chunk as it is
    const std::size_t body = alone ? rounded : next_chunk_;
    auto* block = static_cast<std::byte*>(::operator new(16 + body, std::nothrow));
    if (block == nullptr) return nullptr;
    chunks_ = ::new (static_cast<void*>(block)) chunk{chunks_};
    if (next_chunk_ < most) next_chunk_ *= 2;
    budget -= bytes;
    if (alone) return block + 16;
    free_ = block + 16;
    left_ = body;
  } else {
    budget -= bytes;
  }
  void* taken = free_;
  free_ += rounded;
  left_ -= rounded;
  return taken;
}

object_node* object_document::add(enum object_value::kind kind) noexcept {
  void* place = take(sizeof(object_node));
  if (place == nullptr) return nullptr;
  return ::new (place) object_node{.owner = this,
                                   .kind = kind,
                                   .symbol = object::symbol::unknown,
                                   .mark = 0,
                                   .text = nullptr,
                                   .text_bytes = 0,
                                   .items = nullptr,
                                   .count = 0,
                                   .capacity = 0,
                                   .shape = nullptr,
                                   .type = nullptr};
}

const char* object_document::copy(std::string_view text) noexcept {
  auto* to = static_cast<char*>(take(text.size() + 1));
  if (to == nullptr) return nullptr;
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return to;
}

object_node* object_document::add_text(enum object_value::kind kind,
                                       std::string_view text) noexcept {
  object_node* node = add(kind);
  if (node == nullptr) return nullptr;
  node->text = copy(text);
  node->text_bytes = text.size();
  return node->text == nullptr ? nullptr : node;
}

object_type* object_document::add_type(nopy::dtype type) noexcept {
  void* place = take(sizeof(object_type));
  if (place == nullptr) return nullptr;
  return types_ = ::new (place) object_type{std::move(type), types_};
}

bool object_document::reserve(object_node& node, std::uint64_t capacity) noexcept {
  if (capacity <= node.capacity) return true;
  const auto bytes = checked::mul(capacity, sizeof(object_value));
  void* place = take(bytes ? *bytes : UINT64_MAX);
  if (place == nullptr) return false;
  // The old block stays: an array made from this list earlier may still show it.
  auto* items = static_cast<object_value*>(place);
  for (std::size_t i = 0; i < node.count; ++i)
    ::new (static_cast<void*>(items + i)) object_value(node.items[i].node_);
  node.items = items;
  node.capacity = static_cast<std::size_t>(capacity);
  return true;
}

bool object_document::append(object_node& to, object_node* item) noexcept {
  if (to.count == to.capacity && !reserve(to, to.capacity < 4 ? 4 : to.capacity * 2)) return false;
  ::new (static_cast<void*>(to.items + to.count++)) object_value(item);
  return true;
}

object_value object_document::value(object_node* node) noexcept {
  __atomic_fetch_add(&owners, 1, __ATOMIC_RELAXED);
  return object_value(node);
}

object_value::object_value(const object_value& other) noexcept : node_(other.node_) {
  if (node_ != nullptr) __atomic_fetch_add(&node_->owner->owners, 1, __ATOMIC_RELAXED);
}

object_value::~object_value() {
  if (node_ != nullptr) node_->owner->release();
}

enum object_value::kind object_value::kind() const noexcept {
  return node_ == nullptr ? kind::none : node_->kind;
}

std::span<const object_value> object_value::items() const noexcept {
  if (node_ == nullptr) return {};
  return {node_->items, node_->count};
}

nopy::shape object_value::shape() const noexcept {
  return node_ == nullptr || node_->shape == nullptr ? nopy::shape() : *node_->shape;
}

nopy::dtype object_value::dtype() const noexcept {
  return node_ == nullptr || node_->type == nullptr ? nopy::dtype() : node_->type->type;
}

std::span<const std::byte> object_value::data() const noexcept {
  switch (kind()) {
    case kind::array:
    case kind::scalar:
    case kind::bytes:
    case kind::floating:
    case kind::complex:
      return std::as_bytes(std::span(node_->text, node_->text_bytes));
    default:
      return {};
  }
}

std::string_view object_value::text() const noexcept {
  switch (kind()) {
    case kind::none:
    case kind::array:
    case kind::scalar:
    case kind::floating:
    case kind::complex:
      return {};
    case kind::boolean:
      return node_->text_bytes != 0 ? "True" : "False";
    default:
      return node_->view();
  }
}

std::uint64_t object_value::foreign_count() const noexcept {
  return node_ == nullptr ? 0 : node_->owner->foreign;
}

}  // namespace v1
}  // namespace nopy
