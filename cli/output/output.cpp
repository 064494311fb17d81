// SPDX-License-Identifier: MIT
#include "output/output.hpp"

#include "command/signals.hpp"
#include "input/arguments.hpp"
#include "input/missing_file.hpp"
#include "input/spool.hpp"
#include "printing/address.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"

#include "os/sibling_name.hpp"

#include <fmt/core.h>

#include <cerrno>

namespace nopy::cli {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

error system_error(errc code, std::string_view path, std::string_view what, int number) {
  const std::string found = system::words_of(number);
  const std::string hint = number == ENOENT ? hint_for_missing_folder(std::string(path))
                                            : std::string(system::hint_for(number));
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
  if (owned_ && fd_ >= 0) system::close(fd_);
  if (temporary_ != nullptr) system::remove(temporary_->c_str());
}

result<output> output::open(const std::string& path, overwrite existing) {
  if (path == "-") {
    output made;
    made.path_ = "stdout";
    made.fd_ = system::standard_output;
    return made;
  }
  require_file(path);
  const system::file_type found = system::look(path).type;
  const bool there = found != system::file_type::none;
  if (found == system::file_type::folder)
    return system_error(errc::io, path, "this can not be written", EISDIR);
  if (there &&
      found != system::file_type::regular) {  // a device or a pipe has no name to rename to
    output made;
    made.path_ = path;
    made.fd_ = system::open_to_write(path);
    if (made.fd_ < 0) return system_error(errc::io, path, "this can not be written", errno);
    made.owned_ = true;
    return made;
  }
  if (there && existing == overwrite::refuse) return exists_error(path);
  // The file behind links is replaced, not the link.
  return open_temporary(there ? system::real_path(path) : path, existing);
}

result<output> output::open_unnamed(const std::string& path) {
  auto made = open_temporary(path, overwrite::refuse);
  if (!made) return made;
  system::remove(made->temporary_->c_str());
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
  for (int attempt = 0; attempt < 100; ++attempt) {
    made.guard_.reset();  // one at a time
    made.temporary_ = std::make_unique<std::string>(
        fmt::format("{}.nopy-{}-{}.tmp", os::folder_of(path), os::process_number(), attempt));
    // Before there is anything to remove: a signal may come at once.
    made.guard_ = std::make_unique<removed_on_signal>(made.temporary_->c_str());
    made.fd_ = system::create_new(*made.temporary_);
    if (made.fd_ >= 0 || errno != EEXIST) break;
  }
  if (made.fd_ < 0) {
    const int number = errno;
    made.guard_.reset();
    made.temporary_.reset();
    return system_error(errc::io, path, "this can not be written", number);
  }
  made.owned_ = true;
  system::hand_on_permissions(path, made.fd_);
  return made;
}

void output::fail(std::string_view what) const {
  throw exception(system_error(errc::io, path_, what, errno));
}

void output::flush() {
  const bool written = system::write_all(fd_, buffer_);
  buffer_.clear();
  if (!written) fail("writing failed");
}

void output::write(std::span<const std::byte> bytes) {
  written_bytes_ += bytes.size();
  if (bytes.size() >= buffer_bytes) {
    flush();
    if (!system::write_all(fd_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
      fail("writing failed");
    return;
  }
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (buffer_.size() >= buffer_bytes) flush();
}

void output::close() {
  flush();
  if (!owned_) return;
  if (!system::close(std::exchange(fd_, -1))) fail("writing failed");
  if (temporary_ == nullptr) return;
  take_name();
  guard_.reset();
  temporary_.reset();
}

void output::take_name() {
  const char *from = temporary_->c_str(), *to = path_.c_str();
  const bool refuses = existing_ == overwrite::refuse;
  if (refuses ? system::rename_new(from, to) : system::rename(from, to)) return;
  if (refuses && errno == EEXIST) throw exception(exists_error(path_));
  fail("the finished file could not get its name");
}

void require_local(const std::string& path) {
  if (!is_address(path)) return;
  // "s3://x" is a file's name, too, where there is a folder "s3:".
  const std::string hint = hint_for_missing_folder(path);
  const std::string first = path.substr(0, path.find('/'));
  if (!is_url(path) && system::look(first).type != system::file_type::none) return;
  const std::string shown = shown_address(path);
  throw exception(error({.code = errc::usage,
                         .subject = shown,
                         .summary = "an address can be read from, not written to",
                         .hint = hint}));
}

void require_no_stdout(const std::string& archive) {
  if (archive == "-")
    refuse("an archive can not be written to stdout", "",
           "name a file: an archive's headers are patched as it grows");
}

void require_file(const std::string& path) {
  require_local(path);
  const source_argument told = parse_source(path);
  const bool array = told.path.ends_with(".npy") || told.path.ends_with(".npz");
  if (!array || (!told.member && !told.slice) || told.path == "-") return;
  if (system::look(told.path).type == system::file_type::none) return;
  throw exception(
      error({.code = errc::usage,
             .subject = path,
             .summary = "a file is needed here, no member or part of one",
             .hint = told.member ? "`nopy convert SRC FILE.npz:NAME` writes a member, with -f in "
                                   "the place of one"
                                 : "`nopy convert` makes a file of a part"}));
}

void print(std::string_view text) {
  stdout_buffer().append(text);
  if (stdout_buffer().size() >= buffer_bytes) flush_stdout();
}

void flush_stdout() {
  const bool written = system::write_all(system::standard_output, stdout_buffer());
  stdout_buffer().clear();
  if (!written) throw exception(system_error(errc::io, "stdout", "writing failed", errno));
}

}  // namespace nopy::cli
