// SPDX-License-Identifier: MIT
#include "python_source.hpp"

#include <pybind11/stl.h>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

#include <nopy/threads.hpp>

namespace nopy::python {
namespace {

constexpr std::size_t first_count = 6;

std::string read_first(int descriptor, std::uint64_t offset) {
  std::string first(first_count, '\0');
  const ssize_t count = ::pread(descriptor, first.data(), first.size(), static_cast<off_t>(offset));
  first.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return first;
}

struct words {
  std::string_view cpp;
  std::string_view python;
};
// What the library's hints name, as this module calls it.
constexpr words in_python[] = {
    {"limits.array_bytes", "max_bytes"},
    {"limits.header_bytes", "max_header_size"},
    {"limits.members", "max_members"},
    {"read it in windows (npy_file)", "index the part you need"},
    {"policy::tolerant", "policy='tolerant'"},
    {"map it, or ", "map it (mmap_mode='r'), or "},
    {"say existing::replace (--force)", "leave out overwrite=False"},
    {"source::memory(bytes)", "io.BytesIO(bytes)"},
    {"`nopy show` lists header and objects; decode_objects reads them as data",
     "nopy.load(file, objects='data') reads plain values; no pickle is ever executed"},
};

std::string hint_in_python(std::string_view hint) {
  std::string out(hint);
  for (const words& row : in_python)
    if (const auto at = out.find(row.cpp); at != std::string::npos)
      out.replace(at, row.cpp.size(), row.python);
  return out;
}

py::object offset_of(const error& what) {
  return what.offset() == no_offset ? py::object(py::none()) : py::int_(what.offset());
}

py::object class_of(const char* name) { return py::module_::import("nopy._errors").attr(name); }

void raise(const error& what) {
  error_parts parts = what.parts();
  const std::string hint = hint_in_python(parts.hint);
  parts.hint = hint;
  const error told(parts);
  const py::object made =
      class_of("error_of")(text_of(told.id()), text_of(told.message()), offset_of(told),
                           text_of(hint), text_of(parts.subject), text_of(parts.summary),
                           text_of(parts.found), text_of(parts.expected), parts.system_code);
  PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
}

std::string_view word_for(severity weight) {
  switch (weight) {
    case severity::note:
      return "note";
    case severity::warning:
      return "warning";
    default:
      return "error";
  }
}

nopy::policy policy_of(std::string_view word) {
  if (word == "tolerant") return policy::tolerant;
  if (word == "strict") return policy::strict;
  throw exception(error({.code = errc::usage,
                         .summary = "there is no such policy",
                         .found = word,
                         .expected = "'tolerant' or 'strict'"}));
}

read_options options_of(std::string_view policy, std::optional<std::uint64_t> bytes,
                        std::optional<std::uint64_t> header_bytes,
                        std::optional<std::uint64_t> members, unsigned jobs) {
  read_options made{.policy = policy_of(policy), .jobs = jobs};
  if (bytes) made.limits.array_bytes = *bytes;
  if (header_bytes) made.limits.header_bytes = *header_bytes;
  if (members) made.limits.members = *members;
  return made;
}

template <class... Arguments>
std::shared_ptr<python_source> made(Arguments&&... arguments) {
  return std::make_shared<python_source>(
      python_source::origin(std::forward<Arguments>(arguments)...));
}

}  // namespace

source python_source::get() {
  if (const auto* path = std::get_if<std::string>(&held_)) return source(*path);
  if (const auto* descriptor = std::get_if<int>(&held_)) return source::descriptor(*descriptor);
  if (const auto* block = std::get_if<py::buffer_info>(&held_))
    return source::memory({static_cast<const std::byte*>(block->ptr),
                           static_cast<std::size_t>(block->size * block->itemsize)});
  if (const auto* calls = std::get_if<reader>(&held_))
    return source::custom(calls->bytes, [this](std::uint64_t offset, std::span<std::byte> into) {
      return call_reader(offset, into);
    });
  return std::get<in_archive>(held_).member;
}

const nopy::member* python_source::member() const {
  const auto* held = std::get_if<in_archive>(&held_);
  return held == nullptr ? nullptr : &held->member;
}

std::string python_source::first_bytes(std::uint64_t offset) {
  if (const auto* path = std::get_if<std::string>(&held_)) {
    // O_NONBLOCK: a named pipe without a writer is refused by the library, not waited for here.
    const int descriptor = ::open(path->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return {};
    std::string first = read_first(descriptor, offset);
    ::close(descriptor);
    return first;
  }
  if (const auto* descriptor = std::get_if<int>(&held_)) return read_first(*descriptor, offset);
  if (const auto* calls = std::get_if<reader>(&held_)) {
    const std::uint64_t there = calls->bytes > offset ? calls->bytes - offset : 0;
    std::string first(std::min<std::uint64_t>(first_count, there), '\0');
    const auto read = call_reader(offset, std::as_writable_bytes(std::span(first)));
    rethrow();
    return read ? first : std::string();
  }
  const auto* block = std::get_if<py::buffer_info>(&held_);
  if (block == nullptr) return {};
  const std::string_view all(static_cast<const char*>(block->ptr),
                             static_cast<std::size_t>(block->size * block->itemsize));
  return offset < all.size() ? std::string(all.substr(offset, first_count)) : std::string();
}

void python_source::rethrow() {
  if (auto* held = std::get_if<in_archive>(&held_)) return held->archive->rethrow();
  auto* calls = std::get_if<reader>(&held_);
  if (calls == nullptr || !calls->raised) return;
  const py::error_already_set raised(std::move(*calls->raised));
  calls->raised.reset();
  throw raised;
}

result<void> python_source::call_reader(std::uint64_t offset, std::span<std::byte> into) noexcept {
  const py::gil_scoped_acquire lock;
  auto& calls = std::get<reader>(held_);
  try {
    // A copy, not a view: nobody may keep a way to write here when this has returned.
    const std::string got = calls.read_at(offset, into.size()).cast<py::bytes>();
    if (got.size() != into.size())
      return error({.code = errc::changed,
                    .offset = offset + got.size(),
                    .summary = "the file object gave fewer bytes than it said it has"});
    std::memcpy(into.data(), got.data(), got.size());
    return {};
  } catch (py::error_already_set& raised) {
    calls.raised.emplace(std::move(raised));
  } catch (const std::exception&) {
  }
  return error(errc::io, "the file object did not give its bytes");
}

load_options findings::options(const read_options& asked, std::uint64_t offset) {
  load_options made{.policy = asked.policy, .limits = asked.limits, .offset = offset};
  made.on_finding = [this](const finding& one) { (void)heard_.push_back(one); };
  made.progress = until_interrupted();
  if (asked.jobs != 1) made.parallel = threads(asked.jobs);
  return made;
}

void findings::tell(py::list list) const {
  for (const finding& one : heard_)
    list.append(class_of("Finding")(text_of(word_for(one.severity)), text_of(one.what.id()),
                                    text_of(one.message()), offset_of(one.what),
                                    text_of(hint_in_python(one.what.hint())),
                                    text_of(one.what.parts().subject)));
}

progress_callback until_interrupted() {
  using clock = std::chrono::steady_clock;
  return [last = clock::now()](const progress&) mutable {
    // Often enough for a person, and too seldom to wait for the lock more than now and then.
    if (clock::now() - last < std::chrono::milliseconds(100)) return true;
    const py::gil_scoped_acquire lock;
    last = clock::now();
    return PyErr_CheckSignals() == 0;
  };
}

void throw_error(const error& what, python_source* from) {
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (from != nullptr) from->rethrow();
  throw exception(what);
}

py::str text_of(std::string_view utf8) {
  PyObject* made =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

py::tuple tuple_of(const shape& extents) {
  py::tuple made(extents.rank());
  for (std::size_t axis = 0; axis < extents.rank(); ++axis) made[axis] = py::int_(extents[axis]);
  return made;
}

void bind_sources(py::module_& module) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const exception& what) {
      try {
        raise(what.error());
      } catch (py::error_already_set& worse) {
        worse.restore();
      }
    }
  });
  using shared = std::shared_ptr<python_source>;
  py::class_<python_source, shared>(module, "Source")
      .def_static("path", [](const py::bytes& path) { return made(std::string(path)); })
      .def_static("descriptor", [](int descriptor) { return made(descriptor); })
      .def_static("memory", [](const py::buffer& block) { return made(block.request()); })
      .def_static("reader",
                  [](std::uint64_t bytes, py::object read_at) {
                    return made(python_source::reader{bytes, std::move(read_at)});
                  })
      .def("first_bytes", [](python_source& from, std::uint64_t offset) {
        return py::bytes(from.first_bytes(offset));
      });
  py::class_<read_options>(module, "Options")
      .def(py::init(&options_of), py::kw_only(), py::arg("policy"), py::arg("max_bytes").none(true),
           py::arg("max_header_size").none(true), py::arg("max_members").none(true),
           py::arg("jobs"));
}

}  // namespace nopy::python
