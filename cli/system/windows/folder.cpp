// SPDX-License-Identifier: MIT
// Windows looks a name up by its whole path only. So every folder on the way is held open without
// sharing its deletion: nobody can move or replace it meanwhile, and the path means what it meant.
#include "system/folder.hpp"

#include "os/sibling_name.hpp"
#include "os/windows/path.hpp"
#include "system/windows/handles.hpp"
#include "system/windows/last_error.hpp"

#include <fcntl.h>

namespace nopy::cli::system {
namespace {

constexpr opening held_folder{.access = FILE_LIST_DIRECTORY | FILE_TRAVERSE | SYNCHRONIZE,
                              .sharing = FILE_SHARE_READ | FILE_SHARE_WRITE};

/// Whether a name is one name of this file system, and not a stream of a file or a pattern.
bool is_name(std::string_view name) noexcept {
  if (!name.empty() && name.find_first_of("<>:\"|?*/\\") == std::string_view::npos) return true;
  errno = EINVAL;
  return false;
}

int opened_folder(os::unique_handle handle) noexcept {
  if (!handle.open()) return -1;
  const auto found = state_of(handle.get());
  if (found && found->type == file_type::folder) return descriptor_of(std::move(handle), _O_RDONLY);
  errno = ENOTDIR;
  return -1;
}

file_type type_of(const WIN32_FIND_DATAW& one) noexcept {
  // In an entry that is a reparse point, the reserved number is its tag.
  const bool reparse = (one.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
  if (reparse && is_link_tag(one.dwReserved0)) return file_type::link;
  if ((one.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return file_type::folder;
  if ((one.dwFileAttributes & FILE_ATTRIBUTE_DEVICE) != 0) return file_type::device;
  return file_type::regular;
}

class listing {
 public:
  explicit listing(const os::wide_path& pattern) noexcept
      : handle_(::FindFirstFileW(pattern.c_str(), &entry)) {}
  listing(const listing&) = delete;
  listing& operator=(const listing&) = delete;
  ~listing() {
    if (open()) ::FindClose(handle_);
  }
  [[nodiscard]] bool open() const noexcept { return handle_ != INVALID_HANDLE_VALUE; }
  [[nodiscard]] bool next() noexcept { return ::FindNextFileW(handle_, &entry) != 0; }

  WIN32_FIND_DATAW entry{};

 private:
  HANDLE handle_;
};

}  // namespace

folder::~folder() {
  if (fd_ >= 0) system::close(fd_);
}

folder folder::open(const std::string& path) noexcept {
  folder made;
  made.fd_ = opened_folder(open_path(path, held_folder));
  made.path_ = os::folder_of(path).size() == path.size() ? path : path + "/";
  return made;
}

folder folder::below(const std::string& name) const noexcept {
  folder made;
  if (!is_name(name)) return made;
  made.path_ = path_ + name;
  made.fd_ = opened_folder(open_no_link(made.path_, held_folder));
  made.path_ += "/";
  return made;
}

// While this folder is open nobody can move those it lies in, so their path is what it was.
folder folder::above() const noexcept {
  std::string_view path = path_;
  if (path.ends_with('/') || path.ends_with('\\')) path.remove_suffix(1);
  const std::string_view inside = os::folder_of(path);
  const std::string_view name = path.substr(inside.size());
  if (name.empty() || name == "." || name == "..") return open(path_ + "..");
  return open(inside.empty() ? "." : std::string(inside));
}

std::optional<file_id> folder::id() const noexcept {
  const auto found = system::look(fd_);
  return found ? std::optional(found->id) : std::nullopt;
}

bool folder::stands_alone() noexcept { return false; }

bool folder::each_entry(function_ref<void(std::string_view, file_type)> each) const {
  const auto pattern = os::wide_path::of((path_ + "*").c_str());
  if (!pattern) return refused(ERROR_INVALID_NAME);
  listing entries(*pattern);
  if (!entries.open()) {
    const DWORD code = ::GetLastError();
    return code == ERROR_FILE_NOT_FOUND || refused(code);  // the root of an empty disk
  }
  do {
    const os::path_text name = os::narrowed(entries.entry.cFileName);
    if (name.empty()) return refused(ERROR_NOT_ENOUGH_MEMORY);
    const std::string_view text = os::view_of(name);
    if (text != "." && text != "..") each(text, type_of(entries.entry));
  } while (entries.next());
  const DWORD code = ::GetLastError();
  return code == ERROR_NO_MORE_FILES || refused(code);
}

std::optional<file_state> folder::look(const std::string& name) const noexcept {
  if (!is_name(name)) return std::nullopt;
  const os::unique_handle opened = open_path(
      path_ + name, {.access = FILE_READ_ATTRIBUTES, .flags = FILE_FLAG_OPEN_REPARSE_POINT});
  if (!opened.open()) return std::nullopt;
  return state_of(opened.get());
}

bool folder::make_folder(const std::string& name) const noexcept {
  if (!is_name(name)) return false;
  const auto wide = os::wide_path::of((path_ + name).c_str());
  if (!wide) return refused(ERROR_INVALID_NAME);
  return ::CreateDirectoryW(wide->c_str(), nullptr) != 0 || refused(::GetLastError());
}

int folder::open_to_read(const std::string& name) const noexcept {
  if (!is_name(name)) return -1;
  return descriptor_of(open_no_link(path_ + name, {}), _O_RDONLY);
}

int folder::create_new(const std::string& name) const noexcept {
  return is_name(name) ? system::create_new(path_ + name) : -1;
}

void folder::remove(const std::string& name) const noexcept {
  system::remove((path_ + name).c_str());
}

bool folder::rename(const std::string& from, const std::string& to) const noexcept {
  return is_name(to) && system::rename((path_ + from).c_str(), (path_ + to).c_str());
}

bool folder::rename_new(const std::string& from, const std::string& to) const noexcept {
  return is_name(to) && system::rename_new((path_ + from).c_str(), (path_ + to).c_str());
}

std::optional<std::string> make_folders(const std::string& path) {
  for (std::size_t end = path.find_first_of("/\\", 1);; end = path.find_first_of("/\\", end + 1)) {
    std::string one = path.substr(0, end);
    const auto wide = os::wide_path::of(one.c_str());
    const bool made = wide && ::CreateDirectoryW(wide->c_str(), nullptr) != 0;
    const DWORD code = wide ? ::GetLastError() : ERROR_INVALID_NAME;
    // Of those above, a drive and a share can not be made; what else fails there fails below.
    if (end != std::string::npos) continue;
    if (made || look(one).type == file_type::folder) return std::nullopt;
    refused(code);
    return one;
  }
}

}  // namespace nopy::cli::system
