// SPDX-License-Identifier: MIT
// Archives that all ranks write: `archives_probe CASE FOLDER`. What it leaves is judged by NumPy,
// the tool, and save_npz's bytes.
#include "probe.hpp"

#include <nopy/npz_write.hpp>

#include <sys/resource.h>

#include <csignal>

namespace {

using namespace nopy::test;
using mpi::named_block;

/// The arrays of a test, each cut along one axis.
struct cut_array {
  std::string key;
  shape global;
  std::size_t axis;
  order bytes;
};

template <class T>
struct cut_values {
  mpi::block own;
  std::vector<T> values;
  cut_values(const cut_array& of, int which, int parts) : own{{}, of.global} {
    for (std::size_t i = 0; i < of.global.rank(); ++i) own.start.push_back(0);
    const part mine = part_of(of.global[of.axis], which, parts);
    own.start[of.axis] = mine.start;
    own.extents[of.axis] = mine.count;
    values = numbered<T>(of.global, own.start, own.extents);
  }
  [[nodiscard]] nopy::any_view view() const {
    return {nopy::dtype_of<T>(), own.extents, std::as_bytes(std::span(values))};
  }
};

/// Rows, columns, unequal parts, no items at all, and padding that must not leak.
void written() {
  const cut_array u{"u", {13, 7}, 0, order::c}, v{"v", {13, 7}, 1, order::fortran},
      w{"w/\xC3\xBC", {3, 5, 11}, 2, order::c}, none{"none", {0, 4}, 1, order::c},
      bytes{"bytes", {70001}, 0, order::c};
  const cut_values<double> u_own(u, rank, ranks), u_all(u, 0, 1);
  const cut_values<float> v_own(v, rank, ranks), v_all(v, 0, 1);
  const cut_values<std::int16_t> w_own(w, rank, ranks), w_all(w, 0, 1);
  const cut_values<std::uint64_t> none_own(none, rank, ranks), none_all(none, 0, 1);
  const cut_values<std::uint8_t> bytes_own(bytes, rank, ranks), bytes_all(bytes, 0, 1);
  std::vector<padded> records(5);
  std::memset(static_cast<void*>(records.data()), 0xEE, records.size() * sizeof(padded));
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].small = static_cast<std::uint8_t>(i);
    records[i].large = 0.5 * static_cast<double>(i);
  }
  const part own = part_of(5, rank, ranks);
  const nopy::any_view own_records(nopy::array_view<const padded, 1>(
      records.data() + own.start, nopy::extents<1>(shape{own.count})));
  for (const auto engine :
       {mpi::engine::automatic, mpi::engine::direct, mpi::engine::exchange, mpi::engine::mpi_io}) {
    const std::string name = folder + "/" + std::to_string(static_cast<int>(engine)) + ".npz";
    check(mpi::try_write_npz(name, MPI_COMM_WORLD,
                             {{u.key, u.global, u_own.own.start, u_own.view()},
                              {v.key, v.global, v_own.own.start, v_own.view(), v.bytes},
                              {w.key, w.global, w_own.own.start, w_own.view()},
                              {none.key, none.global, none_own.own.start, none_own.view()},
                              {bytes.key, bytes.global, bytes_own.own.start, bytes_own.view()},
                              {"records", {5}, {own.start}, own_records}},
                             {.engine = engine, .stripe_bytes = 512, .round_bytes = 300}),
          name);
  }
  if (rank == 0)
    nopy::save_npz(folder + "/alone.npz", {{u.key, u_all.view()},
                                           {v.key, v_all.view(), {.order = order::fortran}},
                                           {w.key, w_all.view()},
                                           {none.key, none_all.view()},
                                           {bytes.key, bytes_all.view()},
                                           {"records", records}});
}

/// Arrays of no axes are the first rank's, arrays that only one rank has are its own; holes are zero; no array at all.
void scalars() {
  const double step = 0.25 + rank;
  const std::vector<std::int32_t> table{1, 2, 3};
  const bool holder = rank == ranks - 1;
  const std::vector<float> two{1, 2};
  check(mpi::try_write_npz(
            folder + "/scalars.npz", MPI_COMM_WORLD,
            {{"step",
              {},
              {},
              nopy::any_view(nopy::dtype_of<double>(), {}, std::as_bytes(std::span(&step, 1)))},
             {"table",
              {3},
              {0},
              nopy::any_view(nopy::dtype_of<std::int32_t>(), {holder ? 3u : 0u},
                             std::as_bytes(std::span(table)).first(holder ? 12 : 0))},
             {"holes",
              {static_cast<std::uint64_t>(4 * ranks)},
              {static_cast<std::uint64_t>(4 * rank + 1)},
              two}}),
        "scalars");
  check(mpi::try_write_npz(folder + "/empty.npz", MPI_COMM_WORLD, {}), "no array");
}

/// Members are read by other blocks than they were written, stored and deflated ones.
void read() {
  const cut_array u{"u", {40, 30}, 0, order::c};
  const cut_values<double> all(u, 0, 1);
  const std::string path = folder + "/read.npz";
  if (rank == 0)
    nopy::save_npz(path, {{"u", all.view()},
                          {"f", all.view(), {.order = order::fortran}},
                          {"packed", all.view(), {.compression = nopy::deflated{}}}});
  MPI_Barrier(MPI_COMM_WORLD);
  const part own = part_of(30, rank, ranks);
  const auto expected = numbered<double>({40, 30}, {0, own.start}, {40, own.count});
  for (const char* key : {"u", "f", "packed"})
    for (const auto engine : {mpi::engine::automatic, mpi::engine::direct, mpi::engine::exchange}) {
      const auto got =
          mpi::try_read_member<double, 2>(path, key, MPI_COMM_WORLD, {0, own.start},
                                          {40, own.count}, {.engine = engine, .round_bytes = 500});
      check(got.has_value(), std::string(key) + ": " + (got ? "" : got.error().message()));
      check(std::equal(expected.begin(), expected.end(), got->span().begin(), got->span().end()),
            key);
    }
}

/// One outcome for all ranks, and nothing left behind.
void refused() {
  const std::string path = folder + "/refused.npz";
  const std::vector<double> two{1, 2};
  const auto own = static_cast<std::uint64_t>(2 * rank);
  const auto all = static_cast<std::uint64_t>(2 * ranks);
  const bool last = rank == ranks - 1;
  const named_block right{"x", {all}, {own}, two};
  const std::string long_key(70'000, 'x');
  const auto write = [&](const std::vector<named_block>& arrays, const mpi::options& how = {}) {
    return mpi::try_write_npz(path, MPI_COMM_WORLD, arrays, how);
  };
  const auto read = [&](const std::string& from, const char* key) -> nopy::result<void> {
    const auto got = mpi::try_read_member<double, 1>(from, key, MPI_COMM_WORLD, {0}, {2});
    return got ? nopy::result<void>() : nopy::result<void>(got.error());
  };
  if (rank == 0) nopy::save_npz(folder + "/there.npz", {{"x", two}});
  MPI_Barrier(MPI_COMM_WORLD);
  const std::vector<named_block> one{right};
  const struct {
    const char* name;
    nopy::errc expected;
    nopy::result<void> done;
  } rows[] = {
      {"another key on one rank", nopy::errc::usage,
       write({{last ? "y" : "x", {all}, {own}, two}})},
      {"one array more on one rank", nopy::errc::usage,
       write(last ? std::vector<named_block>{right, {"y", {all}, {own}, two}} : one)},
      {"another order on one rank", nopy::errc::usage,
       write({{"x", {all}, {own}, two, last ? order::fortran : order::c}})},
      {"another shape on one rank", nopy::errc::shape_mismatch,
       write({right, {"y", {last ? all + 1 : all}, {own}, two}})},
      {"an overlap in the second array", nopy::errc::usage,
       write({right, {"y", {all}, {last ? own - 1 : own}, two}})},
      {"two arrays of a name", nopy::errc::zip_duplicate, write({right, right})},
      {"a key too long", nopy::errc::zip_name, write({{long_key, {all}, {own}, two}})},
      {"objects", nopy::errc::object_dtype,
       write({{"x",
               {all},
               {own},
               nopy::any_view(nopy::dtype::object(), {2}, std::as_bytes(std::span(two)))}})},
      {"a view of too few bytes on one rank", nopy::errc::usage,
       write({{"x",
               {all},
               {own},
               nopy::any_view(nopy::dtype_of<double>(), {2},
                              std::as_bytes(std::span(two)).first(last ? 8 : 16))}})},
      {"a file in the way", nopy::errc::exists,
       mpi::try_write_npz(folder + "/there.npz", MPI_COMM_WORLD, one,
                          {.existing = nopy::existing::refuse})},
      {"no such folder", nopy::errc::io,
       mpi::try_write_npz(folder + "/none/x.npz", MPI_COMM_WORLD, one)},
      {"no such archive", nopy::errc::io, read(folder + "/none.npz", "x")},
      {"no such archive on one rank", nopy::errc::io,
       read(folder + (last ? "/none.npz" : "/there.npz"), "x")},
      {"no such member", nopy::errc::not_found, read(folder + "/there.npz", "y")},
  };
  for (const auto& row : rows) {
    check(!row.done, std::string(row.name) + " was not refused");
    check(row.done.error().code() == row.expected,
          std::string(row.name) + ": " + row.done.error().message());
  }
}

/// The last rank's disk is full in the second array.
void disk_full() {
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<double> many(10'000, 1.5);
  const auto all = static_cast<std::uint64_t>(10'000 * ranks);
  const auto own = static_cast<std::uint64_t>(10'000 * rank);
  if (rank == ranks - 1) {
    const rlimit small{all * 8 + 4096, all * 8 + 4096};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  for (const auto engine : {mpi::engine::direct, mpi::engine::exchange}) {
    const auto done = mpi::try_write_npz(folder + "/full.npz", MPI_COMM_WORLD,
                                         {{"a", {all}, {own}, many}, {"b", {all}, {own}, many}},
                                         {.engine = engine, .stripe_bytes = 4096});
    check(!done && done.error().code() == nopy::errc::io, "a full disk");
  }
}

/// All data is written when a rank dies, and no record.
void left() {
  const std::vector<double> many(1000, 1.5);
  const shape global{static_cast<std::uint64_t>(1000 * ranks)};
  const nopy::planned_array planned{.key = "x", .dtype = nopy::dtype_of<double>(), .shape = global};
  const auto layout = nopy::npz_layout::plan({&planned, 1});
  check(layout.has_value(), "plan");
  const mpi::block_list blocks(MPI_COMM_WORLD, global, {static_cast<std::uint64_t>(1000 * rank)},
                               {1000});
  auto file = mpi::partial_file::create(folder + "/left.npz", MPI_COMM_WORLD, layout->total_bytes(),
                                        nopy::existing::replace);
  check(file.has_value(), "create");
  check(mpi::array_output(*file, layout->header(0), nullptr).write(blocks, many, {}), "write");
  if (rank == ranks - 1) std::raise(SIGKILL);
  check(file->commit({}, nopy::durability::none, [] { return nopy::result<void>(); }), "commit");
}

}  // namespace

int main(int count, char** arguments) {
  return run_case(count, arguments,
                  {{"written", written},
                   {"scalars", scalars},
                   {"read", read},
                   {"refused", refused},
                   {"disk_full", disk_full},
                   {"left", left}});
}
