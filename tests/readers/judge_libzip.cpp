// SPDX-License-Identifier: MIT
// Reads archives by libzip with its consistency checks, and prints of every member its name, bytes and CRC-32:
//   judge_libzip ARCHIVE...       without any, libzip's version
#include <zip.h>
#include <zlib.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

/// What libzip says against it; empty where it reads everything.
std::string problem_of(const char* path) {
  int code = 0;
  const std::unique_ptr<zip_t, decltype(&zip_discard)> archive(
      zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code), zip_discard);
  if (archive == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
  }
  std::vector<unsigned char> block(1 << 20);
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(
        zip_fopen_index(archive.get(), i, 0), zip_fclose);
    if (file == nullptr) return zip_strerror(archive.get());
    uLong crc = 0;
    unsigned long long bytes = 0;
    for (;;) {
      const zip_int64_t got = zip_fread(file.get(), block.data(), block.size());
      if (got < 0) return zip_file_strerror(file.get());
      if (got == 0) break;
      crc = crc32(crc, block.data(), static_cast<uInt>(got));
      bytes += static_cast<unsigned long long>(got);
    }
    std::printf("%llu\t%08lx\t%s\n", bytes, crc, zip_get_name(archive.get(), i, ZIP_FL_ENC_GUESS));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) std::puts(zip_libzip_version());
  for (int i = 1; i < argc; ++i) {
    std::printf("> %s\n", argv[i]);
    const std::string problem = problem_of(argv[i]);
    std::puts(problem.empty() ? "= read" : ("= refused: " + problem).c_str());
  }
  return 0;
}
