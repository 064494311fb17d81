// SPDX-License-Identifier: MIT
#include "os/windows/windows_error.hpp"

#include "bytes/text_sink.hpp"
#include "os/system_error.hpp"

namespace nopy::os {
namespace {

struct code_row {
  DWORD code;
  int number;
};

constexpr code_row code_table[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_NAME, ENOENT},
    {ERROR_INVALID_DRIVE, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_PRIVILEGE_NOT_HELD, EPERM},
    {ERROR_SHARING_VIOLATION, EBUSY},
    {ERROR_USER_MAPPED_FILE, EBUSY},
    {ERROR_DELETE_PENDING, EBUSY},
    {ERROR_BUSY, EBUSY},
    {ERROR_LOCK_VIOLATION, EAGAIN},
    {ERROR_INVALID_HANDLE, EBADF},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_COMMITMENT_LIMIT, ENOMEM},
    {ERROR_NO_SYSTEM_RESOURCES, ENOMEM},
    {ERROR_NOT_SAME_DEVICE, EXDEV},
    {ERROR_WRITE_PROTECT, EROFS},
    {ERROR_CRC, EIO},
    {ERROR_SECTOR_NOT_FOUND, EIO},
    {ERROR_READ_FAULT, EIO},
    {ERROR_WRITE_FAULT, EIO},
    {ERROR_GEN_FAILURE, EIO},
    {ERROR_IO_DEVICE, EIO},
    {ERROR_FILE_CORRUPT, EIO},
    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {1295 /* ERROR_DISK_QUOTA_EXCEEDED */, ENOSPC},
    {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_ALREADY_EXISTS, EEXIST},
    {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_NO_DATA, EPIPE},
    {ERROR_PIPE_NOT_CONNECTED, EPIPE},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
    {ERROR_FILE_TOO_LARGE, EFBIG},
    {ERROR_TOO_MANY_LINKS, EMLINK},
    {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
    {ERROR_INVALID_PARAMETER, EINVAL},
    {ERROR_INVALID_FUNCTION, EOPNOTSUPP},
    {ERROR_NOT_SUPPORTED, EOPNOTSUPP},
    {ERROR_CALL_NOT_IMPLEMENTED, EOPNOTSUPP},
};

}  // namespace

int errno_of(DWORD code) noexcept {
  for (const code_row& row : code_table)
    if (row.code == code) return row.number;
  return 0;
}

error windows_error(DWORD code, std::string_view summary, std::string_view hint,
                    std::uint64_t offset) noexcept {
  if ((code == ERROR_SHARING_VIOLATION || code == ERROR_USER_MAPPED_FILE) && hint.empty())
    hint = "another program has it open, or mapped; close it there";
  if (const int number = errno_of(code); number != 0)
    return system_error(number, summary, {}, hint, offset);
  const bytes::short_text<40> found(
      [&](bytes::text_sink& out) { out.put("Windows error ").decimal(code); });
  return error({.code = errc::io,
                .offset = offset,
                .summary = summary,
                .found = found,
                .hint = hint,
                .system_code = EIO});
}

}  // namespace nopy::os
