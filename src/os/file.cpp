// SPDX-License-Identifier: MIT
// What opening and reading mean on every system; what each does for it stands in posix/ and windows/.
#include "os/file.hpp"

#include "bytes/text_sink.hpp"

#include <algorithm>

namespace nopy::os {
namespace {

// Linux reads at most 2^31 - 4096 bytes in one call, macOS fails above 2^31 - 1, Windows above 2^32 - 1.
constexpr std::size_t most_in_one_call = std::size_t{1} << 30;

}  // namespace

error not_regular(std::string_view what, std::string_view hint) noexcept {
  return error({.code = errc::not_regular,
                .summary = "this is no regular file",
                .found = what,
                .expected = "a regular file",
                .hint = hint});
}

result<file> file::open(const char* path, file_access access) noexcept {
  auto opened = open_only(path, access);
  if (!opened) return opened;
  if (const auto looked = opened->look(); !looked) return looked.error();
  return opened;
}

result<file> file::open_and_read(const char* path, std::span<std::byte> first) noexcept {
  auto opened = open_only(path, file_access::read);
  if (!opened) return opened;
  // A pipe, a socket or a terminal refuses to be read at a position; none of them makes this wait.
  const auto got = opened->read_some(0, first);
  opened->first_bytes_ = got ? *got : 0;
  std::uint64_t size_bytes = opened->first_bytes_;
  if (opened->first_bytes_ == first.size()) size_bytes = opened->end();
  if (size_bytes != 0) {
    opened->identity_.size_bytes = size_bytes;
    opened->size_is_read_ = true;
    return opened;
  }
  if (const auto looked = opened->look(); !looked) return looked.error();
  return opened;
}

result<void> file::read_at(std::uint64_t offset, std::span<std::byte> into) const noexcept {
  std::size_t done = 0;
  while (done < into.size()) {
    const std::uint64_t at = offset + done;
    const std::size_t count = std::min(into.size() - done, most_in_one_call);
    if (at > static_cast<std::uint64_t>(INT64_MAX)) return ends_early(at);
    const auto got = read_some(at, into.subspan(done, count));
    if (!got) return got.error();
    if (*got == 0) return ends_early(offset + into.size());
    done += *got;
  }
  return {};
}

error file::ends_early(std::uint64_t wanted_bytes) const noexcept {
  const auto now = identity_now();
  const std::uint64_t found_bytes = now ? now->size_bytes : size_bytes();
  const bool shrank = found_bytes < size_bytes();
  const bytes::short_text<40> found(
      [&](bytes::text_sink& out) { out.decimal(found_bytes).put(" bytes"); });
  const bytes::short_text<40> expected([&](bytes::text_sink& out) {
    out.decimal(shrank ? size_bytes() : wanted_bytes).put(" bytes");
  });
  return error(
      {.code = shrank ? errc::changed : errc::data_truncated,
       .offset = found_bytes,
       .summary = shrank ? "the file became shorter while it was read" : "the file ends early",
       .found = found,
       .expected = expected,
       .hint = shrank ? std::string_view("another program writes to it; read it again when it is "
                                         "done")
                      : std::string_view()});
}

result<void> file::check_unchanged() const noexcept {
  const auto found = identity_now();
  if (!found) return found.error();
  if (*found == identity_) return {};
  return error({.code = errc::changed,
                .summary = "the file changed while it was read",
                .hint = "another program writes to it; read it again when it is done"});
}

}  // namespace nopy::os
