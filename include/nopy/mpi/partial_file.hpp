// SPDX-License-Identifier: MIT
// The file that all ranks write, under a name that says it is not whole: NAME.partial-*, without the magic bytes, until the
// first rank puts them in and renames it.
#pragma once

#include <nopy/mpi/blocks.hpp>
#include <nopy/region.hpp>
#include <nopy/save.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace nopy::mpi {

/// An error of the operating system.
inline error system_error(const char* summary, const std::string& path, int number = errno) {
  return error({.code = errc::io,
                .subject = path,
                .summary = summary,
                .found = std::strerror(number),
                .system_code = number});
}

/// A block's bytes as the file wants them: in its order, unused bytes zero. For paths that copy bytes only.
class packed_block {
 public:
  packed_block(const nopy::header& of, const any_view& block)
      : bytes_(static_cast<std::size_t>(block.shape().count() * of.dtype.item_bytes())),
        view_(of.dtype, block.shape(), bytes_, of.order) {
    nopy::header alone = of;
    alone.shape = block.shape();
    alone.data_offset = 0;
    const auto writer = npy_region_writer::over(
        alone, [this](std::uint64_t at, std::span<const std::byte> bytes) -> result<void> {
          std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
          return {};
        });
    shape origin;
    for (std::size_t axis = 0; axis < block.shape().rank(); ++axis) origin.push_back(0);
    made_ = writer ? writer->try_write(origin, block) : result<void>(writer.error());
  }
  packed_block(const packed_block&) = delete;
  packed_block& operator=(const packed_block&) = delete;

  [[nodiscard]] const result<void>& made() const noexcept { return made_; }
  [[nodiscard]] const any_view& view() const noexcept { return view_; }
  /// Whether bytes of the block must not reach the file as they are.
  [[nodiscard]] static bool needed_for(const any_view& block) {
    const auto of = block.dtype().kind();
    const std::uint64_t bytes = block.dtype().item_bytes();
    return block.padding() == padding::zero &&
           (of == kind::record || of == kind::subarray || (of == kind::floating && bytes > 8) ||
            (of == kind::complex && bytes > 16));
  }

 private:
  std::vector<std::byte> bytes_;
  any_view view_;
  result<void> made_;
};

class partial_file {
 public:
  /// Collective. The first rank makes the file, all open it. Errors: those of `try_create`.
  [[nodiscard]] static result<partial_file> create(const std::string& path, MPI_Comm comm,
                                                   const dtype& type, const shape& global,
                                                   nopy::order order, nopy::existing existing) {
    partial_file made(path, comm, existing);
    const auto bytes = core::encode_header(type, global, order);
    if (auto all = agree(comm, bytes ? result<void>() : result<void>(bytes.error())); !all)
      return all.error();
    made.header_.dtype = type;
    made.header_.shape = global;
    made.header_.order = order;
    made.header_.data_offset = bytes->bytes().size();
    std::copy_n(bytes->bytes().begin(), magic_bytes, made.magic_);
    if (auto all = agree(comm, made.make_first()); !all) return all.error();
    if (auto all = agree(comm, made.open()); !all) return all.error();
    return made;
  }
  partial_file(partial_file&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::move(other.temporary_)),
        comm_(other.comm_),
        existing_(other.existing_),
        header_(std::move(other.header_)),
        fd_(std::exchange(other.fd_, -1)),
        made_(std::exchange(other.made_, false)) {
    std::copy_n(other.magic_, magic_bytes, magic_);
  }
  partial_file& operator=(partial_file&&) = delete;
  /// What was not committed is removed.
  ~partial_file() {
    if (fd_ >= 0) ::close(fd_);
    if (made_) ::unlink(temporary_.c_str());
  }

  [[nodiscard]] const nopy::header& header() const noexcept { return header_; }

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
  /// Every run of the block by a write of its own. Errors: those of `npy_region_writer`.
  [[nodiscard]] result<void> write_directly(const shape& start, const any_view& block) const {
    const auto writer = npy_region_writer::over(
        header_,
        [this](std::uint64_t at, std::span<const std::byte> bytes) { return put(at, bytes); });
    if (!writer) return writer.error();
    return writer->try_write(start, block);
  }
  /// Collective. By MPI's own collective access, for who trusts its tuning. Errors: io, too_large
  /// (an extent or a block that MPI's int does not count).
  [[nodiscard]] result<void> write_by_mpi_io(const block_list& blocks, const any_view& block) const;

  [[nodiscard]] result<void> synchronise() const {
    if (::fsync(fd_) != 0) return system_error("synchronising failed", path_);
    return {};
  }
  /// Collective. Where all ranks wrote what they had: puts the magic bytes in and gives the file its
  /// name. Errors: the first rank's, io, exists.
  [[nodiscard]] result<void> commit(const result<void>& written, bool name_too) {
    if (auto all = agree(comm_, written); !all) return all;
    return agree(comm_, rank_of(comm_) == 0 ? finish(name_too) : result<void>());
  }

 private:
  static constexpr std::size_t magic_bytes = 8;

  partial_file(const std::string& path, MPI_Comm comm, nopy::existing existing)
      : path_(path), temporary_(path), comm_(comm), existing_(existing) {
    unsigned long long tag = static_cast<unsigned long long>(::getpid());
    MPI_Bcast(&tag, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
    temporary_ += ".partial-" + std::to_string(tag);
  }
  [[nodiscard]] result<void> make_first() {
    if (rank_of(comm_) != 0) return {};
    if (existing_ == existing::refuse && ::access(path_.c_str(), F_OK) == 0) return taken();
    // A process of that number may have left one; two that live can not have it.
    const auto created = try_create(temporary_, header_.dtype, header_.shape,
                                    {.order = header_.order, .existing = existing::replace});
    if (!created) return created.error();
    made_ = true;
    return {};
  }
  [[nodiscard]] result<void> open() {
    fd_ = ::open(temporary_.c_str(), O_RDWR | O_CLOEXEC);
    if (fd_ < 0) return system_error("this rank does not see the first rank's file", temporary_);
    constexpr std::byte none[magic_bytes]{};
    return rank_of(comm_) == 0 ? put(0, none) : result<void>();
  }
  [[nodiscard]] result<void> finish(bool name_too) {
    if (auto whole = put(0, magic_); !whole) return whole;
    if (name_too)
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
    return name_too ? synchronise_folder() : result<void>();
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
  nopy::header header_;
  std::byte magic_[magic_bytes]{};
  int fd_ = -1;
  bool made_ = false;
};

inline result<void> partial_file::write_by_mpi_io(const block_list& blocks,
                                                  const any_view& block) const {
  const std::size_t rank = header_.shape.rank();
  const packed_block packed(header_, block);
  if (auto all = agree(comm_, packed.made()); !all) return all;
  std::vector<int> sizes, parts, starts;
  const std::span<const std::byte> bytes = packed.view().bytes();
  bool countable = bytes.size() <= INT_MAX;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    countable = countable && blocks.global()[axis] <= INT_MAX;
    sizes.push_back(static_cast<int>(blocks.global()[axis]));
    parts.push_back(static_cast<int>(blocks.own().extents[axis]));
    starts.push_back(static_cast<int>(blocks.own().start[axis]));
  }
  const result<void> fits = countable ? result<void>()
                                      : error({.code = errc::too_large,
                                               .summary = "MPI-IO counts up to 2^31 only",
                                               .hint = "engine::automatic has no such limit"});
  if (auto all = agree(comm_, fits); !all) return all;
  MPI_Datatype item;
  MPI_Type_contiguous(static_cast<int>(header_.dtype.item_bytes()), MPI_BYTE, &item);
  MPI_Datatype part = item;
  if (rank != 0 && !bytes.empty())
    MPI_Type_create_subarray(static_cast<int>(rank), sizes.data(), parts.data(), starts.data(),
                             header_.order == order::c ? MPI_ORDER_C : MPI_ORDER_FORTRAN, item,
                             &part);
  MPI_Type_commit(&part);
  MPI_File file;
  auto done =
      checked(MPI_File_open(comm_, temporary_.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file),
              "MPI_File_open failed");
  if (done) {
    char native[] = "native";
    MPI_File_set_view(file, static_cast<MPI_Offset>(header_.data_offset), MPI_BYTE, part, native,
                      MPI_INFO_NULL);
    done = checked(MPI_File_write_all(file, bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE,
                                      MPI_STATUS_IGNORE),
                   "MPI_File_write_all failed");
    const auto closed = checked(MPI_File_close(&file), "MPI_File_close failed");
    if (done) done = closed;
  }
  if (part != item) MPI_Type_free(&part);
  MPI_Type_free(&item);
  return done;
}

}  // namespace nopy::mpi
