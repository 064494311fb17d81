// SPDX-License-Identifier: MIT
// Rows 7 and 8: a simple header is parsed in 200 ns without an allocation, one of 100 fields in
// 10 us.
#include "scratch.hpp"

namespace nopy::bench {
namespace {

void parse(benchmark::State& state, const std::vector<std::byte>& bytes) {
  for (auto _ : state) {
    auto parsed = core::decode_header(bytes, bytes.size());
    if (!parsed) std::abort();
    benchmark::DoNotOptimize(parsed);
  }
}

void simple(benchmark::State& state) {
  parse(state, npy_in_memory(dtype_of<float>(), {3, 4}, order::c));
}
BENCHMARK(simple)->Name("7/header, simple/nopy");

void hundred_fields(benchmark::State& state) {
  std::string descr = "[";
  for (int i = 0; i < 100; ++i) descr += "('field_" + std::to_string(i) + "', '<f4'), ";
  parse(state, npy_in_memory(dtype::parse(descr + "]").value(), {3}, order::c));
}
BENCHMARK(hundred_fields)->Name("8/header, 100 fields/nopy")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
