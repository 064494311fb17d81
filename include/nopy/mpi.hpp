// SPDX-License-Identifier: MIT
// One array that all ranks of an MPI communicator write or read together, each its own block. Header-only, because the
// ABIs of MPI differ: compile it with the MPI you run with, and link nopy.
//
//   nopy::mpi::write("field.npy", MPI_COMM_WORLD, {nx, ny}, {first_x, 0}, block);  // every rank its block
//   auto block = nopy::mpi::read<double, 2>("field.npy", MPI_COMM_WORLD, {first_x, 0}, {own_x, ny});
//
//   nopy::mpi::write_npz("run.npz", MPI_COMM_WORLD,
//                        {{"u", {nx, ny}, {first_x, 0}, u}, {"v", {nx, ny}, {first_x, 0}, v}});
//   auto u = nopy::mpi::read_member<double, 2>("run.npz", "u", MPI_COMM_WORLD, {first_x, 0}, {own_x, ny});
//
// Every call is collective. All ranks fail or none: the error of the first rank that has one is
// everybody's. A file gets its name when it is whole; before, it is a sibling *.partial-* without
// header or directory, so that no reader takes it for anything.
#pragma once

#include <nopy/array.hpp>
#include <nopy/file.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_layout.hpp>

#include <nopy/mpi/array_output.hpp>

#include <initializer_list>

namespace nopy::mpi {

/// Writes an array of shape `global`, of which this rank has the elements from `start` on. Blocks may
/// leave elements out (they are zero), but not overlap; a rank without any passes an empty block. Of an
/// array of no axes the first rank's item is written.
/// Errors: object_dtype, too_large, io, exists, and rank_mismatch, out_of_range, type_mismatch and
/// shape_mismatch (ranks that disagree), usage (blocks that overlap). Cost: each byte is sent at most once
/// and written once.
[[nodiscard]] inline result<void> try_write(const std::string& path, MPI_Comm comm,
                                            const shape& global, const shape& start,
                                            const any_view& block, const options& how = {}) {
  const block_list blocks(comm, global, start, block.shape());
  if (auto same = blocks.check(block.dtype(), how.most_a_call()); !same) return same;
  if (auto apart = blocks.check_apart(); !apart) return apart;
  const auto text = core::encode_header(block.dtype(), global, how.order);
  header of;
  of.dtype = block.dtype();
  of.shape = global;
  of.order = how.order;
  result<void> writable = text ? array_output::check(of) : result<void>(text.error());
  if (auto all = agree(comm, writable); !all) return all;
  of.data_offset = text->bytes().size();
  of.data_bytes = global.count() * of.dtype.item_bytes();
  auto file = partial_file::create(path, comm, of.data_offset + of.data_bytes, how.existing);
  if (!file) return file.error();
  const auto written = array_output(*file, of, nullptr).write(blocks, block, how);
  return file->commit(written, how.durability, [&] { return file->put(0, text->bytes()); });
}

/// One array of an archive that all ranks write: of shape `global`, this rank has `block` from `start` on.
/// Key and block's bytes are borrowed. All but `start` and `block` is the same on all ranks.
struct named_block {
  std::string_view key;
  shape global;
  shape start;
  any_view block;
  std::optional<nopy::order> order{};  ///< of the bytes in the file; none: as the options say
};

/// Writes an archive of stored members, byte for byte what `save_npz` writes of the whole arrays: their data begins at
/// multiples of 64, their checksums are joined from what the ranks wrote. Each rank gives its block of every array, as
/// for `try_write`, and the arrays in the same order.
/// Errors: those of `try_write`, and zip_duplicate, zip_name, usage (ranks that name different arrays). Cost: like
/// `try_write` for one array after the other, and a checksum of each byte.
[[nodiscard]] inline result<void> try_write_npz(const std::string& path, MPI_Comm comm,
                                                std::span<const named_block> arrays,
                                                const options& how = {}) {
  std::vector<planned_array> planned;
  std::string told;
  for (const named_block& one : arrays) {
    planned.push_back({one.key, one.block.dtype(), one.global, one.order.value_or(how.order)});
    // With its length: a key may hold whatever else would part them.
    told.append(std::to_string(one.key.size())).append(":").append(one.key);
    told.append(planned.back().order == order::c ? "\n" : " (Fortran order)\n");
  }
  if (auto same = agree_on(comm, told, "the ranks name different arrays", how.most_a_call()); !same)
    return same;
  std::vector<block_list> blocks;
  for (const named_block& one : arrays) {
    blocks.emplace_back(comm, one.global, one.start, one.block.shape());
    if (auto same = blocks.back().check(one.block.dtype(), how.most_a_call()); !same)
      return same.error().about(one.key).about(path);
    if (auto apart = blocks.back().check_apart(); !apart)
      return apart.error().about(one.key).about(path);
  }
  const auto layout = npz_layout::plan(planned);
  if (auto all = agree(comm, layout ? result<void>() : result<void>(layout.error().about(path)));
      !all)
    return all;
  auto file = partial_file::create(path, comm, layout->total_bytes(), how.existing);
  if (!file) return file.error();
  std::vector<std::uint32_t> sums;
  result<void> written;
  for (std::size_t i = 0; written && i < arrays.size(); ++i) {
    scattered_crc32 sum(layout->header(i).data_bytes);
    written = array_output(*file, layout->header(i), &sum).write(blocks[i], arrays[i].block, how);
    if (!written && written.error().parts().subject.empty())
      written = written.error().about(arrays[i].key).about(path);
    written = agree(comm, written);
    std::uint32_t joined = sum.sum();
    MPI_Allreduce(MPI_IN_PLACE, &joined, 1, MPI_UINT32_T, MPI_BXOR, comm);
    scattered_crc32 whole(layout->header(i).data_bytes);
    whole.join(joined);
    sums.push_back(whole.value());
  }
  return file->commit(written, how.durability, [&] {
    return layout->try_write_records(sums, [&](std::uint64_t at, std::span<const std::byte> bytes) {
      return file->put(at, bytes);
    });
  });
}
/// The same of a list in braces.
[[nodiscard]] inline result<void> try_write_npz(const std::string& path, MPI_Comm comm,
                                                std::initializer_list<named_block> arrays,
                                                const options& how = {}) {
  return try_write_npz(path, comm, std::span(arrays.begin(), arrays.size()), how);
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
  if (auto same = blocks.check(of.dtype, how.most_a_call()); !same) return same;
  const bool direct =
      how.engine == engine::direct || !(of.dtype == dtype_of<T>()) || of.data_bytes == 0 ||
      std::same_as<T, bool> ||  // bytes other than 0 and 1 become 1
      Rank == 0 ||
      (how.engine == engine::automatic && blocks.shortest_run(of) >= how.direct_run_bytes);
  if (direct) return agree(comm, file->template try_read<T, Rank>(start, block));
  return agree(comm, exchange(comm, blocks, of, how).scatter(*file, block.data()));
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

/// Reads the elements from `start` on of an archive's member, as `try_read` does; every rank opens the archive. Of a
/// stored member each rank reads its bytes. A deflated one is inflated by every rank up to what it needs, or only the
/// chunks that hold it, where the member has a table of chunks; no rank holds the whole of it. Its CRC is not checked.
/// Errors: those of `npz_reader::open`, not_found, and those of `try_read`.
template <element T, std::size_t Rank>
[[nodiscard]] result<array<T, Rank>> try_read_member(const std::string& path, std::string_view key,
                                                     MPI_Comm comm,
                                                     const std::array<std::uint64_t, Rank>& start,
                                                     const std::array<std::uint64_t, Rank>& extents,
                                                     const options& how = {}) {
  const auto archive = npz_reader::open(path);
  result<void> found;
  if (!archive) found = archive.error();
  const auto member = archive ? archive->try_get(key) : result<nopy::member>(archive.error());
  if (found && !member) found = member.error();
  if (auto all = agree(comm, found); !all) return all.error();
  return try_read<T, Rank>(*member, comm, start, extents, how);
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
/// Like `try_write_npz`; throws nopy::exception on every rank.
inline void write_npz(const std::string& path, MPI_Comm comm, std::span<const named_block> arrays,
                      const options& how = {}) {
  try_write_npz(path, comm, arrays, how).value();
}
/// Like `try_write_npz`; throws nopy::exception on every rank.
inline void write_npz(const std::string& path, MPI_Comm comm,
                      std::initializer_list<named_block> arrays, const options& how = {}) {
  try_write_npz(path, comm, arrays, how).value();
}
/// Like `try_read_member`; throws nopy::exception on every rank.
template <element T, std::size_t Rank>
[[nodiscard]] array<T, Rank> read_member(const std::string& path, std::string_view key,
                                         MPI_Comm comm,
                                         const std::array<std::uint64_t, Rank>& start,
                                         const std::array<std::uint64_t, Rank>& extents,
                                         const options& how = {}) {
  return try_read_member<T, Rank>(path, key, comm, start, extents, how).value();
}
#endif

}  // namespace nopy::mpi
