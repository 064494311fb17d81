// SPDX-License-Identifier: MIT
// Runs the benchmarks in a folder of their own, below $NOPY_BENCH_DIR or /var/tmp (a real file
// system: /tmp is often memory); or in $NOPY_BENCH_FOLDER, whose files stay for the next run.
#include "data_sets.hpp"
#include "scratch.hpp"

#include <filesystem>

namespace nopy::bench {

const std::string& folder() {
  static const std::string made = [] {
    if (const char* given = std::getenv("NOPY_BENCH_FOLDER")) return std::string(given);
    const char* where = std::getenv("NOPY_BENCH_DIR");
    std::string name = std::string(where != nullptr ? where : "/var/tmp") + "/nopy-bench-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    return name;
  }();
  return made;
}

}  // namespace nopy::bench

namespace {
/// The data sets as files, for NumPy to compress.
void write_sets(const std::string& into) {
  for (std::size_t i = 0; i < std::size(nopy::bench::data_sets); ++i)
    nopy::save(into + "/" + std::to_string(i) + ".npy",
               nopy::bench::view_of(nopy::bench::data_sets[i].make()));
}
}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--write-sets") {
    write_sets(argv[2]);
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  if (std::getenv("NOPY_BENCH_FOLDER") == nullptr)
    std::filesystem::remove_all(nopy::bench::folder());
  return 0;
}
