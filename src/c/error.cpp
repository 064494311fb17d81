// SPDX-License-Identifier: MIT
// Errors of the C API, and what checks its arguments.
#include "c/handles.hpp"

#include <memory>

namespace nopy::inline v1::c {
namespace {

/// What a nopy_error points into; the public struct comes first.
struct error_text {
  nopy_error shown{};
  error what;
  std::string message, subject, summary, found, expected, hint;

  explicit error_text(const error& from)
      : what(from),
        message(from.message()),
        subject(from.parts().subject),
        summary(from.parts().summary),
        found(from.parts().found),
        expected(from.parts().expected),
        hint(from.parts().hint) {
    shown = {.id = from.id().data(),
             .message = message.c_str(),
             .subject = subject.c_str(),
             .summary = summary.c_str(),
             .found = found.c_str(),
             .expected = expected.c_str(),
             .hint = hint.c_str(),
             .offset = from.offset(),
             .system_code = from.system_code()};
  }
};

// No memory is needed to say that there is none.
nopy_error no_memory{.id = "out_of_memory",
                     .message = "there is not enough memory\n[out_of_memory]",
                     .subject = "",
                     .summary = "there is not enough memory",
                     .found = "",
                     .expected = "",
                     .hint = "",
                     .offset = NOPY_NO_OFFSET,
                     .system_code = 0};

}  // namespace

nopy_error* make_error(const error& what) noexcept {
  try {
    return &(new error_text(what))->shown;
  } catch (...) {
    return &no_memory;
  }
}

int fail(nopy_error** out, const error& what) noexcept {
  if (out != nullptr) *out = make_error(what);
  return -1;
}

int fail_usage(nopy_error** out, std::string_view summary, std::string_view hint) noexcept {
  return fail(out, error({.code = errc::usage, .summary = summary, .hint = hint}));
}

error null_argument(std::string_view name) noexcept {
  return error({.code = errc::usage,
                .summary = "NULL was given where something is needed",
                .expected = name});
}

error wrong_handle(std::string_view wanted) noexcept {
  return error({.code = errc::usage,
                .summary = "the handle is of another kind, or was given back",
                .expected = wanted});
}

result<order> order_of(nopy_order asked, order otherwise) noexcept {
  switch (asked) {
    case NOPY_ORDER_ANY:
      return otherwise;
    case NOPY_ORDER_C:
      return order::c;
    case NOPY_ORDER_FORTRAN:
      return order::fortran;
  }
  return error({.code = errc::usage, .summary = "there is no such nopy_order"});
}

result<any_view> view_of(const nopy_view* view) noexcept {
  if (view == nullptr) return null_argument("nopy_view");
  if (view->descr == nullptr) return null_argument("nopy_view.descr");
  if (view->rank > max_rank) return error(errc::usage, "an array has at most 64 dimensions");
  if (view->rank > 0 && view->shape == nullptr) return null_argument("nopy_view.shape");
  if (view->data_bytes > 0 && view->data == nullptr) return null_argument("nopy_view.data");
  if (view->data_bytes > static_cast<std::uint64_t>(PTRDIFF_MAX)) return error(errc::too_large);
  const auto order = order_of(view->order, order::c);
  if (!order) return order.error();
  auto type = dtype::parse(view->descr);
  if (!type) return type.error();
  return any_view(
      *std::move(type), shape(std::span(view->shape, view->rank)),
      {static_cast<const std::byte*>(view->data), static_cast<std::size_t>(view->data_bytes)},
      *order);
}

}  // namespace nopy::inline v1::c

const char* nopy_version(void) noexcept { return NOPY_VERSION_STRING; }

void nopy_error_free(nopy_error** error) noexcept {
  if (error == nullptr || *error == nullptr) return;
  if (*error != &nopy::c::no_memory) delete reinterpret_cast<nopy::c::error_text*>(*error);
  *error = nullptr;
}
