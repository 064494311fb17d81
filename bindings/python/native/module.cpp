// SPDX-License-Identifier: MIT
// The compiled half of the Python package: nopy._native. The Python half, beside, decides what a user sees.
#include "python_source.hpp"

namespace nopy::python {
namespace {

py::dict features() {
  py::dict made;
  made["deflate"] = can_write(compression::deflated);
  made["zstd"] = can_read(compression::zstd) && can_write(compression::zstd);
  made["bzip2"] = can_read(compression::bzip2);
  made["lzma"] = can_read(compression::lzma);
  return made;
}

}  // namespace
}  // namespace nopy::python

PYBIND11_MODULE(_native, module) {
  using namespace nopy::python;
  module.attr("__version__") = NOPY_VERSION_STRING;
  module.def(
      "features", &features,
      "What this build reads and writes beside stored members: names and whether they are there.");
  bind_sources(module);
  bind_reading(module);
  bind_objects(module);
  bind_writing(module);
}
