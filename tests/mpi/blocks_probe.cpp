// SPDX-License-Identifier: MIT
// What every rank of a test does: `blocks_probe CASE FOLDER`. The files it leaves are judged by NumPy; values read back are judged here.
#include <nopy/mpi.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/record.hpp>

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

/// A record with unused bytes between its fields.
struct padded {
  std::uint8_t small;
  double large;
};
NOPY_RECORD(padded, small, large);

namespace {

using nopy::order;
using nopy::shape;
namespace mpi = nopy::mpi;

int rank = 0;
int ranks = 1;
std::string folder;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}
void check(bool holds, const std::string& what) {
  if (!holds) fail(what);
}
void check(const nopy::result<void>& done, const std::string& what) {
  if (!done) fail(what + ": " + done.error().message());
}

/// The part of `extent` indices that this rank of `parts` has.
struct part {
  std::uint64_t start;
  std::uint64_t count;
};
part part_of(std::uint64_t extent, int which, int parts) {
  const std::uint64_t from =
      extent * static_cast<std::uint64_t>(which) / static_cast<std::uint64_t>(parts);
  const std::uint64_t to =
      extent * static_cast<std::uint64_t>(which + 1) / static_cast<std::uint64_t>(parts);
  return {from, to - from};
}

/// A block whose items are their positions in C order of the whole array.
template <class T>
std::vector<T> numbered(const shape& global, const shape& start, const shape& extents) {
  std::vector<T> values(extents.count());
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    std::uint64_t rest = i;
    std::uint64_t at = 0;
    std::uint64_t width = 1;
    for (std::size_t axis = global.rank(); axis-- > 0;) {
      at += (start[axis] + rest % extents[axis]) * width;
      rest /= extents[axis];
      width *= global[axis];
    }
    values[i] = static_cast<T>(at);
  }
  return values;
}

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

/// The last rank dies between the file's making and its end.
void killed() {
  const std::vector<double> many(1000, 1.5);
  auto file = mpi::partial_file::create(
      folder + "/killed.npy", MPI_COMM_WORLD, nopy::dtype_of<double>(),
      {static_cast<std::uint64_t>(1000 * ranks)}, order::c, nopy::existing::replace);
  check(file.has_value(), "create");
  check(file->write_directly({static_cast<std::uint64_t>(1000 * rank)}, many), "write");
  if (rank == ranks - 1) std::raise(SIGKILL);
  check(file->commit({}, false), "commit");
}

}  // namespace

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::string name = count == 3 ? arguments[1] : "";
  folder = count == 3 ? arguments[2] : ".";
  if (name == "arrays")
    arrays();
  else if (name == "grid")
    grid();
  else if (name == "records")
    records();
  else if (name == "members")
    members();
  else if (name == "errors")
    errors();
  else if (name == "full_disk")
    full_disk();
  else if (name == "killed")
    killed();
  else
    fail("no such case");
  MPI_Finalize();
}
