// SPDX-License-Identifier: MIT
// Runs the benchmarks in a folder of their own, below $NOPY_BENCH_DIR or /var/tmp (a real file
// system: /tmp is often memory).
#include "scratch.hpp"

#include <filesystem>

namespace nopy::bench {

const std::string& folder() {
  static const std::string made = [] {
    const char* where = std::getenv("NOPY_BENCH_DIR");
    std::string name = std::string(where != nullptr ? where : "/var/tmp") + "/nopy-bench-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    return name;
  }();
  return made;
}

}  // namespace nopy::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(nopy::bench::folder());
  return 0;
}
