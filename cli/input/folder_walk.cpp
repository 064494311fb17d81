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
#include <utility>

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

/// A descriptor, closed by its owner.
class descriptor {
 public:
  explicit descriptor(int fd = -1) noexcept : fd_(fd) {}
  descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool open() const noexcept { return fd_ >= 0; }

 private:
  int fd_;
};

// Folders above these are closed, and found again on the way up: a tree may be deeper than a process may have files open.
constexpr std::size_t most_open = 32;

/// A folder whose entries are being visited.
struct open_folder {
  descriptor fd;
  std::string path;
  struct stat status {};
  std::vector<entry> entries{};
  std::size_t next = 0;
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
  // A descriptor of its own, which `closedir` closes.
  const int fd = ::fcntl(of.fd.get(), F_DUPFD_CLOEXEC, 0);
  DIR* const listed = fd < 0 ? nullptr : ::fdopendir(fd);
  if (listed == nullptr) {
    const int code = errno;
    if (fd >= 0) ::close(fd);
    errno = code;
    return false;
  }
  errno = 0;
  while (const dirent* one = ::readdir(listed)) {
    const std::string_view name = one->d_name;
    unsigned char type = one->d_type;
    if (type == DT_UNKNOWN) {
      struct stat status {};
      if (::fstatat(of.fd.get(), one->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = type_of_mode(status.st_mode);
    }
    if (name != "." && name != ".." && (type == DT_REG || type == DT_DIR || is_called_array(name)))
      of.entries.push_back({std::string(name), type});
    errno = 0;
  }
  const int failed = errno;
  ::closedir(listed);
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
  void leave();
  void visit(const open_folder& in, const std::string& name, const std::string& path);
  [[nodiscard]] bool wanted(int fd, std::string_view name) const;

  const walk_options& options_;
  function_ref<void(const input&)> each_;
  function_ref<void(const error&)> failed_;
  std::vector<open_folder> depth_{};  // instead of recursion: folders may be nested at will
};

bool folder_walk::enter(int in, const char* name, std::string path, int more_flags) {
  descriptor fd(::openat(in, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | more_flags));
  struct stat status {};
  if (!fd.open() || ::fstat(fd.get(), &status) != 0) {
    failed_(system_failure(path, "this folder can not be read", errno));
    return false;
  }
  if (depth_.size() >= most_open) depth_[depth_.size() - most_open].fd = descriptor();
  depth_.push_back({std::move(fd), std::move(path), status});
  if (!read_entries(depth_.back()))
    failed_(system_failure(depth_.back().path, "this folder can not be read to its end", errno));
  return true;
}

/// Goes up from the deepest folder, whose entries are done. Where the way is lost, the walk ends with an error.
void folder_walk::leave() {
  const open_folder left = std::move(depth_.back());
  depth_.pop_back();
  if (depth_.empty() || depth_.back().fd.open()) return;
  open_folder& above = depth_.back();
  above.fd = descriptor(::openat(left.fd.get(), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat found {};
  if (!above.fd.open() || ::fstat(above.fd.get(), &found) != 0) {
    failed_(system_failure(above.path, "this folder can not be read to its end", errno));
  } else if (found.st_dev == above.status.st_dev && found.st_ino == above.status.st_ino) {
    return;
  } else {
    failed_(error(
        {.code = errc::changed,
         .subject = left.path,
         .summary = "this folder was moved while it was read",
         .hint = "what comes behind it was not read: do it again when nobody moves folders"}));
  }
  depth_.clear();
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
  const int fd = ::openat(in.fd.get(), name.c_str(),
                          O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
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
      leave();
      continue;
    }
    const entry one = std::move(here.entries[here.next++]);
    const std::string path =
        here.path.ends_with('/') ? here.path + one.name : fmt::format("{}/{}", here.path, one.name);
    if (one.type == DT_REG) {
      visit(here, one.name, path);
    } else if (one.type == DT_DIR) {
      if (options_.below) (void)enter(here.fd.get(), one.name.c_str(), path, O_NOFOLLOW);
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
