// SPDX-License-Identifier: MIT
#include "os/atomic_file.hpp"

#include "os/syscalls.hpp"
#include "os/system_error.hpp"
#include "os/writing.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

namespace nopy::os {
namespace {

constexpr int most_links = 40;          // as Linux follows
constexpr unsigned most_attempts = 64;  // of finding a name that is free
constexpr std::size_t most_name_bytes = 255;
constexpr std::string_view mark = ".nopy-";
constexpr std::size_t number_chars = 10;

constexpr mode_t permission_bits = 0777;  // set-user-id and its like have no meaning for arrays

/// The folder part of a path, with its last slash.
std::string_view folder_of(std::string_view path) noexcept {
  return path.substr(0, path.rfind('/') + 1);
}

std::string_view view_of(const bytes::growing<char>& text) noexcept {
  return {text.data(), text.size() - 1};
}

[[nodiscard]] bool put(bytes::growing<char>& to, std::string_view text) noexcept {
  return to.append(std::span<const char>(text));
}

/// Different for every call in every process; only O_EXCL makes it unique.
std::uint64_t fresh_number(unsigned attempt) noexcept {
  static constinit std::uint64_t calls = 0;
  std::uint64_t mixed = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) +
                        (static_cast<std::uint64_t>(::getpid()) << 32) +
                        reinterpret_cast<std::uintptr_t>(&attempt) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;  // the finaliser of SplitMix64
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

/// As much of a file's name as leaves room for the marks, cut between code points.
std::string_view shortened(std::string_view name) noexcept {
  std::size_t count = std::min(name.size(), most_name_bytes - 1 - mark.size() - number_chars);
  while (count < name.size() && count > 0 &&
         (static_cast<unsigned char>(name[count]) & 0xC0) == 0x80)
    --count;
  return name.substr(0, count);
}

void close_descriptor(int& fd) noexcept {
  if (fd >= 0) (void)syscalls().close(std::exchange(fd, -1));
}

}  // namespace

atomic_file::atomic_file(atomic_file&& other) noexcept
    : target_(std::move(other.target_)),
      sibling_(std::move(other.sibling_)),
      replaced_(other.replaced_),
      replaces_(other.replaces_),
      existing_(other.existing_),
      durability_(other.durability_),
      fd_(std::exchange(other.fd_, -1)),
      folder_(std::exchange(other.folder_, -1)) {}

atomic_file::~atomic_file() {
  close_descriptor(fd_);
  close_descriptor(folder_);
  if (!sibling_.empty()) (void)syscalls().unlink(sibling_.data());
}

result<atomic_file> atomic_file::create(path_ref target, existing existing,
                                        durability durability) noexcept {
  atomic_file made(existing, durability);
  if (auto found = made.find_target(target); !found) return found.error();
  if (auto opened = made.open_folder(); !opened) return opened.error();
  if (auto opened = made.open_sibling(); !opened) return opened.error();
  if (made.replaces_) made.keep_permissions();
  return made;
}

result<void> atomic_file::find_target(path_ref path) noexcept {
  if (!path.usable())
    return error({.code = errc::usage, .summary = "a path can not hold a NUL character"});
  if (path.view().empty() || path.view().back() == '/')
    return error({.code = errc::usage, .summary = "the path names no file"});
  if (!put(target_, path.view()) || !target_.push_back('\0')) return error(errc::out_of_memory);
  for (int links = 0; links <= most_links; ++links) {
    if (uninterrupted([&] { return syscalls().lstat(target_.data(), &replaced_); }) != 0) {
      if (errno == ENOENT) return {};
      return system_error(errno, "could not look at the file that is to be replaced");
    }
    if (existing_ == existing::refuse)
      return error({.code = errc::exists,
                    .hint = "choose another name, or say existing::replace (--force)"});
    if (!S_ISLNK(replaced_.st_mode)) return check_replaceable();
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
  text resolved;
  if ((pointed.front() != '/' && !put(resolved, folder_of(view_of(target_)))) ||
      !put(resolved, pointed) || !resolved.push_back('\0'))
    return error(errc::out_of_memory);
  target_ = std::move(resolved);
  return {};
}

result<void> atomic_file::check_replaceable() noexcept {
  if (!S_ISREG(replaced_.st_mode))
    return error({.code = errc::not_regular,
                  .summary = S_ISDIR(replaced_.st_mode)
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
  text folder;
  const std::string_view path = folder_of(view_of(target_));
  if (!put(folder, path.empty() ? std::string_view(".") : path) || !folder.push_back('\0'))
    return error(errc::out_of_memory);
  folder_ = uninterrupted(
      [&] { return syscalls().open(folder.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
  if (folder_ < 0) return system_error(errno, "could not open the folder");
  return {};
}

bool atomic_file::name_sibling(unsigned attempt) noexcept {
  const std::string_view path = view_of(target_);
  const std::string_view folder = folder_of(path);
  char number[number_chars];
  std::uint64_t rest = fresh_number(attempt);
  for (char& digit : number) {
    digit = "abcdefghijklmnopqrstuvwxyz234567"[rest % 32];
    rest /= 32;
  }
  sibling_.clear();
  return put(sibling_, folder) && sibling_.push_back('.') &&
         put(sibling_, shortened(path.substr(folder.size()))) && put(sibling_, mark) &&
         put(sibling_, {number, number_chars}) && sibling_.push_back('\0');
}

result<void> atomic_file::open_sibling() noexcept {
  // Never more readable than the file it replaces, not even for a moment.
  const mode_t mode = replaces_ ? replaced_.st_mode & permission_bits : 0666;
  int code = EEXIST;
  for (unsigned attempt = 0; code == EEXIST && attempt < most_attempts; ++attempt) {
    if (!name_sibling(attempt)) {
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
  mode_t mode = replaced_.st_mode & permission_bits;
  const bool known = syscalls().fstat(fd_, &now) == 0;
  if (!known || now.st_uid != replaced_.st_uid || now.st_gid != replaced_.st_gid) {
    // Only root gives files away; a member may still keep the group. Where the group is lost, its
    // members get no more than everyone had.
    if (syscalls().fchown(fd_, replaced_.st_uid, replaced_.st_gid) != 0 &&
        syscalls().fchown(fd_, static_cast<uid_t>(-1), replaced_.st_gid) != 0)
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
