// SPDX-License-Identifier: MIT
// A replaced file's permissions are those of its folder, as for a new one: access lists are left out.
#include "os/atomic_file.hpp"

#include "os/system_error.hpp"
#include "os/windows/path.hpp"
#include "os/windows/rename.hpp"
#include "os/windows/windows_error.hpp"
#include "os/writing.hpp"

#include <fcntl.h>

namespace nopy::os {
namespace {

/// Where a link leads to in the end; as told, where the system does not say.
result<path_text> behind_links(const wide_path& path) noexcept {
  const unique_handle opened(::CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES, share_all, nullptr,
                                           OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  if (!opened.open()) return windows_error(::GetLastError(), "could not follow the symbolic link");
  wchar_t destination[4096];
  const DWORD count = ::GetFinalPathNameByHandleW(
      opened.get(), destination, sizeof destination / sizeof *destination, FILE_NAME_NORMALIZED);
  if (count == 0 || count >= sizeof destination / sizeof *destination)
    return system_error(ENAMETOOLONG, "could not follow the symbolic link");
  auto made = narrowed(destination);
  if (made.empty()) return error(errc::out_of_memory);
  return made;
}

error no_file_there(std::string_view what) noexcept {
  return error(
      {.code = errc::not_regular, .summary = what, .hint = "a save replaces regular files only"});
}

}  // namespace

atomic_file::~atomic_file() {
  if (fd_ >= 0) (void)close_descriptor(fd_);
  if (sibling_.empty()) return;
  if (const auto path = wide_path::of(sibling_.data())) (void)::DeleteFileW(path->c_str());
}

result<void> atomic_file::find_target(path_ref path) noexcept {
  if (!path.usable())
    return error({.code = errc::usage, .summary = "a path can not hold a NUL character"});
  if (path.view().empty() || folder_of(path.view()).size() == path.view().size())
    return error({.code = errc::usage, .summary = "the path names no file"});
  if (!put(target_, path.view()) || !target_.push_back('\0')) return error(errc::out_of_memory);
  const auto wide = wide_path::of(target_.data());
  if (!wide) return wide.error();
  const DWORD found = ::GetFileAttributesW(wide->c_str());
  if (found == INVALID_FILE_ATTRIBUTES) {
    const DWORD code = ::GetLastError();
    if (errno_of(code) == ENOENT) return {};
    return windows_error(code, "could not look at the file that is to be replaced");
  }
  if (existing_ == existing::refuse)
    return error(
        {.code = errc::exists, .hint = "choose another name, or say existing::replace (--force)"});
  if ((found & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return no_file_there("a folder of that name is there");
  if ((found & FILE_ATTRIBUTE_DEVICE) != 0) return no_file_there("a device of that name is there");
  if ((found & FILE_ATTRIBUTE_READONLY) != 0)
    return system_error(EACCES, "the file that is to be replaced is write-protected");
  replaces_ = true;
  return (found & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? follow_link() : result<void>();
}

result<void> atomic_file::follow_link() noexcept {
  const auto wide = wide_path::of(target_.data());
  if (!wide) return wide.error();
  auto resolved = behind_links(*wide);
  if (!resolved) return resolved.error();
  target_ = *std::move(resolved);
  return {};
}

// A folder can not be brought to disk by its user: `commit` asks that the rename be written through.
result<void> atomic_file::open_folder() noexcept { return {}; }
void atomic_file::keep_permissions() noexcept {}

result<void> atomic_file::open_sibling() noexcept {
  DWORD code = ERROR_FILE_EXISTS;
  for (unsigned attempt = 0; errno_of(code) == EEXIST && attempt < most_attempts; ++attempt) {
    if (!name_sibling(sibling_, view_of(target_), attempt)) {
      sibling_.clear();
      return error(errc::out_of_memory);
    }
    const auto path = wide_path::of(sibling_.data());
    if (!path) {
      sibling_.clear();
      return path.error();
    }
    unique_handle made(::CreateFileW(path->c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                                     share_all, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL,
                                     nullptr));
    if (made.open()) {
      fd_ = std::move(made).into_descriptor(_O_RDWR);
      if (fd_ >= 0) return {};
      return system_error(EMFILE, "could not make a temporary file beside the target");
    }
    code = ::GetLastError();
  }
  sibling_.clear();
  return windows_error(code, "could not make a temporary file beside the target",
                       errno_of(code) == ENOENT ? "the folder does not exist" : std::string_view{});
}

result<void> atomic_file::drop_name() noexcept {
  const auto path = wide_path::of(sibling_.data());
  if (!path) return path.error();
  // It goes when its last handle is closed.
  if (::DeleteFileW(path->c_str()) == 0)
    return windows_error(::GetLastError(), "could not remove the temporary file");
  sibling_.clear();
  return {};
}

result<void> atomic_file::commit() noexcept {
  if (durability_ != durability::none)
    if (auto synced = synchronise(fd_, synchronised::everything); !synced) return synced;
  if (!close_descriptor(std::exchange(fd_, -1)))
    return system_error(EIO, "could not write: the file did not close");
  return take_name();
}

result<void> atomic_file::take_name() noexcept {
  const auto from = wide_path::of(sibling_.data());
  if (!from) return from.error();
  const auto to = wide_path::of(target_.data());
  if (!to) return to.error();
  const bool replace = existing_ == existing::replace;
  const DWORD flags = (replace ? MOVEFILE_REPLACE_EXISTING : 0) |
                      (durability_ == durability::full ? MOVEFILE_WRITE_THROUGH : 0);
  if (const DWORD code = rename_file(*from, *to, view_of(target_), flags); code != 0) {
    if (!replace && errno_of(code) == EEXIST)
      return error({.code = errc::exists, .summary = "another file took the name meanwhile"});
    return windows_error(code, "could not give the file its name");
  }
  sibling_.clear();
  return {};
}

}  // namespace nopy::os
