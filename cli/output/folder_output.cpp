// SPDX-License-Identifier: MIT
#include "output/folder_output.hpp"

#include "input/spool.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace nopy::cli {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

using file_id = std::pair<dev_t, ino_t>;

/// The folder and those above it, as far as they are missing.
void make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string folder = path.substr(0, end);
    if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST && errno != EROFS)
      fail_system(folder, "the folder can not be made", errno);
    if (end == std::string::npos) return;
  }
}

error one_name(std::string_view shown) {
  return error({.code = errc::unsafe_name,
                .subject = shown,
                .summary = "another member was written to this file",
                .found = "two names that the file system takes for one",
                .hint = "`nopy convert FILE.npz:NAME OUT.npy` gives it another name"});
}

class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { reset(-1); }
  void reset(int fd) noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_;
};

/// A file without its name yet, which disappears unless it gets it.
class unnamed_file {
 public:
  unnamed_file(int folder, std::string shown) : folder_(folder), shown_(std::move(shown)) {
    for (int attempt = 0; attempt < 100 && fd_ < 0; ++attempt) {
      name_ = fmt::format(".nopy-{}-{}.tmp", ::getpid(), attempt);
      fd_ = ::openat(folder_, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     0666);
      if (fd_ < 0 && errno != EEXIST) break;
    }
    if (fd_ < 0) fail_system(shown_, "this can not be written", errno);
  }
  unnamed_file(const unnamed_file&) = delete;
  unnamed_file& operator=(const unnamed_file&) = delete;
  ~unnamed_file() {
    if (fd_ >= 0) ::close(fd_);
    if (!name_.empty()) ::unlinkat(folder_, name_.c_str(), 0);
  }
  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_system(shown_, "writing failed", errno);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }
  /// Gives the file its name; returns which file it is.
  file_id take_name(const std::string& name, overwrite existing) {
    struct stat status {};
    if (::fstat(fd_, &status) != 0) fail_system(shown_, "writing failed", errno);
    if (::close(std::exchange(fd_, -1)) != 0) fail_system(shown_, "writing failed", errno);
    give_name(name, existing);
    return {status.st_dev, status.st_ino};
  }

 private:
  void give_name(const std::string& name, overwrite existing) {
    if (existing == overwrite::allow) {
      if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0)
        fail_system(shown_, "the finished file could not get its name", errno);
      name_.clear();
      return;
    }
    // A link never replaces what stands there, not even a link that leads nowhere.
    if (::linkat(folder_, name_.c_str(), folder_, name.c_str(), 0) == 0) return;
    const int code = errno;
    if (code == EEXIST)
      throw exception(error({.code = errc::exists, .subject = shown_, .hint = "-f replaces it"}));
    if (code != EPERM && code != EOPNOTSUPP && code != ENOSYS)
      fail_system(shown_, "the finished file could not get its name", code);
    struct stat there {};  // a file system without links
    if (::fstatat(folder_, name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0)
      throw exception(error({.code = errc::exists, .subject = shown_, .hint = "-f replaces it"}));
    if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0)
      fail_system(shown_, "the finished file could not get its name", errno);
    name_.clear();
  }

  int folder_;
  std::string shown_;
  std::string name_{};
  int fd_ = -1;
};

}  // namespace

folder_output::folder_output(const std::string& path) : path_(path) {
  require_local(path);
  make_folders(path);
  // The folder itself is the user's word, and may be a link.
  fd_ = ::open(path.c_str(), folder_flags & ~O_NOFOLLOW);
  if (fd_ < 0) fail_system(path, "the folder can not be opened", errno);
}

folder_output::~folder_output() { ::close(fd_); }

void folder_output::write(const std::vector<std::string>& parts, overwrite existing,
                          const std::function<void(const sink&)>& fill) {
  std::string shown = path_ == "." ? "" : path_ + "/";
  descriptor below(-1);
  int folder = fd_;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    shown += parts[i];
    if (::mkdirat(folder, parts[i].c_str(), 0777) != 0 && errno != EEXIST)
      fail_system(shown, "the folder can not be made", errno);
    const int next = ::openat(folder, parts[i].c_str(), folder_flags);
    if (next < 0)
      fail_system(shown, "this is no folder of its own", errno, "links are not followed");
    below.reset(next);
    folder = next;
    shown += "/";
  }
  shown += parts.back();
  const auto refuse_if_taken = [&] {
    struct stat there {};
    if (::fstatat(folder, parts.back().c_str(), &there, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (written_.contains({there.st_dev, there.st_ino})) throw exception(one_name(shown));
    if (existing == overwrite::refuse)
      throw exception(error({.code = errc::exists, .subject = shown, .hint = "-f replaces it"}));
  };
  {
    const std::lock_guard held(lock_);
    refuse_if_taken();
  }
  unnamed_file file(folder, shown);
  fill([&](std::span<const std::byte> bytes) { file.write(bytes); });
  // Again: another thread may have written it meanwhile.
  const std::lock_guard held(lock_);
  refuse_if_taken();
  written_.insert(file.take_name(parts.back(), existing));
}

}  // namespace nopy::cli
