// SPDX-License-Identifier: MIT
#include "system/files.hpp"

#include "os/sibling_name.hpp"
#include "os/windows/path.hpp"
#include "os/windows/rename.hpp"
#include "system/windows/console.hpp"
#include "system/windows/handles.hpp"
#include "system/windows/last_error.hpp"

#include <fcntl.h>

#include <algorithm>

namespace nopy::cli::system {
namespace {

constexpr std::size_t most_a_call = std::size_t{1} << 30;

/// Windows' own separator and the prefixes of long paths as people write them.
std::string plain_path(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.starts_with("//?/UNC/")) return "//" + path.substr(8);
  if (path.starts_with("//?/")) return path.substr(4);
  return path;
}

std::string text_of(const wchar_t* wide) {
  const os::path_text text = os::narrowed(wide);
  return text.empty() ? std::string() : std::string(os::view_of(text));
}

}  // namespace

file_state look(const std::string& path) noexcept {
  const os::unique_handle opened = open_path(path, {.access = FILE_READ_ATTRIBUTES});
  if (!opened.open()) return {};
  return state_of(opened.get()).value_or(file_state{});
}

std::optional<file_state> look(int fd) noexcept {
  const HANDLE handle = os::handle_of(fd);
  const std::optional<file_state> found = state_of(handle);
  // Wine's programs inherit files without a name, of which it tells nothing: they are read as a pipe is.
  const bool inherited = !found && fd == standard_input && ::GetFileType(handle) == FILE_TYPE_DISK;
  return inherited ? std::optional(file_state{.type = file_type::pipe}) : found;
}

bool at_start(int fd) noexcept {
  LARGE_INTEGER at{};
  return ::SetFilePointerEx(os::handle_of(fd), {}, &at, FILE_CURRENT) != 0 && at.QuadPart == 0;
}

std::string real_path(const std::string& path) {
  const os::unique_handle opened = open_path(path, {.access = FILE_READ_ATTRIBUTES});
  if (!opened.open()) return path;
  std::wstring found(512, L'\0');
  for (;;) {
    const DWORD count = ::GetFinalPathNameByHandleW(
        opened.get(), found.data(), static_cast<DWORD>(found.size()), FILE_NAME_NORMALIZED);
    if (count == 0) return path;
    if (count < found.size()) break;
    found.resize(count);
  }
  const std::string real = text_of(found.c_str());
  return real.empty() ? path : plain_path(real);
}

int open_to_read(const std::string& path) noexcept {
  return descriptor_of(open_path(path, {}), _O_RDONLY);
}

int open_to_write(const std::string& path) noexcept {
  return descriptor_of(open_path(path, {.access = GENERIC_WRITE}), _O_WRONLY);
}

int create_new(const std::string& path) noexcept {
  constexpr DWORD access = GENERIC_READ | GENERIC_WRITE | DELETE;
  return descriptor_of(open_path(path, {.access = access, .creation = CREATE_NEW}), _O_RDWR);
}

int create_unnamed(const std::string& folder) noexcept {
  constexpr DWORD access = GENERIC_READ | GENERIC_WRITE | DELETE;
  for (unsigned attempt = 0; attempt < os::most_attempts; ++attempt) {
    os::path_text name;
    if (!os::name_sibling(name, folder + "/nopy", attempt)) break;
    os::unique_handle made =
        open_path(name.data(),
                  {.access = access, .creation = CREATE_NEW, .flags = FILE_FLAG_DELETE_ON_CLOSE});
    if (made.open() || errno != EEXIST) return descriptor_of(std::move(made), _O_RDWR);
  }
  return -1;
}

bool close(int fd) noexcept { return os::close_descriptor(fd); }

std::ptrdiff_t read(int fd, std::span<char> into) noexcept {
  DWORD got = 0;
  const auto count = static_cast<DWORD>(std::min(into.size(), most_a_call));
  if (::ReadFile(os::handle_of(fd), into.data(), count, &got, nullptr) != 0) return got;
  const DWORD code = ::GetLastError();
  if (code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF) return 0;  // the writer is done
  return refused(code) ? 0 : -1;
}

std::ptrdiff_t read_at(int fd, std::span<char> into, std::uint64_t offset) noexcept {
  OVERLAPPED at = os::at_offset(offset);
  DWORD got = 0;
  const auto count = static_cast<DWORD>(std::min(into.size(), most_a_call));
  if (::ReadFile(os::handle_of(fd), into.data(), count, &got, &at) != 0) return got;
  const DWORD code = ::GetLastError();
  if (code == ERROR_HANDLE_EOF) return 0;
  return refused(code) ? 0 : -1;
}

bool write_all(int fd, std::string_view bytes) noexcept {
  const HANDLE handle = os::handle_of(fd);
  if (is_console(handle)) return write_to_console(handle, bytes);
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min(bytes.size(), most_a_call));
    if (::WriteFile(handle, bytes.data(), count, &written, nullptr) == 0)
      return refused(::GetLastError());
    if (written == 0) return refused(ERROR_DISK_FULL);
    bytes.remove_prefix(written);
  }
  return true;
}

void remove(const char* path) noexcept {
  if (const auto wide = os::wide_path::of(path)) (void)::DeleteFileW(wide->c_str());
}

bool rename(const char* from, const char* to) noexcept {
  const auto wide_from = os::wide_path::of(from), wide_to = os::wide_path::of(to);
  if (!wide_from || !wide_to) return refused(ERROR_INVALID_NAME);
  const DWORD code = os::rename_file(*wide_from, *wide_to, to, MOVEFILE_REPLACE_EXISTING);
  return code == 0 || refused(code);
}

bool rename_new(const char* from, const char* to) noexcept {
  const auto wide_from = os::wide_path::of(from), wide_to = os::wide_path::of(to);
  if (!wide_from || !wide_to) return refused(ERROR_INVALID_NAME);
  const DWORD code = os::rename_file(*wide_from, *wide_to, to, 0);
  return code == 0 || refused(code);
}

// A replaced file has the access list of its folder, as with the library.
void hand_on_permissions(const std::string&, int) noexcept {}

std::string usual_scratch_folder() {
  wchar_t found[MAX_PATH + 2];
  const DWORD count = ::GetTempPathW(MAX_PATH + 2, found);
  std::string folder = count == 0 || count > MAX_PATH + 1 ? "." : plain_path(text_of(found));
  if (folder.ends_with('/')) folder.pop_back();
  return folder;
}

std::string scratch_folder() {
  wchar_t told[1024];
  const DWORD count = ::GetEnvironmentVariableW(L"TMPDIR", told, 1024);
  return count != 0 && count < 1024 ? text_of(told) : usual_scratch_folder();
}

// Windows' codes for a full disk and for a full share of it both become this one.
bool is_full_disk(int number) noexcept { return number == ENOSPC; }

std::string_view hint_for(int number) noexcept {
  switch (number) {
    case EACCES:
    case EPERM:
      return "`icacls` shows who may read or write the file and its folder";
    case EBUSY:
      return "another program has it open; close it there";
    case ENOSPC:
      return "the disk is full, or your share of it is";
    case EROFS:
      return "the disk is write-protected";
    default:
      return {};
  }
}

}  // namespace nopy::cli::system
