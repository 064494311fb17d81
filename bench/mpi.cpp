// SPDX-License-Identifier: MIT
// Collective writing by nopy's engines beside MPI's own, in one run (./dev bench mpi): seconds of
// the slowest rank, and how often MPI's time goes into nopy's.
#include <nopy/mpi.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace mpi = nopy::mpi;
using nopy::shape;

constexpr int repetitions = 3;

struct cut {
  const char* name;
  shape global;
  std::vector<int> parts;  ///< of each axis
};

enum class target { array, archive };

double seconds_of(const std::string& path, const cut& what, mpi::engine engine, int rank,
                  target to = target::array) {
  shape start;
  shape extents;
  int rest = rank;
  for (std::size_t axis = 0; axis < what.global.rank(); ++axis) {
    const int part = rest % what.parts[axis];
    rest /= what.parts[axis];
    const std::uint64_t count = what.global[axis] / static_cast<std::uint64_t>(what.parts[axis]);
    start.push_back(count * static_cast<std::uint64_t>(part));
    extents.push_back(count);
  }
  const std::vector<double> values(extents.count(), rank + 0.5);
  const nopy::any_view block(nopy::dtype_of<double>(), extents, std::as_bytes(std::span(values)));
  if (rank == 0) std::remove(path.c_str());
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  if (to == target::archive)
    mpi::write_npz(path, MPI_COMM_WORLD, {{"x", what.global, start, block}}, {.engine = engine});
  else
    mpi::write(path, MPI_COMM_WORLD, what.global, start, block, {.engine = engine});
  double spent = MPI_Wtime() - began;
  MPI_Allreduce(MPI_IN_PLACE, &spent, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return spent;
}

void compare(const std::string& path, const cut& what, int rank) {
  const mpi::engine engines[] = {mpi::engine::automatic, mpi::engine::direct, mpi::engine::exchange,
                                 mpi::engine::mpi_io};
  double best[4] = {1e9, 1e9, 1e9, 1e9};
  for (int round = 0; round < repetitions; ++round)
    for (int i = 0; i < 4; ++i)
      best[i] = std::min(best[i], seconds_of(path, what, engines[i], rank));
  if (rank == 0)
    std::printf("%-28s %9.2f %9.2f %9.2f %9.2f   %6.1f\n", what.name, best[0], best[1], best[2],
                best[3], best[3] / best[0]);
}

/// What the checksum of a member costs.
void compare_archive(const std::string& path, const cut& what, int rank) {
  double array = 1e9;
  double archive = 1e9;
  for (int round = 0; round < repetitions; ++round) {
    array = std::min(array, seconds_of(path, what, mpi::engine::automatic, rank));
    archive =
        std::min(archive, seconds_of(path, what, mpi::engine::automatic, rank, target::archive));
  }
  if (rank == 0)
    std::printf("%-28s %9.2f as .npy, %.2f as a member of an .npz: %.2f\n", what.name, array,
                archive, archive / array);
}

}  // namespace

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  const int rank = mpi::rank_of(MPI_COMM_WORLD);
  if (mpi::size_of(MPI_COMM_WORLD) != 4 || count != 2) {
    std::fprintf(stderr, "usage: mpirun -np 4 mpi_bench FOLDER\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const std::string path = std::string(arguments[1]) + "/bench.npy";
  if (rank == 0)
    std::printf("%-28s %9s %9s %9s %9s   %6s\n", "float64, rank grid; seconds", "automatic",
                "direct", "exchange", "MPI-IO", "ratio");
  compare(path, {"1000x500x50, 4x1x1", {1000, 500, 50}, {4, 1, 1}}, rank);
  compare(path, {"1000x500x50, 2x2x1", {1000, 500, 50}, {2, 2, 1}}, rank);
  compare(path, {"1000x500x48, 1x1x4", {1000, 500, 48}, {1, 1, 4}}, rank);
  compare(path, {"2000000x4, 1x4", {2000000, 4}, {1, 4}}, rank);
  compare_archive(path, {"1000x500x50, 4x1x1", {1000, 500, 50}, {4, 1, 1}}, rank);
  compare_archive(path, {"2000000x4, 1x4", {2000000, 4}, {1, 4}}, rank);
  if (rank == 0) std::remove(path.c_str());
  MPI_Finalize();
}
