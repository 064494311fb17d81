// SPDX-License-Identifier: MIT
// Object arrays as Python values: what the data decoder read of the pickle, rebuilt by
// this code and nothing from the file. Shared parts stay shared, so that a small pickle
// can not fill the memory.
#include "python_source.hpp"

#include <cstring>
#include <unordered_map>

namespace nopy::python {
namespace {

/// A value in Python, and what walking through it costs: Python hashes and compares by recursion.
struct built {
  py::object value;
  std::uint64_t parts = 1;  ///< counted as often as they are reached
  unsigned depth = 0;
};

// Python's own recursion limit; whoever prints the value meets it anyway.
constexpr unsigned most_depth = 900;
// A key is hashed with everything it contains.
constexpr std::uint64_t most_key_parts = 1 << 16;

error too_deep() {
  return error({.code = errc::limit,
                .summary = "the objects are nested too deeply for Python values",
                .hint = "`nopy show` prints them"});
}

error bad_key() {
  return error({.code = errc::object_dtype,
                .summary = "the pickle holds a set or a dict with a key that Python can not hash"});
}

class builder {
 public:
  built build(const object_value& of, unsigned depth);

 private:
  using kind = enum object_value::kind;
  built leaf(const object_value& of) const;
  built container(const object_value& of, unsigned depth);
  py::object joined(const object_value& of, const std::vector<built>& items) const;
  py::object keyed(const object_value& of, const std::vector<built>& items) const;

  /// By where the items are: equal for all that share them.
  std::unordered_map<const void*, built> known_;
};

py::bytes data_of(const object_value& of) {
  return py::bytes(reinterpret_cast<const char*>(of.data().data()), of.data().size());
}

double double_at(std::span<const std::byte> data, std::size_t index) {
  double value = 0;
  std::memcpy(&value, data.data() + index * sizeof value, sizeof value);
  return value;
}

py::object owned(PyObject* made) {
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

/// Everything that is more than plain data is made by nopy._objects.
py::object by_python(const object_value& of, const py::list& items) {
  return py::module_::import("nopy._objects")
      .attr("build")(static_cast<int>(of.kind()), text_of(of.text()), data_of(of),
                     text_of(of.dtype().descr()), tuple_of(of.shape()), items);
}

built builder::leaf(const object_value& of) const {
  const std::string_view text = of.text();
  switch (of.kind()) {
    case kind::none:
      return {py::none()};
    case kind::boolean:
      return {py::bool_(text == "True")};
    case kind::integer:
      return {owned(PyLong_FromString(std::string(text).c_str(), nullptr, 0))};
    case kind::floating:
      return {py::float_(double_at(of.data(), 0))};
    case kind::complex:
      return {owned(PyComplex_FromDoubles(double_at(of.data(), 0), double_at(of.data(), 1)))};
    case kind::text:
      return {owned(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()),
                                         "surrogatepass"))};
    case kind::bytes:
      return {data_of(of)};
    default:
      return {by_python(of, py::list())};
  }
}

py::object builder::keyed(const object_value& of, const std::vector<built>& items) const {
  const bool pairs = of.kind() == kind::dict;
  for (std::size_t i = 0; i < items.size(); i += pairs ? 2 : 1)
    if (items[i].parts > most_key_parts) throw exception(bad_key());
  try {
    if (!pairs) {
      py::set made;
      for (const built& one : items) made.add(one.value);
      return made;
    }
    py::dict made;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) made[items[i].value] = items[i + 1].value;
    return made;
  } catch (const py::error_already_set& raised) {
    if (raised.matches(PyExc_TypeError) || raised.matches(PyExc_RecursionError))
      throw exception(bad_key());
    throw;
  }
}

py::object builder::joined(const object_value& of, const std::vector<built>& items) const {
  if (of.kind() == kind::dict || of.kind() == kind::set) return keyed(of, items);
  py::list list(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) list[i] = items[i].value;
  if (of.kind() == kind::list) return list;
  if (of.kind() == kind::tuple) return py::tuple(list);
  return by_python(of, list);
}

built builder::container(const object_value& of, unsigned depth) {
  const auto known = known_.find(of.items().data());
  if (known != known_.end()) return known->second;
  std::vector<built> items;
  built made{{}, 1, 0};
  for (const object_value& one : of.items()) {
    items.push_back(build(one, depth + 1));
    made.depth = std::max(made.depth, items.back().depth + 1);
    made.parts = std::min(made.parts + items.back().parts, std::uint64_t{1} << 32);
  }
  made.value = joined(of, items);
  known_.emplace(of.items().data(), made);
  return made;
}

built builder::build(const object_value& of, unsigned depth) {
  if (depth > most_depth) throw exception(too_deep());
  built made = of.items().empty() && of.kind() != kind::list && of.kind() != kind::tuple &&
                       of.kind() != kind::dict && of.kind() != kind::set
                   ? leaf(of)
               : of.items().empty() ? built{joined(of, {})}
                                    : container(of, depth);
  if (depth + made.depth > most_depth) throw exception(too_deep());
  return made;
}

/// The values of an object array whose whole stream is `stream`.
py::object decode_objects(const py::buffer& stream, const read_options& asked,
                          const py::list& told) {
  const py::buffer_info block = stream.request();
  const std::span bytes(static_cast<const std::byte*>(block.ptr),
                        static_cast<std::size_t>(block.size * block.itemsize));
  findings heard;
  result<object_value> decoded = error(errc::usage);
  {
    const py::gil_scoped_release unlocked;
    const auto found = try_read_header(source::memory(bytes), heard.options(asked));
    if (found)
      decoded = nopy::decode_objects(
          *found, bytes.subspan(static_cast<std::size_t>(found->data_offset)), asked.limits);
    else
      decoded = found.error();
  }
  heard.tell(told);
  const object_value top = value_of(std::move(decoded));
  return builder().build(top, 0).value;
}

}  // namespace

void bind_objects(py::module_& module) { module.def("decode_objects", &decode_objects); }

}  // namespace nopy::python
