// SPDX-License-Identifier: MIT
#include "output/output.hpp"

#include "command/signals.hpp"
#include "input/missing_file.hpp"
#include "input/spool.hpp"
#include "printing/address.hpp"

#include "os/syscalls.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace nopy::cli {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

error system_error(errc code, std::string_view path, std::string_view what, int number) {
  const std::string found = fmt::format("{} (errno {})", std::strerror(number), number);
  const std::string hint = number == ENOENT ? hint_for_missing_folder(std::string(path))
                                            : std::string(hint_for_system(number));
  return error({.code = code,
                .subject = path,
                .summary = what,
                .found = found,
                .hint = hint,
                .system_code = number});
}

error exists_error(std::string_view path) {
  return error({.code = errc::exists, .subject = path, .hint = "-f replaces it"});
}

/// The file behind `path`, through symbolic links, so that a rename replaces the file and not the
/// link.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string out(real);
  std::free(real);
  return out;
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string& stdout_buffer() {
  static std::string buffer;
  return buffer;
}

}  // namespace

output::output() noexcept = default;
output::output(output&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      guard_(std::move(other.guard_)),
      buffer_(std::move(other.buffer_)),
      fd_(std::exchange(other.fd_, -1)),
      owned_(std::exchange(other.owned_, false)),
      existing_(other.existing_) {}

output::~output() {
  if (owned_ && fd_ >= 0) ::close(fd_);
  if (temporary_ != nullptr) ::unlink(temporary_->c_str());
}

result<output> output::open(const std::string& path, overwrite existing) {
  if (path == "-") {
    output made;
    made.path_ = "stdout";
    made.fd_ = STDOUT_FILENO;
    return made;
  }
  require_local(path);
  struct stat status {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode))
    return system_error(errc::io, path, "this can not be written", EISDIR);
  if (there && !S_ISREG(status.st_mode)) {  // a device or a pipe has no name to rename to
    output made;
    made.path_ = path;
    made.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (made.fd_ < 0) return system_error(errc::io, path, "this can not be written", errno);
    made.owned_ = true;
    return made;
  }
  if (there && existing == overwrite::refuse) return exists_error(path);
  return open_temporary(there ? resolved(path) : path, existing);
}

result<output> output::open_unnamed(const std::string& path) {
  auto made = open_temporary(path, overwrite::refuse);
  if (!made) return made;
  ::unlink(made->temporary_->c_str());
  made->guard_.reset();
  made->temporary_.reset();
  return made;
}

source output::written() {
  flush();
  return source::descriptor(fd_);
}

result<output> output::open_temporary(const std::string& path, overwrite existing) {
  output made;
  made.path_ = path;
  made.existing_ = existing;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  struct stat old {};
  const bool there = ::stat(path.c_str(), &old) == 0;
  for (int attempt = 0; attempt < 100; ++attempt) {
    made.guard_.reset();  // one at a time
    made.temporary_ = std::make_unique<std::string>(
        fmt::format("{}.nopy-{}-{}.tmp", folder, ::getpid(), attempt));
    // Before there is anything to remove: a signal may come at once.
    made.guard_ = std::make_unique<removed_on_signal>(made.temporary_->c_str());
    made.fd_ = ::open(made.temporary_->c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made.fd_ >= 0 || errno != EEXIST) break;
  }
  if (made.fd_ < 0) {
    const int number = errno;
    made.guard_.reset();
    made.temporary_.reset();
    return system_error(errc::io, path, "this can not be written", number);
  }
  made.owned_ = true;
  // A replaced file keeps its permissions; a refusal of that is no reason to lose the data.
  if (there) (void)::fchmod(made.fd_, old.st_mode & 07777);
  return made;
}

void output::fail(std::string_view what) const {
  throw exception(system_error(errc::io, path_, what, errno));
}

void output::flush() {
  const bool written = write_all(fd_, buffer_);
  buffer_.clear();
  if (!written) fail("writing failed");
}

void output::write(std::span<const std::byte> bytes) {
  written_bytes_ += bytes.size();
  if (bytes.size() >= buffer_bytes) {
    flush();
    if (!write_all(fd_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
      fail("writing failed");
    return;
  }
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (buffer_.size() >= buffer_bytes) flush();
}

void output::close() {
  flush();
  if (!owned_) return;
  if (::close(std::exchange(fd_, -1)) != 0) fail("writing failed");
  if (temporary_ == nullptr) return;
  take_name();
  guard_.reset();
  temporary_.reset();
}

void output::take_name() {
  const char *from = temporary_->c_str(), *to = path_.c_str();
  if (existing_ == overwrite::refuse) {
    // These fail where the name exists by now; a plain rename would replace what another process
    // made. Not every file system has either: the last one gets it, after the check of `open`.
    if (os::syscalls().rename_new(from, to) == 0) return;
    if (errno != EEXIST && ::link(from, to) == 0) {
      ::unlink(from);
      return;
    }
    if (errno == EEXIST) throw exception(exists_error(path_));
  }
  if (::rename(from, to) != 0) fail("the finished file could not get its name");
}

void require_local(const std::string& path) {
  if (!is_address(path)) return;
  // "s3://x" is a file's name, too, where there is a folder "s3:".
  const std::string hint = hint_for_missing_folder(path);
  struct stat status {};
  if (!is_url(path) && ::stat(path.substr(0, path.find('/')).c_str(), &status) == 0) return;
  const std::string shown = shown_address(path);
  throw exception(error({.code = errc::usage,
                         .subject = shown,
                         .summary = "an address can be read from, not written to",
                         .hint = hint}));
}

void print(std::string_view text) {
  stdout_buffer().append(text);
  if (stdout_buffer().size() >= buffer_bytes) flush_stdout();
}

void flush_stdout() {
  const bool written = write_all(STDOUT_FILENO, stdout_buffer());
  stdout_buffer().clear();
  if (!written) throw exception(system_error(errc::io, "stdout", "writing failed", errno));
}

}  // namespace nopy::cli
