// SPDX-License-Identifier: MIT
#include "system/folder.hpp"

#include "system/posix/file_state.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace nopy::cli::system {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

struct close_listing {
  void operator()(DIR* of) const noexcept { ::closedir(of); }
};

file_type type_of_entry(unsigned char type) noexcept {
  switch (type) {
    case DT_REG:
      return file_type::regular;
    case DT_DIR:
      return file_type::folder;
    case DT_LNK:
      return file_type::link;
    case DT_FIFO:
      return file_type::pipe;
    case DT_SOCK:
      return file_type::socket;
    case DT_UNKNOWN:
      return file_type::none;
    default:
      return file_type::device;
  }
}

}  // namespace

folder::~folder() {
  if (fd_ >= 0) ::close(fd_);
}

folder folder::open(const std::string& path) noexcept {
  folder made;
  made.fd_ = ::open(path.c_str(), folder_flags);
  return made;
}

folder folder::below(const std::string& name) const noexcept {
  folder made;
  made.fd_ = ::openat(fd_, name.c_str(), folder_flags | O_NOFOLLOW);
  return made;
}

folder folder::above() const noexcept {
  folder made;
  made.fd_ = ::openat(fd_, "..", folder_flags);
  return made;
}

bool folder::stands_alone() noexcept { return true; }

std::optional<file_id> folder::id() const noexcept {
  struct stat found {};
  if (::fstat(fd_, &found) != 0) return std::nullopt;
  return state_of(found).id;
}

bool folder::each_entry(function_ref<void(std::string_view, file_type)> each) const {
  const int own = ::fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  const std::unique_ptr<DIR, close_listing> listing(own < 0 ? nullptr : ::fdopendir(own));
  if (listing == nullptr) {
    const int code = errno;
    if (own >= 0) ::close(own);
    errno = code;
    return false;
  }
  errno = 0;
  while (const dirent* one = ::readdir(listing.get())) {
    const std::string_view name = one->d_name;
    file_type type = type_of_entry(one->d_type);
    struct stat found {};
    if (type == file_type::none && ::fstatat(fd_, one->d_name, &found, AT_SYMLINK_NOFOLLOW) == 0)
      type = type_of(found.st_mode);
    if (name != "." && name != "..") each(name, type);
    errno = 0;
  }
  return errno == 0;
}

std::optional<file_state> folder::look(const std::string& name) const noexcept {
  struct stat found {};
  if (::fstatat(fd_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return state_of(found);
}

bool folder::make_folder(const std::string& name) const noexcept {
  return ::mkdirat(fd_, name.c_str(), 0777) == 0;
}

int folder::open_to_read(const std::string& name) const noexcept {
  return ::openat(fd_, name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
}

int folder::create_new(const std::string& name) const noexcept {
  return ::openat(fd_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

void folder::remove(const std::string& name) const noexcept { ::unlinkat(fd_, name.c_str(), 0); }

bool folder::rename(const std::string& from, const std::string& to) const noexcept {
  return ::renameat(fd_, from.c_str(), fd_, to.c_str()) == 0;
}

bool folder::rename_new(const std::string& from, const std::string& to) const noexcept {
  // A link never replaces what stands there, not even a link that leads nowhere.
  if (::linkat(fd_, from.c_str(), fd_, to.c_str(), 0) == 0) {
    remove(from);
    return true;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return false;
  if (look(to)) {  // a file system without links
    errno = EEXIST;
    return false;
  }
  return rename(from, to);
}

std::optional<std::string> make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    std::string one = path.substr(0, end);
    if (::mkdir(one.c_str(), 0777) != 0 && errno != EEXIST && errno != EROFS) return one;
    if (end == std::string::npos) return std::nullopt;
  }
}

}  // namespace nopy::cli::system
