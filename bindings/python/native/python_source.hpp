// SPDX-License-Identifier: MIT
// What Python hands in to be read: a path, a descriptor, a buffer, a reading function, or a member
// of an archive. Owns the rules between the two worlds: errors become Python's exceptions, findings
// a list, and a long call without the interpreter's lock still hears Ctrl-C.
#pragma once

#include <nopy/nopy.hpp>

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace nopy::python {

namespace py = pybind11;

/// Something to read from, kept alive as long as an archive or a member of it needs it.
class python_source {
 public:
  struct reader {
    std::uint64_t bytes;
    py::object read_at;  ///< (offset, count) -> bytes
    std::optional<py::error_already_set> raised{};
  };
  struct in_archive {
    nopy::member member;
    std::shared_ptr<python_source> archive;
  };
  using origin = std::variant<std::string, int, py::buffer_info, reader, in_archive>;

  explicit python_source(origin from) : held_(std::move(from)) {}
  python_source(const python_source&) = delete;
  python_source& operator=(const python_source&) = delete;

  /// Borrows from this.
  [[nodiscard]] source get();
  [[nodiscard]] const nopy::member* member() const;
  /// The first bytes at `offset`, as many as there are of 6; none where they can not be read: opening will say why.
  [[nodiscard]] std::string first_bytes(std::uint64_t offset);
  /// Throws what a reading function raised, if it did.
  void rethrow();

 private:
  result<void> call_reader(std::uint64_t offset, std::span<std::byte> into) noexcept;

  origin held_;
};

/// How a call reads.
struct read_options {
  nopy::policy policy = policy::tolerant;
  nopy::limits limits{};
  unsigned jobs = 1;  ///< 0: as many as there are processors
};

/// What a call noticed, while the interpreter's lock was not held; given to a Python list at its end.
class findings {
 public:
  [[nodiscard]] load_options options(const read_options& asked, std::uint64_t offset = 0);
  /// Appends them to `list`, each as a nopy.Finding.
  void tell(py::list list) const;

 private:
  finding_list heard_{};
};

/// A callback that stops a call of the main thread when a signal's handler raised.
[[nodiscard]] progress_callback until_interrupted();

/// The value, or a Python exception: what a signal's handler or `from` raised, else the error as a nopy.Error.
[[noreturn]] void throw_error(const error& what, python_source* from);
template <class T>
T value_of(result<T> got, python_source* from = nullptr) {
  if (!got) throw_error(got.error(), from);
  return *std::move(got);
}
inline void value_of(const result<void>& got, python_source* from = nullptr) {
  if (!got) throw_error(got.error(), from);
}

/// A name from an archive; what is no UTF-8 is replaced.
[[nodiscard]] py::str text_of(std::string_view utf8);
[[nodiscard]] py::tuple tuple_of(const shape& extents);

void bind_sources(py::module_& module);
void bind_reading(py::module_& module);
void bind_objects(py::module_& module);
void bind_writing(py::module_& module);

}  // namespace nopy::python
