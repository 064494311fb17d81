// SPDX-License-Identifier: MIT
#include "http/whole_copy.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace nopy::inline v1::http {
namespace {

constexpr std::uint64_t most_in_memory = 1 << 20;

int open_unnamed() {
  const char* folder = std::getenv("TMPDIR");
  std::string pattern = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  pattern += "/nopy-http-XXXXXX";
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(pattern.c_str());
  return fd;
}

}  // namespace

whole_copy::~whole_copy() {
  if (fd_ >= 0) ::close(fd_);
}

bool whole_copy::fail(errc code, std::string_view summary, int number) {
  const std::string found = number != 0 ? std::strerror(number) : "";
  why_ = error({.code = code,
                .summary = summary,
                .found = found,
                .hint = code == errc::io
                            ? "TMPDIR names a folder with more room"
                            : "`curl -L URL | nopy COMMAND -` reads all of it; a library raises "
                              "options::whole_bytes",
                .system_code = number});
  return false;
}

bool whole_copy::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(errc::io, "the file could not be kept", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool whole_copy::append(std::span<const std::byte> bytes) {
  if (bytes.size() > most_bytes_ - bytes_)
    return fail(errc::http_no_ranges,
                "the server gives whole files only, and this one is larger than the limit", 0);
  if (fd_ < 0 && bytes_ + bytes.size() > most_in_memory) {
    fd_ = open_unnamed();
    if (fd_ < 0) return fail(errc::io, "no temporary file could be made", errno);
    if (!write(memory_)) return false;
    memory_ = {};
  }
  if (fd_ < 0)
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
  else if (!write(bytes))
    return false;
  bytes_ += bytes.size();
  return true;
}

void whole_copy::clear() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  memory_.clear();
  bytes_ = 0;
}

result<void> whole_copy::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  if (fd_ < 0) {
    if (!into.empty()) std::memcpy(into.data(), memory_.data() + offset, into.size());
    return {};
  }
  while (!into.empty()) {
    const ssize_t got = ::pread(fd_, into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return error({.code = errc::io, .summary = "reading failed", .system_code = errno});
    if (got == 0)
      return error({.code = errc::io,
                    .summary = "the temporary file of what the server gave ends early",
                    .hint = "another program cut it: read the URL again"});
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

}  // namespace nopy::inline v1::http
