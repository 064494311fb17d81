// SPDX-License-Identifier: MIT
#include "os/system_error.hpp"

#include "bytes/text_sink.hpp"

namespace nopy::os {
namespace {

struct errno_row {
  int code;
  std::string_view name;
  std::string_view text;
  std::string_view hint;
};

// An own table: strerror_r speaks the language of the locale and differs between C libraries.
constexpr errno_row errno_table[] = {
    {EPERM, "EPERM", "Operation not permitted", ""},
    {ENOENT, "ENOENT", "No such file or directory",
     "check the spelling, and the folder that a relative path starts from"},
    {EINTR, "EINTR", "Interrupted system call", ""},
    {EIO, "EIO", "Input/output error", "the disk or its connection failed; see the system's log"},
    {ENXIO, "ENXIO", "No such device or address", ""},
    {EBADF, "EBADF", "Bad file descriptor",
     "the descriptor is closed, or was opened for the other direction"},
    {EAGAIN, "EAGAIN", "Resource temporarily unavailable", ""},
    {EACCES, "EACCES", "Permission denied", "check the permissions of the file and its folders"},
    {EBUSY, "EBUSY", "Device or resource busy", ""},
    {EEXIST, "EEXIST", "File exists", ""},
    {EXDEV, "EXDEV", "Invalid cross-device link", ""},
    {ENODEV, "ENODEV", "No such device", "this file system can not map files; load it instead"},
    {ENOTDIR, "ENOTDIR", "Not a directory", "a part of the path is a file"},
    {EISDIR, "EISDIR", "Is a directory", ""},
    {EINVAL, "EINVAL", "Invalid argument", ""},
    {ENFILE, "ENFILE", "Too many open files in system", ""},
    {EMFILE, "EMFILE", "Too many open files", "close some, or raise the limit (ulimit -n)"},
    {ETXTBSY, "ETXTBSY", "Text file busy", ""},
    {EFBIG, "EFBIG", "File too large", "a limit (ulimit -f) or the file system's largest file"},
    {ENOSPC, "ENOSPC", "No space left on device", "free some space and try again"},
    {EROFS, "EROFS", "Read-only file system", ""},
    {EMLINK, "EMLINK", "Too many links", ""},
    {ENAMETOOLONG, "ENAMETOOLONG", "File name too long", ""},
    {ELOOP, "ELOOP", "Too many levels of symbolic links", ""},
    {EOVERFLOW, "EOVERFLOW", "Value too large for defined data type", ""},
    {EOPNOTSUPP, "EOPNOTSUPP", "Operation not supported", ""},
    {ETIMEDOUT, "ETIMEDOUT", "Connection timed out", ""},
    {EPIPE, "EPIPE", "Broken pipe", ""},
    {EILSEQ, "EILSEQ", "Illegal byte sequence", ""},
#if defined(ESTALE) && defined(EDQUOT)  // Windows has neither
    {ESTALE, "ESTALE", "Stale file handle",
     "the file was replaced or deleted on the server; open it again"},
    {EDQUOT, "EDQUOT", "Disk quota exceeded", "free some space and try again"},
#endif
};

const errno_row* row_of(int code) noexcept {
  for (const errno_row& each : errno_table)
    if (each.code == code) return &each;
  return nullptr;
}

}  // namespace

std::string_view words_of(int code) noexcept {
  const errno_row* row = row_of(code);
  return row == nullptr ? std::string_view() : row->text;
}

error system_error(int code, std::string_view summary, std::string_view subject,
                   std::string_view hint, std::uint64_t offset) noexcept {
  if (code == ENOMEM) return error({.code = errc::out_of_memory, .subject = subject});
  const errno_row* row = row_of(code);
  const bytes::short_text<96> found([&](bytes::text_sink& out) {
    if (row != nullptr)
      out.put(row->text).put(" (").put(row->name).put(')');
    else
      out.put("errno ").signed_decimal(code);
  });
  return error({.code = errc::io,
                .offset = offset,
                .subject = subject,
                .summary = summary,
                .found = found,
                .hint = !hint.empty() || row == nullptr ? hint : row->hint,
                .system_code = code});
}

}  // namespace nopy::os
