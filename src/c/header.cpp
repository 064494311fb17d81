// SPDX-License-Identifier: MIT
// Headers of the C API.
#include "c/handles.hpp"

#include <memory>

#include "dtype/kind_letter.hpp"

namespace nopy::inline v1::c {
namespace {

nopy_severity severity_of(severity how) noexcept {
  switch (how) {
    case severity::note:
      return NOPY_NOTE;
    case severity::warning:
      return NOPY_WARNING;
    default:
      return NOPY_ERROR;
  }
}

}  // namespace

header_text::~header_text() {
  for (nopy_finding& one : findings) {
    auto* what = const_cast<nopy_error*>(one.what);
    nopy_error_free(&what);
  }
}

void describe(const header& from, bool mappable, header_text& into) {
  into.descr = from.dtype.descr();
  into.words = from.dtype.words();
  into.shape.assign(from.shape.begin(), from.shape.end());
  into.findings.reserve(from.findings.size());
  for (const finding& one : from.findings)
    into.findings.push_back({make_error(one.what), severity_of(one.severity)});
  const auto native = from.dtype.with_endian(native_endian);
  into.shown = {.descr = into.descr.c_str(),
                .words = into.words.c_str(),
                .kind = kind_letter(from.dtype.kind()),
                .swapped = native && *native == from.dtype ? 0 : 1,
                .item_bytes = from.dtype.item_bytes(),
                .rank = into.shape.size(),
                .shape = into.shape.data(),
                .order = from.order == order::fortran ? NOPY_ORDER_FORTRAN : NOPY_ORDER_C,
                .data_bytes = from.data_bytes,
                .data_offset = from.data_offset,
                .mappable = mappable ? 1 : 0,
                .finding_count = into.findings.size(),
                .findings = into.findings.data()};
}

}  // namespace nopy::inline v1::c

int nopy_read_header(const nopy_file* file, std::size_t index, const nopy_header** out,
                     nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (out == nullptr) return c::null_argument("out");
    const auto found = file->find(index);
    if (!found) return found.error();
    bool mappable = !file->in_memory() && !found->head.dtype.has_objects();
    if (file->archive != nullptr && file->archive->at(index).compression() != compression::stored)
      mappable = false;
    for (const finding& one : found->head.findings)
      if (one.severity == severity::error) mappable = false;
    auto made = std::make_unique<c::header_text>();
    c::describe(found->head, mappable, *made);
    made->given_out = true;
    *out = &made.release()->shown;
    return {};
  });
}

void nopy_header_free(const nopy_header** header) noexcept {
  if (header == nullptr || *header == nullptr) return;
  const auto* whole = reinterpret_cast<const nopy::c::header_text*>(*header);
  if (!whole->given_out) return;
  delete whole;
  *header = nullptr;
}
