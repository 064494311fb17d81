// SPDX-License-Identifier: MIT
// One outcome for all ranks: a rank that goes on alone after another failed would wait for it for ever.
#pragma once

#include <nopy/error.hpp>

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <string>

namespace nopy::mpi {

inline int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
inline int size_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

/// What MPI says of one of its own calls. Errors: io.
inline result<void> checked(int code, const char* what) {
  if (code == MPI_SUCCESS) return {};
  char text[MPI_MAX_ERROR_STRING + 1] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  return error({.code = errc::io,
                .summary = what,
                .found = std::string_view(text, static_cast<std::size_t>(length))});
}

/// Collective. Success where all ranks had it; else the error of the first rank that had none, on
/// every rank: on the others it says whose it is.
inline result<void> agree(MPI_Comm comm, const result<void>& mine) {
  const int rank = rank_of(comm);
  int first = mine ? INT_MAX : rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == INT_MAX) return {};
  struct {
    int code = 0;
    int system_code = 0;
    int bytes = 0;
    char text[2000] = {};
  } told;
  if (rank == first) {
    const std::string message = mine.error().message();
    told.code = static_cast<int>(mine.error().code());
    told.system_code = mine.error().system_code();
    told.bytes = static_cast<int>(std::min(message.size(), sizeof told.text));
    std::copy_n(message.data(), told.bytes, told.text);
  }
  MPI_Bcast(&told, static_cast<int>(sizeof told), MPI_BYTE, first, comm);
  if (!mine) return mine.error();
  const std::string whose = "rank " + std::to_string(first) + " failed";
  return error({.code = static_cast<errc>(told.code),
                .summary = whose,
                .found = std::string_view(told.text, static_cast<std::size_t>(told.bytes)),
                .system_code = told.system_code});
}

/// Collective. The first rank's text on every rank, in calls of at most `most_bytes`.
inline void broadcast(MPI_Comm comm, std::string& text, std::uint64_t most_bytes) {
  unsigned long long bytes = text.size();
  MPI_Bcast(&bytes, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
  text.resize(static_cast<std::size_t>(bytes));
  for (std::size_t at = 0; at < text.size();) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(text.size() - at, most_bytes));
    MPI_Bcast(text.data() + at, static_cast<int>(count), MPI_CHAR, 0, comm);
    at += count;
  }
}

/// Collective. Whether all ranks say the same text. Errors: usage.
inline result<void> agree_on(MPI_Comm comm, const std::string& mine, std::string_view summary,
                             std::uint64_t most_bytes) {
  std::string first = mine;
  broadcast(comm, first, most_bytes);
  if (first == mine) return agree(comm, {});
  return agree(comm,
               error({.code = errc::usage, .summary = summary, .found = mine, .expected = first}));
}

}  // namespace nopy::mpi
