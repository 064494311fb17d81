// SPDX-License-Identifier: MIT
// NumPy's arrays written as .npy files and into archives, from the memory they lie in.
#include "python_source.hpp"

#include <nopy/npz_write.hpp>
#include <nopy/threads.hpp>

#include <pybind11/numpy.h>

namespace nopy::python {
namespace {

/// An array that lies in one piece, and how its header calls it.
struct written {
  std::string name;
  py::array array;
  std::string descr;
  bool fortran;

  [[nodiscard]] nopy::order memory_order() const { return fortran ? order::fortran : order::c; }
  /// Bytes that no field names are written as zeros: what they are, nobody said.
  [[nodiscard]] any_view view() const {
    shape extents;
    for (py::ssize_t axis = 0; axis < array.ndim(); ++axis)
      extents.push_back(static_cast<std::uint64_t>(array.shape(axis)));
    const std::span bytes(static_cast<const std::byte*>(array.data()),
                          static_cast<std::size_t>(array.nbytes()));
    return any_view(value_of(dtype::parse(descr)), extents, bytes, memory_order())
        .with_padding(padding::zero);
  }
};

existing existing_of(bool overwrite) { return overwrite ? existing::replace : existing::refuse; }
durability durability_of(bool durable) { return durable ? durability::full : durability::none; }

void save(const py::bytes& path, const py::tuple& what, bool overwrite, bool durable) {
  const written one{{}, what[0], what[1].cast<std::string>(), what[2].cast<bool>()};
  const any_view view = one.view();
  const std::string name = path;
  const save_options options{.order = one.memory_order(),
                             .durability = durability_of(durable),
                             .existing = existing_of(overwrite),
                             .progress = until_interrupted()};
  result<void> saved;
  {
    const py::gil_scoped_release unlocked;
    saved = try_save(name, view, options);
  }
  value_of(saved);
}

packing packing_of(const std::string& method, int level) {
  if (method == "zstd") return zstd{level};
  return deflated{method == "stored" ? 0 : level};
}

void save_npz(const py::bytes& path, const py::list& members, const std::string& method, int level,
              unsigned jobs, std::uint32_t alignment, bool as_numpy, bool overwrite, bool durable) {
  std::vector<written> all;
  for (const py::handle& one : members) {
    const auto parts = py::reinterpret_borrow<py::tuple>(one);
    all.push_back({parts[0].cast<std::string>(), parts[1], parts[2].cast<std::string>(),
                   parts[3].cast<bool>()});
  }
  std::vector<named_view> views;
  for (const written& one : all)
    views.emplace_back(one.name, one.view(), member_options{.order = one.memory_order()});
  const std::string name = path;
  npz_options options{.compression = packing_of(method, level),
                      .profile = as_numpy ? profile::numpy : profile::aligned,
                      .alignment = alignment,
                      .durability = durability_of(durable),
                      .existing = existing_of(overwrite),
                      .progress = until_interrupted()};
  if (jobs != 1) options.parallel = threads(jobs);
  result<void> saved;
  {
    const py::gil_scoped_release unlocked;
    saved = try_save_npz(name, views, options);
  }
  value_of(saved);
}

}  // namespace

void bind_writing(py::module_& module) {
  module.def("save", &save);
  module.def("save_npz", &save_npz);
}

}  // namespace nopy::python
