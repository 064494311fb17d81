// SPDX-License-Identifier: MIT
#include "input/folder_walk.hpp"

#include "npy/magic.hpp"

#include <fmt/core.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace nopy::cli {
namespace {

struct entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

unsigned char type_of_mode(mode_t mode) noexcept {
  if (S_ISREG(mode)) return DT_REG;
  if (S_ISDIR(mode)) return DT_DIR;
  if (S_ISLNK(mode)) return DT_LNK;
  if (S_ISFIFO(mode)) return DT_FIFO;
  if (S_ISSOCK(mode)) return DT_SOCK;
  return DT_CHR;
}

std::string_view words_of_type(unsigned char type) noexcept {
  switch (type) {
    case DT_LNK:
      return "a link, and links are not followed";
    case DT_FIFO:
      return "a named pipe";
    case DT_SOCK:
      return "a socket";
    default:
      return "no file";
  }
}

bool is_called_array(std::string_view name) noexcept {
  return name.ends_with(".npy") || name.ends_with(".npz");
}

struct close_folder {
  void operator()(DIR* of) const noexcept { ::closedir(of); }
};

/// A folder whose entries are being visited.
struct open_folder {
  std::unique_ptr<DIR, close_folder> handle;
  std::string path;
  std::vector<entry> entries{};
  std::size_t next = 0;
  [[nodiscard]] int fd() const noexcept { return ::dirfd(handle.get()); }
};

error system_failure(const std::string& path, std::string_view what, int code) {
  return error({.code = errc::io,
                .subject = path,
                .summary = what,
                .found = std::strerror(code),
                .system_code = code});
}

/// Regular files and folders, and what else is called an array, by name. A link is neither. False, with errno, where reading failed.
bool read_entries(open_folder& of) {
  errno = 0;
  while (const dirent* one = ::readdir(of.handle.get())) {
    const std::string_view name = one->d_name;
    unsigned char type = one->d_type;
    if (type == DT_UNKNOWN) {
      struct stat status {};
      if (::fstatat(of.fd(), one->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = type_of_mode(status.st_mode);
    }
    if (name != "." && name != ".." && (type == DT_REG || type == DT_DIR || is_called_array(name)))
      of.entries.push_back({std::string(name), type});
    errno = 0;
  }
  const int failed = errno;
  std::sort(of.entries.begin(), of.entries.end(),
            [](const entry& a, const entry& b) { return a.name < b.name; });
  errno = failed;
  return failed == 0;
}

class folder_walk {
 public:
  folder_walk(const walk_options& options, function_ref<void(const input&)> each,
              function_ref<void(const error&)> failed)
      : options_(options), each_(each), failed_(failed) {}

  void run(const std::string& folder);

 private:
  [[nodiscard]] bool enter(int in, const char* name, std::string path, int more_flags);
  void visit(const open_folder& in, const std::string& name, const std::string& path);
  [[nodiscard]] bool wanted(int fd, std::string_view name) const;

  const walk_options& options_;
  function_ref<void(const input&)> each_;
  function_ref<void(const error&)> failed_;
  std::vector<open_folder> depth_{};  // instead of recursion: folders may be nested at will
};

bool folder_walk::enter(int in, const char* name, std::string path, int more_flags) {
  const int fd = ::openat(in, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | more_flags);
  DIR* handle = fd < 0 ? nullptr : ::fdopendir(fd);
  if (handle == nullptr) {
    const int code = errno;
    if (fd >= 0) ::close(fd);
    failed_(system_failure(path, "this folder can not be read", code));
    return false;
  }
  depth_.push_back({std::unique_ptr<DIR, close_folder>(handle), std::move(path)});
  if (!read_entries(depth_.back()))
    failed_(system_failure(depth_.back().path, "this folder can not be read to its end", errno));
  return true;
}

/// One read tells an array from other files.
bool folder_walk::wanted(int fd, std::string_view name) const {
  const bool archive = name.ends_with(".npz");
  if (options_.misnamed == impostors::take && is_called_array(name)) return true;
  char first[npy::magic_bytes];
  ssize_t got = 0;
  do got = ::pread(fd, first, sizeof first, 0);
  while (got < 0 && errno == EINTR);
  const std::string_view seen(first, static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return seen == npy::magic || (archive && seen.starts_with("PK"));
}

void folder_walk::visit(const open_folder& in, const std::string& name, const std::string& path) {
  const int fd =
      ::openat(in.fd(), name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (fd < 0) {
    if (errno == ENOENT || errno == ELOOP) return;  // gone, or a link since
    return failed_(system_failure(path, "this can not be opened", errno));
  }
  if (!wanted(fd, name)) {
    ::close(fd);
    return;
  }
  try {
    const input from = input::of_descriptor(path, fd);
    each_(from);
  } catch (const exception& what) {
    if (what.error().system_code() == EPIPE) throw;
    failed_(what.error());
  }
}

void folder_walk::run(const std::string& folder) {
  if (!enter(AT_FDCWD, folder.c_str(), folder, 0)) return;
  while (!depth_.empty()) {
    open_folder& here = depth_.back();
    if (here.next == here.entries.size()) {
      depth_.pop_back();
      continue;
    }
    const entry one = std::move(here.entries[here.next++]);
    const std::string path =
        here.path.ends_with('/') ? here.path + one.name : fmt::format("{}/{}", here.path, one.name);
    if (one.type == DT_REG) {
      visit(here, one.name, path);
    } else if (one.type == DT_DIR) {
      if (options_.below) (void)enter(here.fd(), one.name.c_str(), path, O_NOFOLLOW);
    } else if (options_.left_out) {
      options_.left_out(path, words_of_type(one.type));
    }
  }
}

}  // namespace

bool is_folder(const std::string& path) noexcept {
  struct stat status {};
  if (path.ends_with(".npy") || path.ends_with(".npz")) return false;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

void walk_folder(const std::string& folder, const walk_options& options,
                 function_ref<void(const input&)> each, function_ref<void(const error&)> failed) {
  folder_walk(options, each, failed).run(folder);
}

}  // namespace nopy::cli
