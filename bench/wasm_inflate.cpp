// SPDX-License-Identifier: MIT
// Row 24: the own inflate in wasm, under node's optimizing compiler, beside the same code on this machine. Node runs
// as a child, told by lines when to inflate (wasm_inflate.mjs), so that both sides are interleaved.
#include "data_sets.hpp"
#include "scratch.hpp"

#include "deflate/inflate.hpp"

#include <sys/wait.h>

#include <cstdio>

namespace nopy::bench {
namespace {

/// node, asked and answering by lines, for as long as the program runs.
class child {
 public:
  child() {
    int down[2], up[2];
    if (::pipe(down) != 0 || ::pipe(up) != 0) std::abort();
    id_ = ::fork();
    if (id_ == 0) {
      ::dup2(down[0], 0);
      ::dup2(up[1], 1);
      for (const int fd : {down[0], down[1], up[0], up[1]}) ::close(fd);
      // At once by the compiler that a page's code reaches after a moment.
      ::execl(NOPY_NODE, NOPY_NODE, "--no-liftoff", NOPY_WASM_SCRIPT, NOPY_WASM_MODULE, nullptr);
      ::_exit(127);
    }
    ::close(down[0]);
    ::close(up[1]);
    ask_ = ::fdopen(down[1], "w");
    answer_ = ::fdopen(up[0], "r");
    if (id_ < 0 || ask_ == nullptr || answer_ == nullptr) std::abort();
  }
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child() {
    std::fclose(ask_);
    std::fclose(answer_);
    ::waitpid(id_, nullptr, 0);
  }

  void bring(const std::string& path) { say(path); }
  /// Seconds of CPU time of inflating once.
  double inflate() {
    say("");
    unsigned long produced = 0;
    double nanoseconds = 0;
    if (std::fscanf(answer_, "%lu %lf", &produced, &nanoseconds) != 2 || produced != data_bytes)
      std::abort();
    return nanoseconds * 1e-9;
  }

 private:
  void say(const std::string& line) {
    if (std::fprintf(ask_, "%s\n", line.c_str()) < 0 || std::fflush(ask_) != 0) std::abort();
  }
  pid_t id_ = 0;
  std::FILE* ask_ = nullptr;
  std::FILE* answer_ = nullptr;
};

/// The stream of a data set in a file, made once.
const std::string& stream_file(const data_set& of) {
  static std::vector<std::pair<const char*, std::string>> made;
  for (const auto& [name, path] : made)
    if (name == of.name) return path;
  const array_bytes& stream = stream_of(of);
  const std::string path = scratch(std::string(of.name) + ".deflate");
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(stream.data(), 1, stream.size(), file) != stream.size())
    std::abort();
  std::fclose(file);
  made.emplace_back(of.name, path);
  return made.back().second;
}

void in_wasm(benchmark::State& state, const data_set& of) {
  static child node;
  node.bring(stream_file(of));
  (void)node.inflate();  // the memory's first touch
  for (auto _ : state) state.SetIterationTime(node.inflate());
}

[[maybe_unused]] const bool registered = [] {
  for (const data_set& one : data_sets) {
    const std::string name = std::string("24/") + one.name;
    benchmark::RegisterBenchmark((name + "/limit").c_str(), inflate_by_nopy, one)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/nopy").c_str(), in_wasm, one)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
  return true;
}();

}  // namespace
}  // namespace nopy::bench
