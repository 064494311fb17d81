// SPDX-License-Identifier: MIT
// Headers, arrays and archives for Python. Arrays are loaded into memory that NumPy allocated,
// without the interpreter's lock; mapped ones are pages behind the buffer protocol.
#include "python_source.hpp"

#include <pybind11/numpy.h>

namespace nopy::python {
namespace {

/// (descr, shape, fortran_order, version, data_offset, data_bytes)
py::tuple parts_of(const header& of) {
  return py::make_tuple(text_of(of.dtype.descr()), tuple_of(of.shape), of.order == order::fortran,
                        py::make_tuple(of.major, 0), of.data_offset, of.data_bytes);
}

/// A mapped array: its bytes for the buffer protocol, and where they lie.
struct mapping {
  any_array array;
  std::uint64_t file_offset;
  bool writable;

  [[nodiscard]] py::buffer_info buffer() const {
    static std::byte nothing;  // an empty array has an address, too
    const memory& pages = array.memory();
    return py::buffer_info(pages.size_bytes() == 0 ? &nothing : pages.data(), 1, "B", 1,
                           {static_cast<py::ssize_t>(pages.size_bytes())}, {py::ssize_t{1}},
                           !writable);
  }
};

py::tuple read_header(python_source& from, const read_options& asked, std::uint64_t offset,
                      const py::list& told) {
  findings heard;
  result<header> found = error(errc::usage);
  {
    const py::gil_scoped_release unlocked;
    found = try_read_header(from.get(), heard.options(asked, offset));
  }
  heard.tell(told);
  return parts_of(value_of(std::move(found), &from));
}

/// Where a loaded array goes: an array that NumPy makes when the header was held against the bytes.
class array_room {
 public:
  result<std::span<std::byte>> make(const header& of, const shape& extents) noexcept {
    const py::gil_scoped_acquire lock;
    try {
      const auto room = py::module_::import("nopy._arrays").attr("room");
      made_ = room(text_of(of.dtype.descr()), tuple_of(extents), of.order == order::fortran);
      py::array block = made_[py::int_(0)];
      return std::span(static_cast<std::byte*>(block.mutable_data()),
                       static_cast<std::size_t>(block.nbytes()));
    } catch (py::error_already_set& raised) {
      if (!raised.matches(PyExc_MemoryError)) raised_.emplace(std::move(raised));
    } catch (const std::exception&) {
    }
    return error({.code = errc::out_of_memory,
                  .summary = "there is no memory for the array",
                  .hint = "map it (mmap_mode='r'), and index the part you need"});
  }
  /// The array as it is handed out.
  py::object take() {
    if (raised_) {
      const py::error_already_set raised = *std::move(raised_);
      raised_.reset();
      throw raised;
    }
    return made_ ? py::object(made_[py::int_(1)]) : py::object();
  }

 private:
  py::object made_;
  std::optional<py::error_already_set> raised_;
};

py::object load(python_source& from, const read_options& asked, std::uint64_t offset,
                const py::list& told) {
  findings heard;
  array_room room;
  result<void> loaded;
  std::uint64_t end = 0;
  {
    const py::gil_scoped_release unlocked;
    const load_options options = heard.options(asked, offset);
    load_options quiet = options;  // what there is to tell of the header, loading tells again
    quiet.on_finding = {};
    const auto found = try_read_header(from.get(), quiet);
    if (found) {
      end = offset + found->data_offset + found->data_bytes;
      const load_request request{.type = found->dtype, .order = found->order};
      loaded = try_load_into(
          from.get(), request,
          [&](const shape& extents) noexcept { return room.make(*found, extents); }, options);
    } else {
      loaded = found.error();
    }
  }
  heard.tell(told);
  py::object array = room.take();
  value_of(loaded, &from);
  return py::make_tuple(array, end);
}

result<any_array> map_in_mode(const source& from, map_mode mode, const load_options& options) {
  // np.load maps everywhere, too, and who says 'r+' has said it.
  const map_options how{.policy = options.policy,
                        .limits = options.limits,
                        .on_finding = options.on_finding,
                        .on_network = network_map::allow};
  if (mode == map_mode::read) return try_map(from, how);
  const auto found = try_read_header(from, {.policy = how.policy, .limits = how.limits});
  if (!found) return found.error();
  return try_map_as(from, mode, {.type = found->dtype, .any_order = true}, how);
}

mapping map(python_source& from, const std::string& mode, const read_options& asked,
            const py::list& told) {
  findings heard;
  const bool writable = mode != "r";
  result<any_array> mapped = error(errc::usage);
  std::uint64_t offset = 0;
  {
    const py::gil_scoped_release unlocked;
    const source pages = from.get();
    mapped = map_in_mode(pages,
                         mode == "r"   ? map_mode::read
                         : mode == "c" ? map_mode::private_copy
                                       : map_mode::writable,
                         heard.options(asked));
    if (mapped) offset = mapped->header().data_offset;
    if (mapped && from.member() != nullptr)
      if (const auto there = from.member()->try_data_offset()) offset = *there;
  }
  heard.tell(told);
  return {value_of(std::move(mapped), &from), offset, writable};
}

/// An open archive; its members are sources.
struct archive {
  std::shared_ptr<python_source> from;
  npz_reader members;

  static archive open(std::shared_ptr<python_source> from, const read_options& asked,
                      const py::list& told) {
    findings heard;
    result<npz_reader> opened = error(errc::usage);
    {
      const py::gil_scoped_release unlocked;
      opened = npz_reader::open(from->get(), heard.options(asked));
    }
    heard.tell(told);
    npz_reader all = value_of(std::move(opened), from.get());
    return {std::move(from), std::move(all)};
  }
  [[nodiscard]] member at(std::size_t index) const {
    if (index >= members.size()) throw py::index_error("no member at this position");
    return members.at(index);
  }
  [[nodiscard]] std::shared_ptr<python_source> source_at(std::size_t index) const {
    return std::make_shared<python_source>(python_source::in_archive{at(index), from});
  }
  /// Its position, or an error that names what is there.
  [[nodiscard]] std::size_t find(const std::string& name) const {
    return value_of(members.try_get(name), from.get()).index();
  }
  [[nodiscard]] py::list names() const {
    py::list all;
    for (const member& one : members) all.append(text_of(one.name()));
    return all;
  }
  /// (name, stored name, method, compressed bytes, uncompressed bytes, CRC-32, whether it can be mapped)
  [[nodiscard]] py::tuple about(std::size_t index) const {
    const member one = at(index);
    bool mappable = false;
    {
      const py::gil_scoped_release unlocked;
      mappable = one.mappable();  // it reads, and may wait for another thread that reads
    }
    return py::make_tuple(text_of(one.name()), text_of(one.stored_name()),
                          static_cast<unsigned>(one.compression()), one.compressed_bytes(),
                          one.uncompressed_bytes(), one.crc32(), mappable);
  }
  void verify(std::size_t index) const {
    const member one = at(index);
    result<void> whole;
    {
      const py::gil_scoped_release unlocked;
      whole = one.try_verify();
    }
    value_of(whole, from.get());
  }
  [[nodiscard]] py::bytes bytes(std::size_t index, const read_options& asked,
                                const py::list& told) const {
    const member one = at(index);
    findings heard;
    result<memory> read = error(errc::usage);
    {
      const py::gil_scoped_release unlocked;
      read = one.try_bytes(heard.options(asked));
    }
    heard.tell(told);
    const memory block = value_of(std::move(read), from.get());
    return py::bytes(reinterpret_cast<const char*>(block.data()),
                     static_cast<std::size_t>(block.size_bytes()));
  }
};

}  // namespace

void bind_reading(py::module_& module) {
  py::class_<mapping>(module, "Mapping", py::buffer_protocol(),
                      "The pages of a mapped array; they stay while anything refers to them.")
      .def_buffer(&mapping::buffer)
      .def_property_readonly("header",
                             [](const mapping& of) { return parts_of(of.array.header()); })
      .def_readonly("file_offset", &mapping::file_offset)
      .def(
          "flush",
          [](const mapping& of) {
            result<void> done;
            const memory pages = of.array.memory();
            if (!of.writable) return;
            {
              const py::gil_scoped_release unlocked;
              done = flush_mapping(pages.bytes());
            }
            value_of(done);
          },
          "Writes changed pages to the file and waits.");
  module.def("read_header", &read_header);
  module.def("load", &load);
  module.def("map", &map);
  py::class_<archive>(module, "Archive")
      .def(py::init(&archive::open))
      .def("__len__", [](const archive& of) { return of.members.size(); })
      .def("names", &archive::names)
      .def("find", &archive::find)
      .def("about", &archive::about)
      .def("source", &archive::source_at)
      .def("verify", &archive::verify)
      .def("bytes", &archive::bytes);
}

}  // namespace nopy::python
