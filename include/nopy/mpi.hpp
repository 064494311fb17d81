// SPDX-License-Identifier: MIT
// One array that all ranks of an MPI communicator write or read together, each its own block. Header-only, because the
// ABIs of MPI differ: compile it with the MPI you run with, and link nopy.
//
//   nopy::mpi::write("field.npy", MPI_COMM_WORLD, {nx, ny}, {first_x, 0}, block);  // every rank its block
//   auto block = nopy::mpi::read<double, 2>("field.npy", MPI_COMM_WORLD, {first_x, 0}, {own_x, ny});
//
// Every call is collective. All ranks fail or none: the error of the first rank that has one is everybody's. A file gets its
// name when it is whole; before, it is a sibling *.partial without the magic bytes, so that no reader takes it for an array.
#pragma once

#include <nopy/array.hpp>
#include <nopy/file.hpp>
#include <nopy/region.hpp>
#include <nopy/save.hpp>

#include <nopy/mpi/agreement.hpp>
#include <nopy/mpi/exchange.hpp>
#include <nopy/mpi/partial_file.hpp>

#include <optional>

namespace nopy::mpi {

/// How the blocks reach the file. `direct`: every rank writes its own runs. `exchange`: the ranks swap
/// parts until each holds a contiguous piece of the file, and write that. `mpi_io`: the MPI library's
/// collective file access.
enum class engine : std::uint8_t { automatic, direct, exchange, mpi_io };

/// Options of `write` and `read`; the same on all ranks.
struct options {
  mpi::engine engine =
      engine::automatic;         ///< direct where every run has `direct_run_bytes`, else exchange
  nopy::order order = order::c;  ///< of the bytes in a new file
  nopy::existing existing = existing::replace;
  nopy::durability durability = durability::none;
  std::uint64_t direct_run_bytes = std::uint64_t{64} << 10;
  /// The file system's stripe: where the pieces that two ranks write meet.
  std::uint64_t stripe_bytes = std::uint64_t{1} << 20;
  /// What a rank holds of the file at once while it exchanges; it needs about three times that, and
  /// up to 512 MiB where nearly all data lies in one rank.
  std::uint64_t round_bytes = std::uint64_t{16} << 20;
};

/// The path of short runs. Records and long doubles may have unused bytes, which must not leak: their
/// block is copied first, whole.
inline result<void> exchange_to(const partial_file& file, MPI_Comm comm, const block_list& blocks,
                                const any_view& block, const options& how) {
  std::optional<packed_block> packed;
  if (packed_block::needed_for(block)) packed.emplace(file.header(), block);
  // The other engines' writer holds a view against its bytes; copying would run past them.
  result<void> fits = packed ? packed->made() : result<void>();
  if (!block.strided() &&
      block.bytes().size() != block.shape().count() * block.dtype().item_bytes())
    fits = error({.code = errc::usage, .summary = "the block's bytes are not those of its shape"});
  if (auto all = agree(comm, fits); !all) return all;
  const exchange rounds(comm, blocks, file.header(), how.stripe_bytes, how.round_bytes);
  return rounds.gather(
      packed ? packed->view() : block,
      [&](std::uint64_t at, std::span<const std::byte> bytes) { return file.put(at, bytes); });
}

/// Writes an array of shape `global`, of which this rank has the elements from `start` on. Blocks may
/// leave elements out (they are zero), but not overlap; a rank without any passes an empty block.
/// Errors: those of `try_create`, and rank_mismatch, out_of_range, type_mismatch and shape_mismatch
/// (ranks that disagree), usage (blocks that overlap). Cost: each byte is sent at most once and
/// written once.
[[nodiscard]] inline result<void> try_write(const std::string& path, MPI_Comm comm,
                                            const shape& global, const shape& start,
                                            const any_view& block, const options& how = {}) {
  const block_list blocks(comm, global, start, block.shape());
  if (auto same = blocks.check(block.dtype()); !same) return same;
  if (auto apart = blocks.check_apart(); !apart) return apart;
  auto file = partial_file::create(path, comm, block.dtype(), global, how.order, how.existing);
  if (!file) return file.error();
  const header& of = file->header();
  const bool direct =
      how.engine == engine::direct || of.shape.count() * of.dtype.item_bytes() == 0 ||
      of.shape.rank() == 0 ||
      (how.engine == engine::automatic && blocks.shortest_run(of) >= how.direct_run_bytes);
  result<void> written;
  if (how.engine == engine::mpi_io)
    written = file->write_by_mpi_io(blocks, block);
  else if (direct)
    written = file->write_directly(start, block);
  else
    written = exchange_to(*file, comm, blocks, block, how);
  if (written && how.durability != durability::none) written = file->synchronise();
  return file->commit(written, how.durability == durability::full);
}

/// Reads the elements from `start` on into `block`, C order and contiguous; blocks may overlap. Errors: those of
/// `npy_file`. Types other than the file's are converted as `load` does, and are read directly.
template <element T, std::size_t Rank>
[[nodiscard]] result<void> try_read(const source& from, MPI_Comm comm,
                                    const std::array<std::uint64_t, Rank>& start,
                                    const array_view<T, Rank>& block, const options& how = {}) {
  auto file = npy_file::open(from);
  if (auto opened = agree(comm, file ? result<void>() : result<void>(file.error())); !opened)
    return opened;
  const header& of = file->header();
  const shape first{std::span(start)};
  const block_list blocks(comm, of.shape, first, block.shape());
  if (auto same = blocks.check(of.dtype); !same) return same;
  const bool direct =
      how.engine == engine::direct || !(of.dtype == dtype_of<T>()) || of.data_bytes == 0 ||
      std::same_as<T, bool> ||  // bytes other than 0 and 1 become 1
      Rank == 0 ||
      (how.engine == engine::automatic && blocks.shortest_run(of) >= how.direct_run_bytes);
  if (direct) return agree(comm, file->template try_read<T, Rank>(start, block));
  return agree(
      comm,
      exchange(comm, blocks, of, how.stripe_bytes, how.round_bytes).scatter(*file, block.data()));
}

/// Like the other `try_read`, into memory of its own.
template <element T, std::size_t Rank>
[[nodiscard]] result<array<T, Rank>> try_read(const source& from, MPI_Comm comm,
                                              const std::array<std::uint64_t, Rank>& start,
                                              const std::array<std::uint64_t, Rank>& extents,
                                              const options& how = {}) {
  auto made = array<T, Rank>::make(nopy::extents<Rank>(shape(std::span(extents))));
  if (auto all = agree(comm, made ? result<void>() : result<void>(made.error())); !all)
    return all.error();
  const auto read = try_read<T, Rank>(from, comm, start, made->view(), how);
  if (!read) return read.error();
  return made;
}

#if NOPY_EXCEPTIONS
/// Like `try_write`; throws nopy::exception on every rank.
inline void write(const std::string& path, MPI_Comm comm, const shape& global, const shape& start,
                  const any_view& block, const options& how = {}) {
  try_write(path, comm, global, start, block, how).value();
}
/// Like `try_read`; throws nopy::exception on every rank.
template <element T, std::size_t Rank>
[[nodiscard]] array<T, Rank> read(const source& from, MPI_Comm comm,
                                  const std::array<std::uint64_t, Rank>& start,
                                  const std::array<std::uint64_t, Rank>& extents,
                                  const options& how = {}) {
  return try_read<T, Rank>(from, comm, start, extents, how).value();
}
#endif

}  // namespace nopy::mpi
