// SPDX-License-Identifier: MIT
// One array on its way into a file that all ranks write: three engines, and for archives the
// checksum of what this rank put.
#pragma once

#include <nopy/mpi/exchange.hpp>
#include <nopy/mpi/partial_file.hpp>
#include <nopy/npz_layout.hpp>
#include <nopy/region.hpp>

#include <optional>

namespace nopy::mpi {

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

/// `count` times `of`, `stride` bytes from one to the next, for any count: types of types, since
/// MPI counts by int. `of` stays the caller's.
inline MPI_Datatype repeated(MPI_Datatype of, std::uint64_t count, std::uint64_t stride,
                             std::uint64_t most) {
  MPI_Datatype made;
  if (count <= most) {
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(of, &first, &extent);
    const auto step = static_cast<MPI_Aint>(stride);
    if (extent == step)  // that nothing lies between is worth knowing
      MPI_Type_contiguous(static_cast<int>(count), of, &made);
    else
      MPI_Type_create_hvector(static_cast<int>(count), 1, step, of, &made);
    return made;
  }
  MPI_Datatype many = repeated(of, most, stride, most);
  MPI_Datatype parts[2] = {repeated(many, count / most, stride * most, most), MPI_DATATYPE_NULL};
  MPI_Type_free(&many);
  if (count % most == 0) return parts[0];
  parts[1] = repeated(of, count % most, stride, most);
  const int counts[2] = {1, 1};
  const MPI_Aint starts[2] = {0, static_cast<MPI_Aint>(count / most * most * stride)};
  MPI_Type_create_struct(2, counts, starts, parts, &made);
  MPI_Type_free(&parts[0]);
  MPI_Type_free(&parts[1]);
  return made;
}

/// One array of the file.
class array_output {
 public:
  /// `of.data_offset` counts from the file's first byte. `sum`, where it is not null, gets what this rank puts.
  array_output(const partial_file& file, const nopy::header& of, scattered_crc32* sum)
      : file_(file), of_(of), sum_(sum) {}

  /// Whether an array is one that can be written. Errors: object_dtype, too_large.
  [[nodiscard]] static result<void> check(const nopy::header& of) {
    const auto writer = npy_region_writer::over(
        of, [](std::uint64_t, std::span<const std::byte>) { return result<void>(); });
    return writer ? result<void>() : result<void>(writer.error());
  }
  /// Collective. Writes this rank's block; every rank goes to the end, whatever happens to it. Errors: those of
  /// `npy_region_writer`, io, usage.
  [[nodiscard]] result<void> write(const block_list& blocks, const any_view& block,
                                   const options& how) const {
    const bool scalar = of_.shape.rank() == 0;  // every rank has it, the first one's counts
    if (scalar && rank_of(file_.comm()) != 0) return {};
    const bool plain = scalar || of_.shape.count() * of_.dtype.item_bytes() == 0;
    const bool long_runs = how.engine == engine::automatic &&
                           blocks.shortest_run(of_) >= how.least_direct_run(file_.on_network());
    if (plain || long_runs || how.engine == engine::direct)
      return directly(blocks.own().start, block);
    if (how.engine == engine::mpi_io) return by_mpi_io(blocks, block, how);
    return by_exchange(blocks, block, how);
  }

 private:
  /// Checked and written piece by piece: the write finds it in the cache.
  [[nodiscard]] result<void> put(std::uint64_t at, std::span<const std::byte> bytes) const {
    constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    if (sum_ == nullptr) return file_.put(at, bytes);
    while (!bytes.empty()) {
      const auto piece = bytes.first(std::min(bytes.size(), piece_bytes));
      sum_->add(at - of_.data_offset, piece);
      if (auto done = file_.put(at, piece); !done) return done;
      at += piece.size();
      bytes = bytes.subspan(piece.size());
    }
    return {};
  }
  /// Every run of the block by a write of its own.
  [[nodiscard]] result<void> directly(const shape& start, const any_view& block) const {
    const auto writer = npy_region_writer::over(
        of_, [this](std::uint64_t at, std::span<const std::byte> bytes) { return put(at, bytes); });
    if (!writer) return writer.error();
    return writer->try_write(start, block);
  }
  /// The path of short runs. Records and long doubles may have unused bytes, which must not leak: their
  /// block is copied first, whole.
  [[nodiscard]] result<void> by_exchange(const block_list& blocks, const any_view& block,
                                         const options& how) const {
    std::optional<packed_block> packed;
    if (packed_block::needed_for(block)) packed.emplace(of_, block);
    // The other engines' writer holds a view against its bytes; copying would run past them.
    result<void> fits = packed ? packed->made() : result<void>();
    if (!block.strided() &&
        block.bytes().size() != block.shape().count() * block.dtype().item_bytes())
      fits =
          error({.code = errc::usage, .summary = "the block's bytes are not those of its shape"});
    if (auto all = agree(file_.comm(), fits); !all) return all;
    const exchange rounds(file_.comm(), blocks, of_, how);
    return rounds.gather(
        packed ? packed->view() : block,
        [this](std::uint64_t at, std::span<const std::byte> bytes) { return put(at, bytes); });
  }
  /// By MPI's own collective access, for who trusts its tuning.
  [[nodiscard]] result<void> by_mpi_io(const block_list& blocks, const any_view& block,
                                       const options& how) const;
  [[nodiscard]] result<void> sum_only(const shape& start, const any_view& block) const {
    if (sum_ == nullptr) return {};
    const auto writer = npy_region_writer::over(
        of_, [this](std::uint64_t at, std::span<const std::byte> bytes) -> result<void> {
          sum_->add(at - of_.data_offset, bytes);
          return {};
        });
    if (!writer) return writer.error();
    return writer->try_write(start, block);
  }

  const partial_file& file_;
  const nopy::header& of_;
  scattered_crc32* sum_;
};

inline result<void> array_output::by_mpi_io(const block_list& blocks, const any_view& block,
                                            const options& how) const {
  const MPI_Comm comm = file_.comm();
  const std::uint64_t most = how.most_a_call();
  const packed_block packed(of_, block);
  result<void> ready = packed.made();
  if (ready) ready = sum_only(blocks.own().start, packed.view());
  if (auto all = agree(comm, ready); !all) return all;
  const std::span<const std::byte> bytes = packed.view().bytes();
  // The block's places in the file, from the fastest axis outwards.
  std::uint64_t stride = of_.dtype.item_bytes();
  std::uint64_t first = of_.data_offset;
  MPI_Datatype part = repeated(MPI_BYTE, bytes.empty() ? 1 : stride, 1, most);
  for (std::size_t place = of_.shape.rank(); !bytes.empty() && place-- > 0;) {
    const std::size_t axis = of_.order == order::c ? place : of_.shape.rank() - 1 - place;
    const MPI_Datatype line = repeated(part, blocks.own().extents[axis], stride, most);
    MPI_Type_free(&part);
    part = line;
    first += blocks.own().start[axis] * stride;
    stride *= of_.shape[axis];
  }
  MPI_Type_commit(&part);
  MPI_File file;
  auto done = agree(comm, checked(MPI_File_open(comm, file_.temporary().c_str(), MPI_MODE_WRONLY,
                                                MPI_INFO_NULL, &file),
                                  "MPI_File_open failed"));
  // Where some ranks alone opened it they leave it so: to close it takes all.
  if (done) {
    char native[] = "native";
    done = checked(MPI_File_set_view(file, static_cast<MPI_Offset>(first), MPI_BYTE, part, native,
                                     MPI_INFO_NULL),
                   "MPI_File_set_view failed");
    // Every rank as often as the one that has most.
    unsigned long long calls = (bytes.size() + most - 1) / most;
    MPI_Allreduce(MPI_IN_PLACE, &calls, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
    for (unsigned long long call = 0; call < calls; ++call) {
      const std::size_t at =
          std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(call * most));
      const std::size_t count =
          std::min<std::size_t>(bytes.size() - at, static_cast<std::size_t>(most));
      const auto written =
          checked(MPI_File_write_all(file, bytes.data() + at, static_cast<int>(count), MPI_BYTE,
                                     MPI_STATUS_IGNORE),
                  "MPI_File_write_all failed");
      if (done) done = written;
    }
    const auto closed = checked(MPI_File_close(&file), "MPI_File_close failed");
    if (done) done = closed;
  }
  MPI_Type_free(&part);
  return done;
}

}  // namespace nopy::mpi
