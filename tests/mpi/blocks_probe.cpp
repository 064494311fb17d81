// SPDX-License-Identifier: MIT
// What every rank of a test does: `blocks_probe CASE FOLDER`. The files it leaves are judged by
// NumPy; values read back are judged here.
#include <nopy/mpi.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/record.hpp>

#include "probe.hpp"

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace nopy::test;

/// Writes an array cut along `axes` by every engine and order, and reads it back by other cuts.
template <class T>
void round_trip(const std::string& name, const shape& global, std::size_t cut_axis,
                std::size_t read_axis, const mpi::options& how) {
  const auto block_along = [&](std::size_t axis) {
    shape start;
    shape extents = global;
    for (std::size_t i = 0; i < global.rank(); ++i) start.push_back(0);
    const part own = part_of(global[axis], rank, ranks);
    start[axis] = own.start;
    extents[axis] = own.count;
    return mpi::block{start, extents};
  };
  const mpi::block own = block_along(cut_axis);
  const auto values = numbered<T>(global, own.start, own.extents);
  const std::string path = folder + "/" + name + ".npy";
  check(
      mpi::try_write(
          path, MPI_COMM_WORLD, global, own.start,
          nopy::any_view(nopy::dtype_of<T>(), own.extents, std::as_bytes(std::span(values))), how),
      name);
  MPI_Barrier(MPI_COMM_WORLD);
  mpi::block other = block_along(read_axis);
  // With the neighbour's first index.
  if (other.start[read_axis] + other.extents[read_axis] < global[read_axis])
    ++other.extents[read_axis];
  const auto expected = numbered<T>(global, other.start, other.extents);
  std::vector<T> got(expected.size());
  const nopy::array_view<T, 3> into(got.data(), nopy::extents<3>(other.extents));
  const std::array<std::uint64_t, 3> start{other.start[0], other.start[1], other.start[2]};
  check(mpi::try_read<T, 3>(path, MPI_COMM_WORLD, start, into, how), name + " read");
  check(got == expected, name + ": other values than were written");
}

void arrays() {
  const struct {
    const char* name;
    mpi::engine engine;
  } engines[] = {{"automatic", mpi::engine::automatic},
                 {"direct", mpi::engine::direct},
                 {"exchange", mpi::engine::exchange},
                 {"mpi_io", mpi::engine::mpi_io}};
  for (const auto& engine : engines)
    for (const order order : {order::c, order::fortran})
      for (std::size_t axis = 0; axis < 3; ++axis)
        // Small rounds and stripes: many of each, and planes that are part of a row.
        for (const std::uint64_t round :
             {std::uint64_t{40}, std::uint64_t{3000}, std::uint64_t{1} << 24}) {
          const std::string name = std::string(engine.name) + (order == order::c ? "_c_" : "_f_") +
                                   std::to_string(axis) + "_" + std::to_string(round);
          round_trip<std::int32_t>(
              name, {13, 11, 17}, axis, (axis + 1) % 3,
              {.engine = engine.engine, .order = order, .stripe_bytes = 512, .round_bytes = round});
        }
}

/// Two axes cut, the last rank idle, and a hole that stays zero.
void grid() {
  const shape global{12, 10};
  std::vector<double> values;
  shape start{0, 0};
  shape extents{0, 0};
  if (rank < 4) {
    start = {static_cast<std::uint64_t>(rank / 2 * 6), static_cast<std::uint64_t>(rank % 2 * 5)};
    extents = {6, rank == 3 ? 3u : 5u};
    values = numbered<double>(global, start, extents);
  }
  for (const auto engine : {mpi::engine::direct, mpi::engine::exchange})
    check(mpi::try_write(
              folder + (engine == mpi::engine::direct ? "/grid_direct.npy" : "/grid_exchange.npy"),
              MPI_COMM_WORLD, global, start,
              nopy::any_view(nopy::dtype_of<double>(), extents, std::as_bytes(std::span(values))),
              {.engine = engine, .round_bytes = 100}),
          "grid");
}

/// What no field names must not reach the file.
void records() {
  std::vector<padded> values(4);
  std::memset(static_cast<void*>(values.data()), 0xEE, values.size() * sizeof(padded));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].small = static_cast<std::uint8_t>(rank);
    values[i].large = static_cast<double>(i);
  }
  for (const auto engine : {mpi::engine::direct, mpi::engine::exchange, mpi::engine::mpi_io})
    check(mpi::try_write(folder + "/records_" + std::to_string(static_cast<int>(engine)) + ".npy",
                         MPI_COMM_WORLD, {static_cast<std::uint64_t>(4 * ranks)},
                         {static_cast<std::uint64_t>(4 * rank)}, values, {.engine = engine}),
          "records");
}

/// A stored member of an archive is read like a file.
void members() {
  const std::string path = folder + "/run.npz";
  if (rank == 0) {
    const auto values = numbered<float>({8, 6}, {0, 0}, {8, 6});
    nopy::save_npz(
        path,
        {{"x", nopy::array_view<const float, 2>(values.data(), nopy::extents<2>(shape{8, 6}))}});
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const nopy::npz_reader run(path);
  const part own = part_of(6, rank, ranks);
  const auto got = mpi::read<float, 2>(run["x"], MPI_COMM_WORLD, {0, own.start}, {8, own.count},
                                       {.engine = mpi::engine::exchange});
  // A bool is 0 or 1 whatever its byte says, by every engine.
  if (rank == 0) {
    const std::vector<std::uint8_t> odd{0, 1, 2, 255};
    nopy::save(folder + "/odd.npy",
               nopy::any_view(nopy::dtype_of<nopy::boolean>(), {4}, std::as_bytes(std::span(odd))));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const auto bools = mpi::read<bool, 1>(folder + "/odd.npy", MPI_COMM_WORLD, {0}, {4},
                                        {.engine = mpi::engine::exchange});
  const std::uint8_t ones[]{0, 1, 1, 1};
  check(std::memcmp(bools.data(), ones, 4) == 0, "bools");
  const auto expected = numbered<float>({8, 6}, {0, own.start}, {8, own.count});
  check(std::equal(expected.begin(), expected.end(), got.span().begin(), got.span().end()),
        "member");
}

/// One outcome for all ranks, and nothing left behind.
void errors() {
  const std::string path = folder + "/refused.npy";
  const std::vector<double> two{1, 2};
  const std::vector<float> two_floats{1, 2};
  const auto own = static_cast<std::uint64_t>(2 * rank);
  const auto all = static_cast<std::uint64_t>(2 * ranks);
  const int last = ranks - 1;
  const struct {
    const char* name;
    nopy::errc expected;
    std::function<nopy::result<void>(mpi::engine)> call;
  } rows[] = {
      {"out of range on one rank", nopy::errc::out_of_range,
       [&](mpi::engine e) {
         return mpi::try_write(path, MPI_COMM_WORLD, {all}, {rank == last ? own + 1 : own}, two,
                               {.engine = e});
       }},
      {"overlap", nopy::errc::usage,
       [&](mpi::engine e) {
         return mpi::try_write(path, MPI_COMM_WORLD, {all}, {rank == last ? own - 1 : own}, two,
                               {.engine = e});
       }},
      {"another type on one rank", nopy::errc::type_mismatch,
       [&](mpi::engine e) {
         return rank == last
                    ? mpi::try_write(path, MPI_COMM_WORLD, {all}, {own}, two_floats, {.engine = e})
                    : mpi::try_write(path, MPI_COMM_WORLD, {all}, {own}, two, {.engine = e});
       }},
      {"another shape on one rank", nopy::errc::shape_mismatch,
       [&](mpi::engine e) {
         return mpi::try_write(path, MPI_COMM_WORLD, {rank == last ? all + 1 : all}, {own}, two,
                               {.engine = e});
       }},
      {"another rank on one rank", nopy::errc::rank_mismatch,
       [&](mpi::engine e) {
         return rank == last
                    ? mpi::try_write(path, MPI_COMM_WORLD, {all, 1}, {own}, two, {.engine = e})
                    : mpi::try_write(path, MPI_COMM_WORLD, {all}, {own}, two, {.engine = e});
       }},
      {"a view of too few bytes on one rank", nopy::errc::usage,
       [&](mpi::engine e) {
         const auto bytes = std::as_bytes(std::span(two));
         return mpi::try_write(
             path, MPI_COMM_WORLD, {all}, {own},
             nopy::any_view(nopy::dtype_of<double>(), {2}, rank == last ? bytes.first(8) : bytes),
             {.engine = e});
       }},
      {"no such folder", nopy::errc::io,
       [&](mpi::engine e) {
         return mpi::try_write(folder + "/none/x.npy", MPI_COMM_WORLD, {all}, {own}, two,
                               {.engine = e});
       }},
      {"a file in the way", nopy::errc::exists,
       [&](mpi::engine e) {
         return mpi::try_write(folder + "/there.npy", MPI_COMM_WORLD, {all}, {own}, two,
                               {.engine = e, .existing = nopy::existing::refuse});
       }},
      {"a file that is none", nopy::errc::io,
       [&](mpi::engine) {
         const auto got =
             mpi::try_read<double, 1>(folder + "/none.npy", MPI_COMM_WORLD, {own}, {2});
         return got ? nopy::result<void>() : nopy::result<void>(got.error());
       }},
      {"a window outside on one rank", nopy::errc::out_of_range,
       [&](mpi::engine) {
         const auto got = mpi::try_read<double, 1>(folder + "/there.npy", MPI_COMM_WORLD,
                                                   {rank == last ? std::uint64_t{1000} : 0}, {1});
         return got ? nopy::result<void>() : nopy::result<void>(got.error());
       }},
  };
  if (rank == 0) nopy::save(folder + "/there.npy", two);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const auto& row : rows)
    for (const auto engine : {mpi::engine::direct, mpi::engine::exchange, mpi::engine::mpi_io}) {
      const auto done = row.call(engine);
      check(!done, std::string(row.name) + " was not refused");
      check(done.error().code() == row.expected,
            std::string(row.name) + ": " + done.error().message());
    }
}

/// The last rank's disk is full.
void full_disk() {
  std::signal(SIGXFSZ, SIG_IGN);
  if (rank == ranks - 1) {
    const rlimit small{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  const std::vector<double> many(10000, 1.5);
  for (const auto engine : {mpi::engine::direct, mpi::engine::exchange}) {
    const auto done = mpi::try_write(
        folder + "/full.npy", MPI_COMM_WORLD, {static_cast<std::uint64_t>(10000 * ranks)},
        {static_cast<std::uint64_t>(10000 * rank)}, many, {.engine = engine, .stripe_bytes = 4096});
    check(!done && done.error().code() == nopy::errc::io, "a full disk");
  }
}

/// What MPI's int does not count goes in several calls: here already what is longer than a few bytes.
void counts() {
  const nopy::dtype wide = nopy::dtype::opaque(40);  // one item is more than a call takes
  const part own = part_of(6, rank, ranks);
  const auto values = numbered<double>({7, 6, 5}, {0, own.start, 0}, {7, own.count, 5});
  const nopy::any_view block(wide, {7, own.count}, std::as_bytes(std::span(values)));
  for (const auto engine : {mpi::engine::exchange, mpi::engine::mpi_io, mpi::engine::direct})
    for (const order order : {order::c, order::fortran})
      for (const std::uint64_t most : {2u, 64u, 1000u}) {
        const std::string path = folder + "/counts_" + std::to_string(static_cast<int>(engine)) +
                                 "_" + std::to_string(static_cast<int>(order)) + "_" +
                                 std::to_string(most) + ".npy";
        check(mpi::try_write(
                  path, MPI_COMM_WORLD, {7, 6}, {0, own.start}, block,
                  {.engine = engine, .order = order, .stripe_bytes = 64, .message_bytes = most}),
              path);
      }
  for (const auto engine : {mpi::engine::exchange, mpi::engine::mpi_io})
    for (const std::uint64_t most : {3u, 16u, 100u})
      round_trip<double>(
          "round_trip_" + std::to_string(static_cast<int>(engine)) + "_" + std::to_string(most),
          {13, 11, 3}, 1, 0, {.engine = engine, .message_bytes = most});
}

/// A block of more bytes than an int counts, on every rank. Takes room: 2.2 GiB of disk, and of memory for MPI-IO.
void large() {
  constexpr std::uint64_t width = (std::uint64_t{1} << 31) + 4096;
  const nopy::memory zeros = nopy::memory::allocate(width).value();
  std::memset(zeros.data(), 0, width);
  zeros.data()[width - 1] = std::byte{7};
  const nopy::any_view block(nopy::dtype_of<std::uint8_t>(), {width, 1}, {zeros.data(), width});
  const auto column = static_cast<std::uint64_t>(rank);
  for (const auto engine : {mpi::engine::direct, mpi::engine::exchange, mpi::engine::mpi_io}) {
    const std::string path = folder + "/large_" + std::to_string(static_cast<int>(engine)) + ".npy";
    check(mpi::try_write(path, MPI_COMM_WORLD, {width, static_cast<std::uint64_t>(ranks)},
                         {0, column}, block, {.engine = engine, .order = order::fortran}),
          path);
    const auto last = mpi::read<std::uint8_t, 2>(path, MPI_COMM_WORLD, {width - 2, column}, {2, 1});
    check(last(0, 0) == 0 && last(1, 0) == 7, "the last items");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) std::remove(path.c_str());
  }
}

/// The last rank dies between the file's making and its end.
void killed() {
  const std::vector<double> many(1000, 1.5);
  const shape global{static_cast<std::uint64_t>(1000 * ranks)};
  const shape start{static_cast<std::uint64_t>(1000 * rank)};
  const mpi::block_list blocks(MPI_COMM_WORLD, global, start, {1000});
  nopy::header of;
  of.dtype = nopy::dtype_of<double>();
  of.shape = global;
  of.data_offset = 128;
  auto file = mpi::partial_file::create(folder + "/killed.npy", MPI_COMM_WORLD,
                                        128 + global.count() * 8, nopy::existing::replace);
  check(file.has_value(), "create");
  check(mpi::array_output(*file, of, nullptr).write(blocks, many, {}), "write");
  if (rank == ranks - 1) std::raise(SIGKILL);
  check(file->commit({}, nopy::durability::none, [] { return nopy::result<void>(); }), "commit");
}

}  // namespace

int main(int count, char** arguments) {
  return run_case(count, arguments,
                  {{"arrays", arrays},
                   {"grid", grid},
                   {"records", records},
                   {"members", members},
                   {"counts", counts},
                   {"large", large},
                   {"errors", errors},
                   {"full_disk", full_disk},
                   {"killed", killed}});
}
