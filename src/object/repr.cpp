// SPDX-License-Identifier: MIT
// Decoded values as Python's repr shows them. Walks with a stack of its own, so nesting costs no
// call depth, and stops near its bound, so sharing costs no more than the text asked for.
#include "bytes/growing.hpp"
#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "dtype/python_repr.hpp"
#include "object/values.hpp"

#include <nopy/print.hpp>

#include <iterator>

namespace nopy {
namespace object {
namespace {

/// A container whose items are being written.
struct step {
  const object_node* node;
  std::size_t next;
};

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

class writer {
 public:
  writer(char* out, std::size_t most) noexcept : out_(out), most_(most) {}

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

const std::byte* as_bytes(const char* text) noexcept {
  return reinterpret_cast<const std::byte*>(text);
}

void writer::text_element(const nopy::dtype& type, const char* item) noexcept {
  const std::size_t room = full() ? 0 : most_ - out_.count();
  const auto point_at = [&](std::size_t i) {
    std::uint32_t unit;
    std::memcpy(&unit, item + 4 * i, 4);
    if (type.endian() != native_endian) unit = __builtin_bswap32(unit);
    return static_cast<char32_t>(unit);
  };
  std::size_t count = static_cast<std::size_t>(type.item_bytes()) / 4;
  while (count > 0 && point_at(count - 1) == 0) --count;
  python::write_str_repr(out_, count < room ? count : room, point_at);
}

void writer::element(const nopy::dtype& type, const char* item) noexcept {
  switch (type.kind()) {
    case nopy::kind::text:
      return text_element(type, item);
    case nopy::kind::bytes: {
      std::string_view raw(item, static_cast<std::size_t>(type.item_bytes()));
      while (raw.ends_with('\0')) raw.remove_suffix(1);
      return python::write_bytes_repr(out_, clip(raw));
    }
    case nopy::kind::datetime:
      out_.put('\'');
      out_.put_from([&](char* to) { return write_value(type, as_bytes(item), to); });
      out_.put('\'');
      return;
    default:
      out_.put_from([&](char* to) { return write_value(type, as_bytes(item), to); });
  }
}

void writer::scalar(const object_node& node) noexcept {
  const bool time = node.dtype()->kind() == nopy::kind::datetime;
  const bool span = node.dtype()->kind() == nopy::kind::timedelta;
  if (time || span) out_.put(time ? "datetime64(" : "timedelta64(");
  element(*node.dtype(), node.text);
  if (time || span) out_.put(')');
}

void writer::opening_brackets(const nopy::shape& shape, std::uint64_t item) noexcept {
  if (item != 0) out_.put(", ");
  std::uint64_t block = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    block *= shape[axis];
    if (item % block == 0) out_.put('[');
  }
}

void writer::closing_brackets(const nopy::shape& shape, std::uint64_t item) noexcept {
  std::uint64_t block = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    block *= shape[axis];
    if ((item + 1) % block == 0) out_.put(']');
  }
}

/// ", dtype=...)", which NumPy leaves out for the types a literal has by itself. As on a little-endian machine,
/// whatever this one is: the text of a file is the same everywhere.
void writer::array_end(const object_node& node) noexcept {
  const nopy::dtype type = node.dtype() == nullptr ? nopy::dtype() : *node.dtype();
  const bool empty = node.shape->count() == 0;
  if (empty) out_.put("[]");
  if (empty && node.shape->rank() > 1) {
    out_.put(", shape=(");
    for (std::size_t axis = 0; axis < node.shape->rank(); ++axis)
      (axis == 0 ? out_ : out_.put(", ")).decimal((*node.shape)[axis]);
    out_.put(')');
  }
  const bool number = type.kind() == nopy::kind::signed_int ||
                      type.kind() == nopy::kind::unsigned_int ||
                      type.kind() == nopy::kind::floating || type.kind() == nopy::kind::complex;
  const bool plain = type == nopy::dtype::boolean() ||
                     type == nopy::dtype::number(nopy::kind::signed_int, 8, endian::little) ||
                     type == nopy::dtype::number(nopy::kind::floating, 8, endian::little) ||
                     type == nopy::dtype::number(nopy::kind::complex, 16, endian::little);
  if (!plain || empty) {
    out_.put(", dtype=");
    const bool bare = type.kind() == nopy::kind::record;
    if (node.symbol == symbol::string_dtype)
      out_.put("StringDType()");
    else if (type.kind() == nopy::kind::object)
      out_.put("object");
    else if (number && type.endian() != endian::big)
      out_.put_from([&](char* to) { return type.write_words(to); });
    else if (bare)
      out_.put_from([&](char* to) { return type.write_descr(to); });
    else
      out_.put('\'').put_from([&](char* to) { return type.write_descr(to); }).put('\'');
  }
  out_.put(')');
}

void writer::numbers(const object_node& node) noexcept {
  out_.put("array(");
  const auto item_bytes =
      node.dtype() == nullptr ? 0 : static_cast<std::size_t>(node.dtype()->item_bytes());
  for (std::uint64_t i = 0, count = node.shape->count(); i < count && !full(); ++i) {
    opening_brackets(*node.shape, i);
    element(*node.dtype(), node.text + static_cast<std::size_t>(i) * item_bytes);
    closing_brackets(*node.shape, i);
  }
  if (!full()) array_end(node);
}

/// "datetime.datetime(2026, 11, 29, 12, 0": the numbers of the ISO form, of which those behind the
/// first `least` are left out where they and all behind them are zero.
void writer::moment(const object_node& node, std::string_view name, std::size_t least) noexcept {
  std::uint64_t numbers[7] = {};
  std::size_t count = 0;
  bool inside = false;
  for (const char c : node.view()) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside && count < 7) ++count;
    if (digit) numbers[count - 1] = numbers[count - 1] * 10 + static_cast<unsigned>(c - '0');
    inside = digit;
  }
  while (count > least && numbers[count - 1] == 0) --count;
  out_.put("datetime.").put(name).put('(');
  for (std::size_t i = 0; i < count; ++i) (i == 0 ? out_ : out_.put(", ")).decimal(numbers[i]);
  out_.put(node.count == 0 ? ")" : ", tzinfo=");
}

void writer::timedelta(const object_node& node) noexcept {
  constexpr std::string_view names[] = {"days=", "seconds=", "microseconds="};
  out_.put("datetime.timedelta(");
  bool any = false;
  for (std::size_t i = 0; i < std::size(names); ++i) {  // as `make_timedelta` made it
    if (node.item(i)->view() == "0") continue;
    (any ? out_.put(", ") : out_).put(names[i]).put(node.item(i)->view());
    any = true;
  }
  out_.put(any ? ")" : "0)");
}

bool writer::open_moment(const object_node& node) noexcept {
  if (node.is(value_kind::datetime))
    moment(node, "datetime", 5);
  else if (node.is(value_kind::date))
    moment(node, "date", 3);
  else
    moment(node, "time", 2);
  return node.count != 0;
}

bool writer::open_timezone(const object_node& node) noexcept {
  const object_node& offset = *node.item(0);
  bool zero = node.count == 1;
  for (std::size_t i = 0; i < offset.count; ++i) zero = zero && offset.item(i)->view() == "0";
  out_.put(zero ? "datetime.timezone.utc" : "datetime.timezone(");
  return !zero;
}

bool writer::open_dtype(const object_node& node) noexcept {
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
bool writer::open_array(const object_node& node) noexcept {
  if (node.count == 0) {
    numbers(node);
    return false;
  }
  out_.put("array(");
  return true;
}

bool writer::leaf(const object_node& node) noexcept {
  switch (node.kind) {
    case value_kind::none:
      out_.put("None");
      return true;
    case value_kind::boolean:
      out_.put(node.text_bytes != 0 ? "True" : "False");
      return true;
    case value_kind::integer:
      out_.put(clip(node.view()));
      return true;
    case value_kind::floating:
      element(nopy::dtype::number(nopy::kind::floating, 8), node.text);
      return true;
    case value_kind::complex:
      element(nopy::dtype::number(nopy::kind::complex, 16), node.text);
      return true;
    case value_kind::text:
      python::write_str_repr(out_, clip(node.view()));
      return true;
    case value_kind::bytes: {
      const bool array = node.symbol == symbol::bytearray_class;
      if (array) out_.put("bytearray(");
      python::write_bytes_repr(out_, clip(node.view()));
      if (array) out_.put(')');
      return true;
    }
    case value_kind::scalar:
      scalar(node);
      return true;
    case value_kind::timedelta:
      timedelta(node);
      return true;
    case value_kind::name:
      out_.put('<').put(clip(node.view())).put('>');
      return true;
    default:
      return false;
  }
}

bool writer::open(const object_node& node) noexcept {
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

void writer::before_item(const step& at) noexcept {
  if (at.node->is(value_kind::array)) return opening_brackets(*at.node->shape, at.next);
  if (at.next == 0) return;
  if (at.node->is(value_kind::dict))
    out_.put(at.next % 2 == 1 ? ": " : ", ");
  else
    out_.put(at.node->is(value_kind::foreign) ? " " : ", ");
}

void writer::close(const object_node& node, bool arguments) noexcept {
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

std::size_t writer::write(const object_node& root) noexcept {
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

}  // namespace
}  // namespace object

inline namespace v1 {

std::size_t object_value::write_repr(char* out, std::size_t most_bytes) const noexcept {
  object::writer text(out, most_bytes);
  return node_ == nullptr ? 0 : text.write(*node_);
}

}  // namespace v1
}  // namespace nopy
