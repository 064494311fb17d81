// SPDX-License-Identifier: MIT
#include "input.hpp"

#include "npy/magic.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace nopy::cli {
namespace {

[[noreturn]] void fail_system(std::string_view path, std::string_view what, int number) {
  const std::string found = fmt::format("{} (errno {})", std::strerror(number), number);
  throw exception(error(
      {.code = errc::io, .subject = path, .summary = what, .found = found, .system_code = number}));
}

std::string_view file_type_words(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

/// A temporary file without a name.
int open_unnamed() {
  const char* folder = std::getenv("TMPDIR");
  std::string pattern = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp");
  pattern += "/nopy-stdin-XXXXXX";
  const int fd = ::mkstemp(pattern.data());
  if (fd < 0) fail_system(pattern, "stdin could not be spooled", errno);
  ::unlink(pattern.c_str());
  return fd;
}

void copy_all(int from, int to) {
  std::string buffer(std::size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_system("stdin", "reading failed", errno);
    if (count == 0) return;
    for (std::string_view rest(buffer.data(), static_cast<std::size_t>(count)); !rest.empty();) {
      const ssize_t written = ::write(to, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_system("stdin", "stdin could not be spooled", errno);
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
}

}  // namespace

input::input(input&& other) noexcept
    : argument_(std::move(other.argument_)),
      bytes_(other.bytes_),
      fd_(std::exchange(other.fd_, -1)),
      kind_(other.kind_) {}

input::~input() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

void input::open_path() {
  // O_NONBLOCK: a named pipe without a writer is refused below instead of waited for.
  fd_ = ::open(name().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd_ < 0) fail_system(name(), "this can not be opened", errno);
}

void input::open_stdin() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) fail_system("stdin", "this can not be read", errno);
  if (S_ISREG(status.st_mode) && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) {
    fd_ = STDIN_FILENO;
    return;
  }
  fd_ = open_unnamed();
  copy_all(STDIN_FILENO, fd_);
}

void input::sniff() {
  const std::string first = read(0, 6);
  if (first == npy::magic) kind_ = file_kind::npy;
  if (first.starts_with("PK\x03\x04") || first.starts_with("PK\x05\x06") ||
      first.starts_with("PK\x06\x06"))
    kind_ = file_kind::npz;
}

input input::open(std::string_view argument) {
  input made(parse_source(argument));
  made.name() == "-" ? made.open_stdin() : made.open_path();
  struct stat status {};
  if (::fstat(made.fd_, &status) != 0) fail_system(made.name(), "this can not be read", errno);
  if (!S_ISREG(status.st_mode))
    throw exception(error({.code = errc::not_regular,
                           .subject = made.name(),
                           .found = file_type_words(status.st_mode)}));
  made.bytes_ = static_cast<std::uint64_t>(status.st_size);
  made.sniff();
  return made;
}

input input::open(std::string_view argument, const request& asked) {
  input made = open(argument);
  if (const auto slice = asked.value("--slice")) made.argument_.slice = *slice;
  if (const auto member = asked.value("--member")) made.argument_.member = *member;
  return made;
}

void input::require_array_file() const {
  if (kind_ != file_kind::npz && !argument_.member) return;
  if (kind_ == file_kind::npz)
    throw exception(error({.code = errc::usage,
                           .subject = name(),
                           .summary = "the tool does not open archives yet",
                           .found = "a .npz archive",
                           .hint = "unzip it: each member is a .npy file; the library reads archives (nopy/npz.hpp)"}));
  throw exception(error({.code = errc::usage,
                         .subject = name(),
                         .summary = "only an archive has members",
                         .found = "a single file, and member '" + *argument_.member + "' asked"}));
}

std::string input::read(std::uint64_t offset, std::uint64_t count) const {
  std::string out;
  if (offset < bytes_ || bytes_ == 0)
    out.resize(static_cast<std::size_t>(bytes_ == 0 ? count : std::min(count, bytes_ - offset)));
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got =
        ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_system(name(), "reading failed", errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  out.resize(done);
  return out;
}

result<void> input::read_exactly(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const ssize_t got = ::pread(fd_, into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return error({.code = errc::io,
                    .offset = offset,
                    .summary = "reading failed",
                    .found = std::strerror(errno),
                    .system_code = errno});
    if (got == 0) return error({.code = errc::data_truncated, .offset = offset});
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

nopy::source input::source() const { return nopy::source::descriptor(fd_); }

error input::about(const error& what, std::uint64_t base_offset) const {
  error_parts parts = what.parts();
  const std::string subject = argument_.member ? name() + "!" + *argument_.member : name();
  parts.subject = subject;
  if (parts.offset != no_offset) parts.offset += base_offset;
  return error(parts);
}

header input::read_header(const load_options& options) const {
  require_array_file();
  auto read = try_read_header(source(), options);
  if (!read) throw exception(about(read.error()));
  return *std::move(read);
}

npy_file input::open_array(const load_options& options) const {
  require_array_file();
  auto opened = npy_file::open(source(), options);
  if (!opened) throw exception(about(opened.error()));
  return *std::move(opened);
}

selection input::selected(const shape& of) const {
  if (!argument_.slice) return selection(of);
  auto chosen = selection::parse(*argument_.slice, of);
  if (!chosen) throw exception(about(chosen.error()));
  return *std::move(chosen);
}

}  // namespace nopy::cli
