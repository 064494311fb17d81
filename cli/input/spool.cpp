// SPDX-License-Identifier: MIT
#include "input/spool.hpp"

#include "system/files.hpp"

#include <nopy/error.hpp>

#include <fmt/core.h>

#include <cerrno>

namespace nopy::cli {
namespace {

/// A temporary file without a name.
int open_unnamed() {
  const std::string folder = system::scratch_folder();
  const int fd = system::create_unnamed(folder);
  const int number = errno;
  if (fd < 0)
    fail_system(folder, "stdin could not be spooled", number,
                fmt::format("TMPDIR names a folder that can be written to; it is {} without TMPDIR",
                            system::usual_scratch_folder()));
  return fd;
}

void copy_all(int from, int to) {
  std::string buffer(std::size_t{1} << 18, '\0');
  for (;;) {
    const std::ptrdiff_t count = system::read(from, buffer);
    if (count < 0) fail_system("stdin", "reading failed", errno);
    if (count == 0) return;
    if (!system::write_all(to, {buffer.data(), static_cast<std::size_t>(count)}))
      fail_system("stdin", "stdin could not be spooled", errno,
                  "TMPDIR names a folder with more room");
  }
}

}  // namespace

void fail_system(std::string_view path, std::string_view what, int number, std::string_view hint) {
  const std::string found = system::words_of(number);
  throw exception(error({.code = errc::io,
                         .subject = path,
                         .summary = what,
                         .found = found,
                         .hint = hint.empty() ? system::hint_for(number) : hint,
                         .system_code = number}));
}

int spooled_stdin() {
  const auto found = system::look(system::standard_input);
  if (!found) fail_system("stdin", "this can not be read", errno);
  if (found->type == system::file_type::regular && system::at_start(system::standard_input))
    return system::standard_input;
  const int fd = open_unnamed();
  copy_all(system::standard_input, fd);
  return fd;
}

}  // namespace nopy::cli
