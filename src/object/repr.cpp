// SPDX-License-Identifier: MIT
// Decoded values as Python's repr shows them. Walks with a stack of its own, so nesting costs no
// call depth, and stops near its bound, so sharing costs no more than the text asked for.
#include "object/repr_writer.hpp"

#include "bytes/growing.hpp"

#include <iterator>

namespace nopy {
namespace object {
namespace {

/// The containers around an item, outermost first. The first ones need no memory, so where there is none
/// "..." is never longer than the brackets it stands for.
class step_stack {
 public:
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] step& back() noexcept {
    return size_ <= std::size(first_) ? first_[size_ - 1] : more_.back();
  }
  void pop_back() noexcept {
    if (size_-- > std::size(first_)) more_.pop_back();
  }
  /// False where memory ran out, now or at this depth before.
  [[nodiscard]] bool push_back(const step& one) noexcept {
    std::size_t& most = one.node->owner->shown_depth;
    std::size_t known = __atomic_load_n(&most, __ATOMIC_RELAXED);
    if (size_ >= known) return false;
    if (size_ < std::size(first_)) {
      first_[size_++] = one;
      return true;
    }
    if (more_.push_back(one)) {
      ++size_;
      return true;
    }
    while (size_ < known && !__atomic_compare_exchange_n(&most, &known, size_, false,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return false;
  }

 private:
  step first_[16];
  bytes::growing<step> more_;
  std::size_t size_ = 0;
};

}  // namespace

bool repr_writer::open_moment(const object_node& node) noexcept {
  if (node.is(value_kind::datetime))
    moment(node, "datetime", 5);
  else if (node.is(value_kind::date))
    moment(node, "date", 3);
  else
    moment(node, "time", 2);
  return node.count != 0;
}

bool repr_writer::open_timezone(const object_node& node) noexcept {
  const object_node& offset = *node.item(0);
  bool zero = node.count == 1;
  for (std::size_t i = 0; i < offset.count; ++i) zero = zero && offset.item(i)->view() == "0";
  out_.put(zero ? "datetime.timezone.utc" : "datetime.timezone(");
  return !zero;
}

bool repr_writer::open_dtype(const object_node& node) noexcept {
  if (node.symbol == symbol::string_dtype) {
    out_.put(node.count == 0 ? "StringDType(" : "StringDType(na_object=");
    return true;
  }
  const bool bare = node.dtype()->kind() == nopy::kind::record;
  out_.put(bare ? "dtype(" : "dtype('");
  out_.put_from([&](char* to) { return node.dtype()->write_descr(to); });
  out_.put(bare ? ")" : "')");
  return false;
}

/// An array of objects is a container, one of anything else a leaf.
bool repr_writer::open_array(const object_node& node) noexcept {
  if (node.count == 0) {
    numbers(node);
    return false;
  }
  out_.put("array(");
  return true;
}

bool repr_writer::open(const object_node& node) noexcept {
  if (leaf(node)) return false;
  switch (node.kind) {
    case value_kind::list:
      out_.put('[');
      break;
    case value_kind::tuple:
      out_.put('(');
      break;
    case value_kind::dict:
      out_.put(node.symbol == symbol::ordered_dict ? "OrderedDict({" : "{");
      break;
    case value_kind::set:
      if (node.symbol == symbol::frozenset_class)
        out_.put(node.count == 0 ? "frozenset(" : "frozenset({");
      else
        out_.put(node.count == 0 ? "set(" : "{");
      break;
    case value_kind::foreign:
      out_.put('<').put(clip(node.view()));
      break;
    case value_kind::datetime:
    case value_kind::date:
    case value_kind::time:
      return open_moment(node);
    case value_kind::timezone:
      return open_timezone(node);
    case value_kind::dtype:
      return open_dtype(node);
    default:
      return open_array(node);
  }
  return true;
}

void repr_writer::before_item(const step& at) noexcept {
  if (at.node->is(value_kind::array)) return opening_brackets(*at.node->shape, at.next);
  if (at.next == 0) return;
  if (at.node->is(value_kind::dict))
    out_.put(at.next % 2 == 1 ? ": " : ", ");
  else
    out_.put(at.node->is(value_kind::foreign) ? " " : ", ");
}

void repr_writer::close(const object_node& node, bool arguments) noexcept {
  switch (node.kind) {
    case value_kind::list:
      out_.put(']');
      break;
    case value_kind::tuple:
      out_.put(node.count == 1 && !arguments ? ",)" : ")");
      break;
    case value_kind::dict:
      out_.put(node.symbol == symbol::ordered_dict ? "})" : "}");
      break;
    case value_kind::set:
      if (node.count != 0) out_.put('}');
      if (node.count == 0 || node.symbol == symbol::frozenset_class) out_.put(')');
      break;
    case value_kind::foreign:
      out_.put('>');
      break;
    case value_kind::array:
      array_end(node);
      break;
    default:
      out_.put(')');
  }
}

std::size_t repr_writer::write(const object_node& root) noexcept {
  step_stack path;
  bool whole = !open(root) || path.push_back({&root, 0});
  while (whole && !path.empty() && !full()) {
    step& at = path.back();
    const object_node& node = *at.node;
    if (at.next == node.count) {
      path.pop_back();
      const bool arguments =
          !path.empty() && path.back().node->is(value_kind::foreign) && path.back().next == 1;
      close(node, arguments);
    } else {
      before_item(at);
      const object_node& item = *node.item(at.next++);
      if (open(item)) {
        whole = path.push_back({&item, 0});
        continue;
      }
    }
    // Behind an item, whether it was a leaf or just closed.
    if (!path.empty() && path.back().node->is(value_kind::array))
      closing_brackets(*path.back().node->shape, path.back().next - 1);
  }
  if (full() || !whole) out_.put("...");
  return out_.count();
}

}  // namespace object

inline namespace v1 {

std::size_t object_value::write_repr(char* out, std::size_t most_bytes) const noexcept {
  object::repr_writer text(out, most_bytes);
  return node_ == nullptr ? 0 : text.write(*node_);
}

}  // namespace v1
}  // namespace nopy
