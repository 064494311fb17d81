// SPDX-License-Identifier: MIT
// What the programs share that mpirun starts: who this rank is, how it fails, and blocks of known values.
#pragma once

#include <nopy/mpi.hpp>
#include <nopy/record.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

/// A record with unused bytes between its fields.
struct padded {
  std::uint8_t small;
  double large;
};
NOPY_RECORD(padded, small, large);

namespace nopy::test {

using nopy::order;
using nopy::shape;
namespace mpi = nopy::mpi;

inline int rank = 0;
inline int ranks = 1;
inline std::string folder;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}
inline void check(bool holds, const std::string& what) {
  if (!holds) fail(what);
}
inline void check(const nopy::result<void>& done, const std::string& what) {
  if (!done) fail(what + ": " + done.error().message());
}

/// The part of `extent` indices that this rank of `parts` has.
struct part {
  std::uint64_t start;
  std::uint64_t count;
};
inline part part_of(std::uint64_t extent, int which, int parts) {
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

/// Runs the case that `PROBE CASE FOLDER` names.
inline int run_case(int count, char** arguments, const std::map<std::string, void (*)()>& cases) {
  MPI_Init(&count, &arguments);
  rank = mpi::rank_of(MPI_COMM_WORLD);
  ranks = mpi::size_of(MPI_COMM_WORLD);
  const auto found = count == 3 ? cases.find(arguments[1]) : cases.end();
  if (found == cases.end()) fail("no such case");
  folder = arguments[2];
  found->second();
  MPI_Finalize();
  return 0;
}

}  // namespace nopy::test
