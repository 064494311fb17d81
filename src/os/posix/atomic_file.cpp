// SPDX-License-Identifier: MIT
#include "os/atomic_file.hpp"

#include "os/syscalls.hpp"
#include "os/system_error.hpp"
#include "os/writing.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nopy::os {

std::string_view folder_of(std::string_view path) noexcept {
  return path.substr(0, path.rfind('/') + 1);
}

std::uint64_t process_number() noexcept { return static_cast<std::uint64_t>(::getpid()); }

namespace {

constexpr int most_links = 40;            // as Linux follows
constexpr mode_t permission_bits = 0777;  // set-user-id and its like have no meaning for arrays

void close_descriptor(int& fd) noexcept {
  if (fd >= 0) (void)syscalls().close(std::exchange(fd, -1));
}

}  // namespace

atomic_file::~atomic_file() {
  close_descriptor(fd_);
  close_descriptor(folder_);
  if (!sibling_.empty() && process_number() == maker_) (void)syscalls().unlink(sibling_.data());
}

result<void> atomic_file::find_target(path_ref path) noexcept {
  if (!path.usable())
    return error({.code = errc::usage, .summary = "a path can not hold a NUL character"});
  if (path.view().empty() || path.view().back() == '/')
    return error({.code = errc::usage, .summary = "the path names no file"});
  if (!put(target_, path.view()) || !target_.push_back('\0')) return error(errc::out_of_memory);
  for (int links = 0; links <= most_links; ++links) {
    struct stat found {};
    if (uninterrupted([&] { return syscalls().lstat(target_.data(), &found); }) != 0) {
      if (errno == ENOENT) return {};
      return system_error(errno, "could not look at the file that is to be replaced");
    }
    if (existing_ == existing::refuse)
      return error({.code = errc::exists,
                    .hint = "choose another name, or say existing::replace (--force)"});
    replaced_ = {found.st_mode, found.st_uid, found.st_gid};
    if (!S_ISLNK(found.st_mode)) return check_replaceable();
    if (auto followed = follow_link(); !followed) return followed;
  }
  return system_error(ELOOP, "could not follow the symbolic link");
}

result<void> atomic_file::follow_link() noexcept {
  char destination[4096];
  const ssize_t count = uninterrupted(
      [&] { return syscalls().readlink(target_.data(), destination, sizeof destination); });
  if (count < 0) return system_error(errno, "could not read the symbolic link");
  if (count == 0 || static_cast<std::size_t>(count) == sizeof destination)
    return system_error(ENAMETOOLONG, "could not read the symbolic link");
  const std::string_view pointed(destination, static_cast<std::size_t>(count));
  path_text resolved;
  if ((pointed.front() != '/' && !put(resolved, folder_of(view_of(target_)))) ||
      !put(resolved, pointed) || !resolved.push_back('\0'))
    return error(errc::out_of_memory);
  target_ = std::move(resolved);
  return {};
}

result<void> atomic_file::check_replaceable() noexcept {
  if (!S_ISREG(static_cast<mode_t>(replaced_.mode)))
    return error({.code = errc::not_regular,
                  .summary = S_ISDIR(static_cast<mode_t>(replaced_.mode))
                                 ? "a folder of that name is there"
                                 : "a device, pipe or socket of that name is there",
                  .hint = "a save replaces regular files only"});
  // A rename would not ask: it needs to write to the folder, not to the file.
  if (uninterrupted([&] { return syscalls().writable(target_.data()); }) != 0)
    return system_error(errno, "the file that is to be replaced is write-protected");
  replaces_ = true;
  return {};
}

result<void> atomic_file::open_folder() noexcept {
  if (durability_ != durability::full) return {};
  path_text folder;
  const std::string_view path = folder_of(view_of(target_));
  if (!put(folder, path.empty() ? std::string_view(".") : path) || !folder.push_back('\0'))
    return error(errc::out_of_memory);
  folder_ = uninterrupted(
      [&] { return syscalls().open(folder.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
  if (folder_ < 0) return system_error(errno, "could not open the folder");
  return {};
}

result<void> atomic_file::open_sibling() noexcept {
  // Never more readable than the file it replaces, not even for a moment.
  const mode_t mode = replaces_ ? replaced_.mode & permission_bits : 0666;
  int code = EEXIST;
  for (unsigned attempt = 0; code == EEXIST && attempt < most_attempts; ++attempt) {
    if (!name_sibling(sibling_, view_of(target_), attempt)) {
      sibling_.clear();
      return error(errc::out_of_memory);
    }
    fd_ = uninterrupted([&] {
      return syscalls().open(sibling_.data(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    });
    if (fd_ >= 0) return {};
    code = errno;
  }
  sibling_.clear();
  return system_error(code, "could not make a temporary file beside the target", {},
                      code == ENOENT ? "the folder does not exist" : std::string_view{});
}

void atomic_file::keep_permissions() noexcept {
  struct stat now {};
  mode_t mode = replaced_.mode & permission_bits;
  const bool known = syscalls().fstat(fd_, &now) == 0;
  if (!known || now.st_uid != replaced_.owner || now.st_gid != replaced_.group) {
    // Only root gives files away; a member may still keep the group. Where the group is lost, its
    // members get no more than everyone had.
    if (syscalls().fchown(fd_, replaced_.owner, replaced_.group) != 0 &&
        syscalls().fchown(fd_, static_cast<uid_t>(-1), replaced_.group) != 0)
      mode &= (mode & 07) << 3 | 0707;
  }
  if (!known || (now.st_mode & permission_bits) != mode) (void)syscalls().fchmod(fd_, mode);
}

result<void> atomic_file::drop_name() noexcept {
  if (uninterrupted([&] { return syscalls().unlink(sibling_.data()); }) != 0)
    return system_error(errno, "could not remove the temporary file");
  sibling_.clear();
  return {};
}

result<void> atomic_file::commit() noexcept {
  if (durability_ != durability::none) {
    const auto synced = synchronise(
        fd_, durability_ == durability::data ? synchronised::bytes : synchronised::everything);
    if (!synced) return synced;
  }
  // The last chance of network file systems to say that the bytes did not arrive. Interrupted, the
  // descriptor is closed all the same (Linux).
  if (syscalls().close(std::exchange(fd_, -1)) != 0 && errno != EINTR)
    return system_error(errno, "could not write: the file did not close");
  if (auto named = take_name(); !named) return named;
  if (folder_ < 0) return {};
  // EINVAL: the file system has nothing to say about folders.
  if (uninterrupted([&] { return syscalls().fsync(folder_); }) != 0 && errno != EINVAL)
    return system_error(errno, "the file is written, but its name may not be on disk yet");
  return {};
}

result<void> atomic_file::take_name() noexcept {
  const auto failed = [](int code) -> result<void> {
    if (code == EEXIST)
      return error({.code = errc::exists, .summary = "another file took the name meanwhile"});
    return system_error(code, "could not give the file its name");
  };
  if (existing_ == existing::replace) {
    if (uninterrupted([&] { return syscalls().rename(sibling_.data(), target_.data()); }) != 0)
      return system_error(errno, "could not give the file its name");
    sibling_.clear();
    return {};
  }
  if (uninterrupted([&] { return syscalls().rename_new(sibling_.data(), target_.data()); }) == 0) {
    sibling_.clear();
    return {};
  }
  if (errno != EINVAL && errno != ENOSYS) return failed(errno);
  // File systems without that rename (NFS) have links, which never replace either.
  if (uninterrupted([&] { return syscalls().link(sibling_.data(), target_.data()); }) != 0)
    return failed(errno);
  return {};  // the destructor removes the sibling's name
}

}  // namespace nopy::os
