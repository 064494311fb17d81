// SPDX-License-Identifier: MIT
// Rows 27 and 31: the memory a load takes beside its array, on every way to load one, each in a
// process of its own (getrusage remembers the highest there was); the system calls of reading a
// header, and the allocations of a load. Prints JSON.
#include <nopy/nopy.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/threads.hpp>

#include "os/syscalls.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace {
std::uint64_t allocations = 0;
}

// The C library's own, counted.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}
int posix_memalign(void** into, std::size_t alignment, std::size_t bytes) {
  ++allocations;
  *into = __libc_memalign(alignment, bytes);
  return *into == nullptr ? 12 : 0;  // ENOMEM
}
}

namespace nopy::bench {
namespace {

using namespace nopy::literals;

constexpr std::size_t array_bytes = 64_MiB;
constexpr std::size_t floats = array_bytes / 4;

std::string folder;
std::string file(const char* name) { return folder + "/" + name; }

std::vector<float> values() {
  std::vector<float> made(floats);
  for (std::size_t i = 0; i < floats; ++i) made[i] = static_cast<float>(i % 1000);
  return made;
}

void save_raw(const char* name, const dtype& type, const shape& extents, order order) {
  const auto header = core::encode_header(type, extents, order).value();
  const std::vector<char> zeros(static_cast<std::size_t>(extents.count() * type.item_bytes()));
  std::ofstream out(file(name), std::ios::binary);
  out.write(reinterpret_cast<const char*>(header.bytes().data()),
            static_cast<std::streamsize>(header.bytes().size()));
  out.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
}

void make_files() {
  const std::vector<float> data = values();
  save(file("plain.npy"), data);
  save_raw("swapped.npy", dtype::number(kind::floating, 4, endian::big), {floats}, order::c);
  save_raw("fortran.npy", dtype_of<float>(), {4096, 4096}, order::fortran);
  save_raw("half.npy", dtype_of<float16>(), {floats}, order::c);
  save_raw("double.npy", dtype_of<double>(), {floats}, order::c);
  save_npz(file("stored.npz"), {{"a", data}});
  save_npz(file("chunks.npz"), {{"a", data}}, {.compression = deflated::fast});
  save_npz(file("deflated.npz"), {{"a", data}},
           {.compression = deflated::fast, .index = chunk_index::none});
  (void)try_save_npz(file("zstd.npz"), std::vector<named_view>{{"a", data}},
                     {.compression = zstd{}});
}

struct load_path {
  const char* name;
  const char* file;  // without which the path is left out
  any_array (*load)(const std::string& path);
};

any_array typed(const source& from, const load_options& options = {}) {
  return try_load_as(from, request_for<float>(any_rank), options).value();
}
any_array member_of(const std::string& path, const load_options& options = {}) {
  return typed(npz_reader(path)["a"], options);
}
any_array into_callers(const std::string& path) {
  auto block = memory::allocate(array_bytes).value();
  load_into(path, array_view<float, 1>(reinterpret_cast<float*>(block.data()), {floats}));
  return any_array(read_header(path), std::move(block));
}
any_array by_callback(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto read = [fd](std::uint64_t offset, std::span<std::byte> into) noexcept -> result<void> {
    if (::pread(fd, into.data(), into.size(), static_cast<off_t>(offset)) < 0)
      return error(errc::io);
    return {};
  };
  return typed(source::custom(array_bytes + 128, read));
}
any_array windows(const std::string& path) {
  return npy_file(path).region(nopy::region{{0}, {floats}});
}
any_array member_windows(const std::string& path) {
  const npz_reader reader(path);
  return npy_file(reader["a"]).region(nopy::region{{0}, {floats}});
}

constexpr load_path load_paths[] = {
    {"npy", "plain.npy", [](const std::string& path) { return load(path); }},
    {"npy by a callback", "plain.npy", by_callback},
    {"npy into the caller's memory", "plain.npy", into_callers},
    {"npy by two threads", "plain.npy",
     [](const std::string& path) { return typed(path, {.parallel = threads(2)}); }},
    {"npy in windows", "plain.npy", windows},
    {"big-endian", "swapped.npy", [](const std::string& path) { return typed(path); }},
    {"Fortran to C", "fortran.npy", [](const std::string& path) { return typed(path); }},
    {"f2 to f4", "half.npy", [](const std::string& path) { return typed(path); }},
    {"f8 to f4", "double.npy", [](const std::string& path) { return typed(path); }},
    {"stored member", "stored.npz", [](const std::string& path) { return member_of(path); }},
    {"stored member by two threads", "stored.npz",
     [](const std::string& path) { return member_of(path, {.parallel = threads(2)}); }},
    {"deflated member", "deflated.npz", [](const std::string& path) { return member_of(path); }},
    {"deflated member in windows", "deflated.npz", member_windows},
    {"chunked member", "chunks.npz", [](const std::string& path) { return member_of(path); }},
    {"chunked member by two threads", "chunks.npz",
     [](const std::string& path) { return member_of(path, {.parallel = threads(2)}); }},
    {"chunked member in windows", "chunks.npz", member_windows},
    {"zstd member", "zstd.npz", [](const std::string& path) { return member_of(path); }},
};

/// Anonymous memory of this process in KiB.
long anonymous_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "RssAnon:" && status >> word) return std::strtol(word.c_str(), nullptr, 10);
  std::abort();
}
/// The highest resident memory, as getrusage has it. Nothing of a file is mapped while an array is loaded.
long highest_kib() {
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) != 0) std::abort();
  return used.ru_maxrss;
}

/// MiB above the array at the highest point of one load; in this process.
double excess(const load_path& one) {
  const std::string path = file(one.file);
  (void)threads(2);
  const long before = highest_kib();
  const any_array loaded = one.load(path);
  if (loaded.memory().size_bytes() < array_bytes || anonymous_kib() == 0) std::abort();
  return static_cast<double>(highest_kib() - before) / 1024 -
         static_cast<double>(array_bytes) / (1 << 20);
}

std::uint64_t calls = 0;
os::syscall_table real;

template <auto member>
struct counted;
template <class Result, class... Arguments, Result (*os::syscall_table::*member)(Arguments...)>
struct counted<member> {
  static Result run(Arguments... arguments) {
    ++calls;
    return (real.*member)(arguments...);
  }
};
template <auto... members>
void count_calls() {
  real = os::syscalls();
  ((os::syscalls().*members = counted<members>::run), ...);
}

void print_counts() {
  using table = os::syscall_table;
  count_calls<&table::open, &table::close, &table::dup, &table::fstat, &table::lstat, &table::lseek,
              &table::pread, &table::mmap, &table::munmap, &table::madvise, &table::fadvise>();
  (void)read_header(file("plain.npy"));
  std::printf(
      "{\"row\": \"31a\", \"name\": \"system calls to open and read a header\", \"value\": %llu}\n",
      static_cast<unsigned long long>(calls));
  os::syscalls() = real;
  const std::string path = file("plain.npy");
  allocations = 0;
  const auto loaded = load<float, 1>(path);
  std::printf("{\"row\": \"31b\", \"name\": \"allocations of a load\", \"value\": %llu}\n",
              static_cast<unsigned long long>(allocations));
}

/// One process for each way, since the highest point is never forgotten.
void print_excess(const char* program) {
  for (std::size_t i = 0; i < std::size(load_paths); ++i) {
    if (::access(file(load_paths[i].file).c_str(), R_OK) != 0) continue;
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl(program, program, folder.c_str(), std::to_string(i).c_str(), nullptr);
      std::abort();
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child || status != 0) std::abort();
  }
}

}  // namespace
}  // namespace nopy::bench

int main(int argc, char** argv) {
  using namespace nopy::bench;
  if (argc == 3) {
    folder = argv[1];
    const load_path& one = load_paths[std::strtoul(argv[2], nullptr, 10)];
    std::printf("{\"row\": \"27\", \"name\": \"%s\", \"value\": %.2f}\n", one.name, excess(one));
    return 0;
  }
  const char* where = std::getenv("NOPY_BENCH_DIR");
  folder = std::string(where != nullptr ? where : "/var/tmp") + "/nopy-footprint-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return 2;
  make_files();
  print_excess("/proc/self/exe");
  print_counts();
  std::filesystem::remove_all(folder);
  return 0;
}
