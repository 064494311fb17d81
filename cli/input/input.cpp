// SPDX-License-Identifier: MIT
#include "input/input.hpp"

#include "input/dtype_argument.hpp"
#include "input/missing_file.hpp"
#include "input/spool.hpp"
#include "npy/magic.hpp"
#include "system/files.hpp"
#include "verbs/opened_source.hpp"
#include "zip/names.hpp"
#include "zip/records.hpp"

#include <fmt/core.h>

#include <cerrno>

namespace nopy::cli {
namespace {

using system::file_type;

std::string_view file_type_words(file_type type) {
  if (type == file_type::folder) return "a directory";
  if (type == file_type::pipe) return "a named pipe";
  if (type == file_type::socket) return "a socket";
  return "a device";
}

/// What to do instead.
std::string_view file_type_hint(file_type type) {
  if (type == file_type::folder)
    return "name the files in it: DIR/*.npy; `nopy ls` and `nopy check` take folders";
  if (type == file_type::pipe) return "`nopy COMMAND - < PIPE` reads a pipe to its end first";
  return {};
}

}  // namespace

input::input(source_argument argument) noexcept : argument_(std::move(argument)) {}

input::input(input&& other) noexcept
    : argument_(std::move(other.argument_)),
      bytes_(other.bytes_),
      fd_(std::exchange(other.fd_, -1)),
      remote_(std::move(other.remote_)),
      kind_(other.kind_),
      archive_(std::move(other.archive_)),
      member_(std::move(other.member_)),
      stream_(std::move(other.stream_)) {}

input::~input() {
  if (fd_ > system::standard_input) system::close(fd_);
}

void input::open_path() {
  fd_ = system::open_to_read(name());
  if (fd_ >= 0) return;
  const int number = errno;  // before the search for a hint fails, too
  fail_system(name(), "this can not be opened", number, hint_for_missing(name()));
}

void input::open_remote() {
  remote_ = remote_input::open(name());
  argument_.path = std::string(remote_->reader().name());
  bytes_ = remote_->reader().total_bytes();
}

bool input::ends_like_archive() const {
  if (bytes_ < zip::end_bytes) return false;
  const std::string last = read(bytes_ - zip::end_bytes, zip::end_bytes);
  return zip::read_end_record(std::as_bytes(std::span(last))).has_value();
}

void input::sniff() {
  // The end of what is far away is there already; its beginning would be a request.
  if (remote_ && remote_->reader().tail_bytes() != 0 && ends_like_archive()) {
    kind_ = file_kind::npz;
    return;
  }
  const std::string first = read(0, 6);
  if (first == npy::magic) kind_ = file_kind::npy;
  if (zip::archive_start_of(std::as_bytes(std::span(first))) != zip::archive_start::none)
    kind_ = file_kind::npz;
  // A damaged beginning makes no other thing of an archive.
  if (kind_ == file_kind::other && ends_like_archive()) kind_ = file_kind::npz;
}

void input::look_at_descriptor() {
  const auto found = system::look(fd_);
  if (!found) fail_system(name(), "this can not be read", errno);
  if (found->type != file_type::regular)
    throw exception(error({.code = errc::not_regular,
                           .subject = name(),
                           .found = file_type_words(found->type),
                           .hint = file_type_hint(found->type)}));
  bytes_ = found->bytes;
}

input input::open_file(source_argument argument) {
  input made(std::move(argument));
  if (is_url(made.name())) {
    made.open_remote();
  } else {
    if (made.name() == "-")
      made.fd_ = spooled_stdin();
    else
      made.open_path();
    made.look_at_descriptor();
  }
  made.sniff();
  return made;
}

input input::of_descriptor(std::string path, int fd) {
  input made({std::move(path), {}, {}});
  made.fd_ = fd;
  made.look_at_descriptor();
  made.sniff();
  return made;
}

input input::open(std::string_view argument, const load_options& options) {
  input made = open_file(parse_source(argument));
  made.open_member(options, false);
  return made;
}

input input::open(std::string_view argument, const request& asked, const load_options& options) {
  input made = open_file(parse_source(argument));
  made.require_said_once(asked);
  const auto slice = asked.value("--slice");
  if (slice) made.argument_.slice = *slice;
  if (const auto member = asked.value("--member")) made.argument_.member = *member;
  if (const auto index = asked.value("--index"))
    made.open_at(parse_count("--index", *index), options);
  else
    made.open_member(options, slice || asked.value("--member"));
  return made;
}

void input::require_said_once(const request& asked) const {
  const int members = argument_.member.has_value() + asked.has("--member") + asked.has("--index");
  const bool slices = argument_.slice && asked.has("--slice");
  if (members <= 1 && !slices) return;
  throw exception(error(
      {.code = errc::usage,
       .subject = name(),
       .summary = slices ? "the part is said twice" : "the member is said twice",
       .hint =
           "say it behind the file's name, or by an option; --member takes any name as it is"}));
}

void input::require_no_slice() const {
  if (!argument_.slice) return;
  const std::string found = "[" + *argument_.slice + "]";
  throw exception(error({.code = errc::usage,
                         .subject = name(),
                         .summary = "this command takes no part of an array",
                         .found = found,
                         .hint = "`nopy show` and `nopy convert` take slices"}));
}

void input::require_whole() const {
  require_no_slice();
  if (!member_) return;
  const std::string found = title();
  throw exception(error({.code = errc::usage,
                         .subject = name(),
                         .summary = "this command takes a whole archive",
                         .found = found,
                         .hint = "`nopy convert` and `nopy pack` take a member"}));
}

std::string input::title() const {
  return member_ ? fmt::format("{}:{}", name(), *argument_.member) : name();
}

std::string input::spelled() const {
  return argument_.slice ? fmt::format("{}[{}]", title(), *argument_.slice) : title();
}

std::uint64_t input::size_bytes() const noexcept {
  return member_ ? member_->uncompressed_bytes() : bytes_;
}

std::string input::read(std::uint64_t offset, std::uint64_t count) const {
  std::string out;
  if (member_) {
    if (!stream_) {
      auto opened = verbs::opened_source::open(*member_);
      if (!opened) throw exception(about(opened.error()));
      stream_ = std::make_unique<verbs::opened_source>(*std::move(opened));
    }
    const std::uint64_t there = stream_->total_bytes();
    out.resize(static_cast<std::size_t>(offset < there ? std::min(count, there - offset) : 0));
    const auto got = stream_->read_at(offset, std::as_writable_bytes(std::span(out)));
    if (!got) throw exception(about(got.error()));
    return out;
  }
  const bool unknown = bytes_ == 0 && !remote_;
  if (offset < bytes_ || unknown)
    out.resize(static_cast<std::size_t>(unknown ? count : std::min(count, bytes_ - offset)));
  if (remote_) {
    if (const auto got = read_exactly(offset, std::as_writable_bytes(std::span(out))); !got)
      throw exception(about(got.error()));
    return out;
  }
  std::size_t done = 0;
  while (done < out.size()) {
    const std::ptrdiff_t got = system::read_at(fd_, std::span(out).subspan(done), offset + done);
    if (got < 0) fail_system(name(), "reading failed", errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  out.resize(done);
  return out;
}

result<void> input::read_exactly(std::uint64_t offset, std::span<std::byte> into) const {
  if (remote_) {
    if (offset > bytes_ || into.size() > bytes_ - offset)
      return error({.code = errc::data_truncated, .offset = bytes_});
    return remote_->reader().read_at(offset, into);
  }
  while (!into.empty()) {
    const std::span<char> rest(reinterpret_cast<char*>(into.data()), into.size());
    const std::ptrdiff_t got = system::read_at(fd_, rest, offset);
    if (got < 0) {
      const int number = errno;
      return error({.code = errc::io,
                    .offset = offset,
                    .summary = "reading failed",
                    .found = system::words_of(number),
                    .system_code = number});
    }
    if (got == 0) return error({.code = errc::data_truncated, .offset = offset});
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

nopy::source input::source() const { return member_ ? nopy::source(*member_) : file(); }

error input::about(const error& what, std::uint64_t base_offset) const {
  error_parts parts = what.parts();
  // The library names the descriptor or URL it was given, and behind '!' the member.
  const std::string_view file = remote_ ? std::string_view(name()) : "descriptor ";
  const bool of_file = parts.subject.starts_with(file);
  const std::size_t mark = of_file ? parts.subject.find('!', file.size()) : std::string_view::npos;
  std::string subject = title();
  if (mark != std::string_view::npos)
    subject = fmt::format("{}:{}", name(), zip::key_of(parts.subject.substr(mark + 1)));
  else if (of_file)
    subject = name();  // of the archive's records: offsets count from its start
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
  if (opened) return *std::move(opened);
  error_parts parts = opened.error().parts();
  if (parts.code == errc::object_dtype)
    parts.hint = "`nopy show` decodes them as data, `nopy convert` writes them to .json";
  throw exception(about(error(parts)));
}

selection input::selected(const shape& of) const {
  if (!argument_.slice) return selection(of);
  auto chosen = selection::parse(*argument_.slice, of);
  if (!chosen) throw exception(about(chosen.error()));
  return *std::move(chosen);
}

}  // namespace nopy::cli
