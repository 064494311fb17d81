// SPDX-License-Identifier: MIT
// Writing files, of the C API.
#include "c/handles.hpp"

#include <nopy/threads.hpp>

#include <memory>

namespace nopy::inline v1::c {
namespace {

/// Errors: usage.
result<packing> packing_of(nopy_compression method, int level) noexcept {
  switch (method) {
    case NOPY_STORED:
      if (level == 0) return packing(stored);
      break;
    case NOPY_DEFLATED:
      if (level >= 0 && level <= 12)
        return packing(level == 0 ? deflated::standard : deflated{level});
      break;
    case NOPY_ZSTD:
      if (level >= 0) return packing(level == 0 ? zstd{} : zstd{level});
      break;
  }
  return error({.code = errc::usage,
                .summary = "there is no such compression",
                .hint = "NOPY_STORED with level 0; NOPY_DEFLATED with 1 to 12, NOPY_ZSTD with 1 to "
                        "19, or 0 for their own"});
}

}  // namespace
}  // namespace nopy::inline v1::c

int nopy_write(const char* path, const nopy_view* view, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (path == nullptr) return c::null_argument("path");
    const auto what = c::view_of(view);
    if (!what) return what.error();
    return try_save(path, *what, {.order = what->order()});
  });
}

int nopy_writer_open(const char* path, unsigned threads, nopy_writer** out,
                     nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (path == nullptr) return c::null_argument("path");
    if (out == nullptr) return c::null_argument("out");
    npz_options options;
    if (threads > 1) options.parallel = nopy::threads(threads);
    auto opened = npz_writer::open(path, options);
    if (!opened) return opened.error();
    *out = new nopy_writer(*std::move(opened));
    return {};
  });
}

int nopy_writer_add(nopy_writer* writer, const char* key, const nopy_view* view,
                    nopy_compression method, int level, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(writer); !good) return good;
    if (key == nullptr) return c::null_argument("key");
    const auto how = c::packing_of(method, level);
    if (!how) return how.error();
    const auto what = c::view_of(view);
    if (!what) return what.error();
    return writer->out.try_add(key, *what, {.compression = *how, .order = what->order()});
  });
}

int nopy_writer_close(nopy_writer** writer, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (writer == nullptr) return c::null_argument("writer");
    if (const auto good = c::check_handle(*writer); !good) return good;
    const std::unique_ptr<nopy_writer> last(std::exchange(*writer, nullptr));
    return last->out.try_close();
  });
}

void nopy_writer_discard(nopy_writer** writer) noexcept { nopy::c::give_back(writer); }
