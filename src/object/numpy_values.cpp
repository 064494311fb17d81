// SPDX-License-Identifier: MIT
// NumPy's arrays, scalars and dtypes as pickles spell them: a call that makes an empty one, then a
// state that fills it. Source: docs/format.md, "Objects".
#include "bytes/checked.hpp"
#include "bytes/growing.hpp"
#include "bytes/text_sink.hpp"
#include "object/values.hpp"

#include <cstring>

namespace nopy::object {
namespace {

/// Counts work that allocates nothing in the arena against its budget; false where it ran out.
bool charge(object_document& in, std::uint64_t cost) noexcept {
  if (cost > in.budget) {
    in.over_budget = true;
    return false;
  }
  in.budget -= cost;
  return true;
}

/// The shape a tuple (or one integer) says.
bool read_shape(const object_node& from, nopy::shape& shape) noexcept {
  const bool tuple = from.is(value_kind::tuple) || from.is(value_kind::list);
  for (std::size_t i = 0; i < (tuple ? from.count : 1); ++i) {
    const auto extent = integer_of(tuple ? *from.item(i) : from);
    if (!extent || *extent < 0 || !shape.push_back(static_cast<std::uint64_t>(*extent)))
      return false;
  }
  return true;
}

object_node* add_dtype(object_document& in, nopy::dtype type) noexcept {
  object_node* node = in.add(value_kind::dtype);
  if (node == nullptr) return nullptr;
  node->type = in.add_type(std::move(type));
  return node->type == nullptr ? nullptr : node;
}

/// numpy.dtype('f8', align, copy); the class of an extension type instead of the text goes by its
/// last name.
made make_dtype(object_document& in, const object_node& args) noexcept {
  if (args.count == 0) return std::nullopt;
  const object_node* what = args.item(0);
  std::string_view text = what->view();
  if (what->is(value_kind::name))
    text.remove_prefix(text.rfind('.') + 1);
  else if (!what->is(value_kind::text))
    return std::nullopt;
  if (text == "V") text = "V0";
  auto type = nopy::dtype::parse(text);
  if (!type) return type.error().code() == errc::out_of_memory ? made(nullptr) : made(std::nullopt);
  return add_dtype(in, *std::move(type));
}

/// StringDType's options: coerce, and the object that stands for "missing" where there is one.
made make_string_dtype(object_document& in, const object_node& args) noexcept {
  if (args.count == 0 || args.count > 2) return std::nullopt;
  object_node* node = add_dtype(in, nopy::dtype::object());
  if (node == nullptr) return nullptr;
  node->symbol = symbol::string_dtype;
  if (args.count == 2 && !in.append(*node, args.item(1))) return nullptr;
  return node;
}

made make_scalar(object_document& in, const object_node& args) noexcept {
  if (args.count == 0 || args.count > 2 || !args.item(0)->is(value_kind::dtype))
    return std::nullopt;
  const nopy::dtype& type = *args.item(0)->dtype();
  if (type.kind() == nopy::kind::object)
    return args.count == 2 ? made(args.item(1)) : made(std::nullopt);
  std::string_view raw = "";
  if (args.count == 2) {
    const auto given = raw_of(in, *args.item(1));
    if (!given) return std::nullopt;
    if (given->data() == nullptr) return nullptr;
    raw = *given;
  }
  if (raw.size() != type.item_bytes() || type.has_objects()) return std::nullopt;
  object_node* node = in.add(value_kind::scalar);
  if (node == nullptr) return nullptr;
  node->text = raw.data();
  node->text_bytes = raw.size();
  node->type = args.item(0)->type;
  return node;
}

/// Visits an array's elements in C order with their position in Fortran order.
template <class Visit>
void for_each_position(const nopy::shape& shape, Visit&& visit) noexcept {
  std::uint64_t index[max_rank] = {};
  std::uint64_t stride[max_rank];
  std::uint64_t step = 1;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) stride[axis] = step, step *= shape[axis];
  std::uint64_t from = 0;
  for (std::uint64_t i = 0, count = shape.count(); i < count; ++i) {
    visit(static_cast<std::size_t>(i), static_cast<std::size_t>(from));
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
      from += stride[axis];
      if (++index[axis] < shape[axis]) break;
      from -= stride[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

/// A list of objects is in C order whatever the flag says: NumPy writes and reads it by iterating.
state_result set_items(object_node& array, const object_node& list) noexcept {
  if (list.count != array.shape->count()) return state_result::malformed;
  array.items = list.items;
  array.count = array.capacity = list.count;
  return state_result::done;
}

state_result set_data(object_document& in, object_node& array, std::string_view raw,
                      bool fortran) noexcept {
  const std::uint64_t item = array.dtype()->item_bytes();
  const auto bytes = checked::mul(array.shape->count(), item);
  if (!bytes || *bytes != raw.size()) return state_result::malformed;
  array.text = raw.data();
  array.text_bytes = raw.size();
  if (!fortran || array.shape->rank() < 2 || raw.empty()) return state_result::done;
  auto* to = static_cast<char*>(in.take(raw.size()));
  if (to == nullptr) return state_result::no_memory;
  const auto size = static_cast<std::size_t>(item);
  for_each_position(*array.shape, [&](std::size_t i, std::size_t from) {
    std::memcpy(to + i * size, raw.data() + from * size, size);
  });
  array.text = to;
  return state_result::done;
}

state_result fill_array(object_document& in, object_node& array, const object_node& extents,
                        const object_node& type, const object_node& payload,
                        bool fortran) noexcept {
  nopy::shape shape;
  if (!type.is(value_kind::dtype) || !read_shape(extents, shape) || shape.count() == UINT64_MAX)
    return state_result::malformed;
  void* place = in.take(sizeof(nopy::shape));
  if (place == nullptr) return state_result::no_memory;
  array.shape = ::new (place) nopy::shape(shape);
  array.type = type.type;
  array.symbol = type.symbol;
  if (payload.is(value_kind::list)) return set_items(array, payload);
  const auto raw = raw_of(in, payload);
  if (!raw || type.dtype()->has_objects()) return state_result::malformed;
  return raw->data() == nullptr ? state_result::no_memory : set_data(in, array, *raw, fortran);
}

made make_empty_array(object_document& in, const object_node& args) noexcept {
  if (args.count != 3 || !args.item(0)->means(symbol::ndarray)) return std::nullopt;
  object_node* node = in.add(value_kind::array);
  void* place = in.take(sizeof(nopy::shape));
  if (node == nullptr || place == nullptr) return nullptr;
  node->shape = ::new (place) nopy::shape{0};
  return node;
}

/// numpy._core.numeric._frombuffer(buffer, dtype, shape, order): protocol 5.
made make_array_over(object_document& in, const object_node& args) noexcept {
  if (args.count != 4 || !args.item(3)->is(value_kind::text)) return std::nullopt;
  object_node* node = in.add(value_kind::array);
  if (node == nullptr) return nullptr;
  switch (fill_array(in, *node, *args.item(2), *args.item(1), *args.item(0),
                     args.item(3)->view() == "F")) {
    case state_result::done:
      return node;
    case state_result::no_memory:
      return nullptr;
    case state_result::malformed:
      break;
  }
  return std::nullopt;
}

/// Where a dict of fields holds `name`; searches from behind the last one found, because the order
/// is nearly always the same.
const object_node* find_field(object_document& in, const object_node& fields, std::string_view name,
                              std::size_t& from) noexcept {
  const std::size_t pairs = fields.count / 2;
  for (std::size_t step = 0; step < pairs && charge(in, 1); ++step) {
    const std::size_t pair = (from + step) % pairs;
    if (fields.item(2 * pair)->is(value_kind::text) && fields.item(2 * pair)->view() == name) {
      from = pair + 1;
      return fields.item(2 * pair + 1);
    }
  }
  return nullptr;
}

/// The record that names, fields {name: (dtype, offset[, title])} and a size say.
state_result read_record(object_document& in, const object_node& names, const object_node& fields,
                         std::uint64_t item_bytes, nopy::dtype& to) noexcept {
  // The tree of a record lies outside the arena: about this much a field.
  if (!charge(in, 256 * std::uint64_t{names.count})) return state_result::no_memory;
  bytes::growing<dtype_field> all;
  std::size_t from = 0;
  for (std::size_t i = 0; i < names.count; ++i) {
    if (!names.item(i)->is(value_kind::text)) return state_result::malformed;
    const object_node* field = find_field(in, fields, names.item(i)->view(), from);
    if (field == nullptr) return in.over_budget ? state_result::no_memory : state_result::malformed;
    if (!field->is(value_kind::tuple) || field->count < 2 || !field->item(0)->is(value_kind::dtype))
      return state_result::malformed;
    const auto offset = integer_of(*field->item(1));
    if (!offset || *offset < 0) return state_result::malformed;
    dtype_field one{.name = names.item(i)->view(),
                    .type = *field->item(0)->dtype(),
                    .offset = static_cast<std::uint64_t>(*offset)};
    if (field->count > 2 && field->item(2)->is(value_kind::text))
      one.title = field->item(2)->view();
    if (!all.push_back(std::move(one))) return state_result::no_memory;
  }
  auto record = nopy::dtype::record(all.span(), item_bytes);
  // Overlapping fields have no place in a .npy header: the type stays opaque, as it was.
  if (record)
    to = *std::move(record);
  else if (record.error().code() == errc::out_of_memory)
    return state_result::no_memory;
  return state_result::done;
}

/// datetime64 and timedelta64: the unit stands behind the metadata, ({}, (b'ns', 25, 1, 1)).
state_result read_unit(const object_node& metadata, char endian, nopy::dtype& to) noexcept {
  if (!metadata.is(value_kind::tuple) || metadata.count != 2) return state_result::malformed;
  const object_node& unit = *metadata.item(1);
  if (!unit.is(value_kind::tuple) || unit.count < 2) return state_result::malformed;
  const bool named = unit.item(0)->is(value_kind::bytes) || unit.item(0)->is(value_kind::text);
  const auto multiple = integer_of(*unit.item(1));
  if (!named || unit.item(0)->text_bytes > 8 || !multiple || *multiple < 1)
    return state_result::malformed;
  const bool generic = unit.item(0)->view() == "generic";
  const bytes::short_text<48> descr([&](bytes::text_sink& out) {
    out.put(endian).put(to.kind() == nopy::kind::datetime ? 'M' : 'm').put('8');
    if (!generic) out.put('[').signed_decimal(*multiple).put(unit.item(0)->view()).put(']');
  });
  auto type = nopy::dtype::parse(descr);
  if (!type)
    return type.error().code() == errc::out_of_memory ? state_result::no_memory
                                                      : state_result::malformed;
  to = *std::move(type);
  return state_result::done;
}

state_result read_subarray(const object_node& from, nopy::dtype& to) noexcept {
  nopy::shape extents;
  if (from.count != 2 || !from.item(0)->is(value_kind::dtype) ||
      !read_shape(*from.item(1), extents))
    return state_result::malformed;
  auto type = nopy::dtype::subarray(*from.item(0)->dtype(), extents);
  if (!type)
    return type.error().code() == errc::out_of_memory ? state_result::no_memory
                                                      : state_result::malformed;
  to = *std::move(type);
  return state_result::done;
}

}  // namespace

made make_numpy(object_document& in, symbol what, const object_node& args) noexcept {
  switch (what) {
    case symbol::reconstruct:
      return make_empty_array(in, args);
    case symbol::scalar:
      return make_scalar(in, args);
    case symbol::dtype_class:
      return make_dtype(in, args);
    case symbol::string_dtype:
      return make_string_dtype(in, args);
    case symbol::frombuffer:
      return make_array_over(in, args);
    default:
      return std::nullopt;
  }
}

/// (version, shape, dtype, is_fortran, payload); the oldest NumPy had no version.
state_result set_array_state(object_document& in, object_node& array,
                             const object_node& state) noexcept {
  if (!state.is(value_kind::tuple) || state.count < 4 || state.count > 5)
    return state_result::malformed;
  const std::size_t first = state.count - 4;
  const auto fortran = integer_of(*state.item(first + 2));
  if (!fortran) return state_result::malformed;
  return fill_array(in, array, *state.item(first), *state.item(first + 1), *state.item(first + 3),
                    *fortran != 0);
}

/// (version, endian, subarray, names, fields, itemsize, alignment[, flags[, metadata]]); before
/// version 2 without names, which only ever held plain types worth reading.
state_result set_dtype_state(object_document& in, object_node& dtype,
                             const object_node& state) noexcept {
  if (dtype.symbol == symbol::string_dtype || !state.is(value_kind::tuple) || state.count < 5 ||
      state.count > 9)
    return state_result::malformed;
  const object_node& order = *state.item(state.count == 5 ? 0 : 1);
  if (!order.is(value_kind::text) || order.text_bytes != 1) return state_result::malformed;
  const char endian = order.view()[0];
  nopy::dtype type = *dtype.dtype();
  state_result done = state_result::done;
  const bool modern = state.count >= 7;
  if (modern && state.item(2)->is(value_kind::tuple)) {
    done = read_subarray(*state.item(2), type);
  } else if (modern && state.item(3)->is(value_kind::tuple) &&
             state.item(4)->is(value_kind::dict)) {
    const auto item_bytes = integer_of(*state.item(5));
    if (!item_bytes || *item_bytes < 0) return state_result::malformed;
    done = read_record(in, *state.item(3), *state.item(4), static_cast<std::uint64_t>(*item_bytes),
                       type);
  } else if (state.count == 9 &&
             (type.kind() == nopy::kind::datetime || type.kind() == nopy::kind::timedelta)) {
    done = read_unit(*state.item(8), endian, type);
  } else if (endian == '<' || endian == '>') {
    auto ordered = type.with_endian(endian == '<' ? nopy::endian::little : nopy::endian::big);
    if (!ordered) return state_result::no_memory;
    type = *std::move(ordered);
  }
  if (done != state_result::done) return done;
  dtype.type = in.add_type(std::move(type));
  return dtype.type == nullptr ? state_result::no_memory : state_result::done;
}

}  // namespace nopy::object
