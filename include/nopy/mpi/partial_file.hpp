// SPDX-License-Identifier: MIT
// The file that all ranks write, under a name that says it is not whole: NAME.partial-*, without
// what makes it an array or an archive, until the first rank puts that in and renames it.
#pragma once

#include <nopy/file_system.hpp>
#include <nopy/mpi/agreement.hpp>
#include <nopy/options.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace nopy::mpi {

/// An error of the operating system.
inline error system_error(const char* summary, const std::string& path, int number = errno) {
  return error({.code = errc::io,
                .subject = path,
                .summary = summary,
                .found = std::strerror(number),
                .system_code = number});
}

class partial_file {
 public:
  /// Collective. The first rank makes the file, a hole of `total_bytes`; all open it. Errors: io, exists.
  [[nodiscard]] static result<partial_file> create(const std::string& path, MPI_Comm comm,
                                                   std::uint64_t total_bytes,
                                                   nopy::existing existing) {
    partial_file made(path, comm, existing);
    if (auto all = agree(comm, made.make_first(total_bytes)); !all) return all.error();
    if (auto all = agree(comm, made.open()); !all) return all.error();
    made.look();
    return made;
  }
  partial_file(partial_file&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::move(other.temporary_)),
        comm_(other.comm_),
        existing_(other.existing_),
        fd_(std::exchange(other.fd_, -1)),
        on_network_(other.on_network_),
        made_(std::exchange(other.made_, false)) {}
  partial_file& operator=(partial_file&&) = delete;
  /// What was not committed is removed.
  ~partial_file() {
    if (fd_ >= 0) ::close(fd_);
    if (made_) ::unlink(temporary_.c_str());
  }

  [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }
  /// Whether it lies on a network file system, as the first rank sees it.
  [[nodiscard]] bool on_network() const noexcept { return on_network_; }
  /// What it is called until it is whole.
  [[nodiscard]] const std::string& temporary() const noexcept { return temporary_; }

  /// Writes bytes where they belong in the file. Errors: io.
  [[nodiscard]] result<void> put(std::uint64_t at, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      constexpr std::size_t most = std::size_t{1} << 30;
      const ssize_t done =
          ::pwrite(fd_, bytes.data(), std::min(bytes.size(), most), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return system_error("writing failed", path_, done == 0 ? ENOSPC : errno);
      at += static_cast<std::uint64_t>(done);
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return {};
  }
  /// Collective. Where all ranks wrote what they had: the first puts in what makes the file whole, `last()`,
  /// and gives it its name. Errors: the first rank's that has one, io, exists.
  template <class Last>
  [[nodiscard]] result<void> commit(result<void> written, durability how, Last&& last) {
    if (written && how != durability::none) written = synchronise();
    if (auto all = agree(comm_, written); !all) return all;
    return agree(comm_, rank_of(comm_) == 0 ? finish(how, last) : result<void>());
  }

 private:
  partial_file(const std::string& path, MPI_Comm comm, nopy::existing existing)
      : path_(path), temporary_(path), comm_(comm), existing_(existing) {
    unsigned long long tag = static_cast<unsigned long long>(::getpid());
    MPI_Bcast(&tag, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
    temporary_ += ".partial-" + std::to_string(tag);
  }
  [[nodiscard]] result<void> make_first(std::uint64_t total_bytes) {
    if (rank_of(comm_) != 0) return {};
    if (existing_ == existing::refuse && ::access(path_.c_str(), F_OK) == 0) return taken();
    // A process of that number may have left one; two that live can not have it.
    fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd_ < 0) return system_error("the file can not be made", path_);
    made_ = true;
    if (::ftruncate(fd_, static_cast<off_t>(total_bytes)) != 0)
      return system_error("the file can not be that long", path_);
    return {};
  }
  [[nodiscard]] result<void> open() {
    // Not to read: clients of NFS that may read a page write all of it back, with what others wrote since.
    if (fd_ < 0) fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) return system_error("this rank does not see the first rank's file", temporary_);
    return {};
  }
  /// Collective.
  void look() {
    int network = 0;
    if (rank_of(comm_) == 0)
      if (const auto there = try_file_system_of(temporary_))
        network = there->where == storage::network ? 1 : 0;
    MPI_Bcast(&network, 1, MPI_INT, 0, comm_);
    on_network_ = network != 0;
  }
  [[nodiscard]] result<void> synchronise() const {
    if (::fsync(fd_) != 0) return system_error("synchronising failed", path_);
    return {};
  }
  template <class Last>
  [[nodiscard]] result<void> finish(durability how, Last&& last) {
    if (auto whole = last(); !whole) return whole;
    if (how != durability::none)
      if (auto kept = synchronise(); !kept) return kept;
    if (existing_ == existing::refuse) {
      if (::link(temporary_.c_str(), path_.c_str()) != 0)
        return errno == EEXIST ? result<void>(taken())
                               : system_error("the file gets no name", path_);
      ::unlink(temporary_.c_str());
    } else if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
      return system_error("the file gets no name", path_);
    }
    made_ = false;
    return how == durability::full ? synchronise_folder() : result<void>();
  }
  [[nodiscard]] result<void> synchronise_folder() const {
    const std::size_t slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return system_error("the folder can not be synchronised", folder);
    const int failed = ::fsync(fd) == 0 ? 0 : errno;
    ::close(fd);
    if (failed != 0) return system_error("the folder can not be synchronised", folder, failed);
    return {};
  }
  [[nodiscard]] error taken() const {
    return error({.code = errc::exists, .subject = path_, .summary = "the file exists"});
  }

  std::string path_;
  std::string temporary_;
  MPI_Comm comm_;
  nopy::existing existing_;
  int fd_ = -1;
  bool on_network_ = false;
  bool made_ = false;
};

}  // namespace nopy::mpi
