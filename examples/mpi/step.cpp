// SPDX-License-Identifier: MIT
// A step of a simulation, written by all ranks as one .npz, and read by other blocks than it was written:
//   mpirun -np 4 step step.npz
#include <nopy/mpi.hpp>

#include <cstdio>

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  const MPI_Comm all = MPI_COMM_WORLD;
  const auto rank = static_cast<std::uint64_t>(nopy::mpi::rank_of(all));
  const auto ranks = static_cast<std::uint64_t>(nopy::mpi::size_of(all));
  const std::string path = count > 1 ? arguments[1] : "step.npz";

  // Every rank has three rows of the temperature, and two columns of the pressure.
  nopy::array<double, 2> temperature({3, 8});
  nopy::array<float, 2> pressure({5, 2});
  for (double& value : temperature) value = 100.0 * static_cast<double>(rank);
  for (float& value : pressure) value = static_cast<float>(rank);
  const double time = 0.25;
  nopy::mpi::write_npz(
      path, all,
      {{"temperature", {3 * ranks, 8}, {3 * rank, 0}, temperature},
       {"pressure", {5, 2 * ranks}, {0, 2 * rank}, pressure},
       {"time",
        {},
        {},
        nopy::any_view(nopy::dtype_of<double>(), {}, std::as_bytes(std::span(&time, 1)))}});

  // Now two columns of all the temperature's rows.
  const auto columns =
      nopy::mpi::read_member<double, 2>(path, "temperature", all, {0, 2 * rank}, {3 * ranks, 2});
  double sum = 0;
  for (const double value : columns) sum += value;
  double total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, all);
  if (rank == 0)
    std::printf("%llu rows, mean %g\n", static_cast<unsigned long long>(3 * ranks),
                total / static_cast<double>(24 * ranks));
  MPI_Finalize();
}
