// SPDX-License-Identifier: MIT
// Opening, listing and checking files, of the C API.
#include "c/handles.hpp"

#include <nopy/threads.hpp>

#include "npy/magic.hpp"
#include "zip/records.hpp"

#include <memory>

namespace nopy::inline v1::c {
namespace {

/// Options of another version may be shorter (their new members are unset) or longer.
constexpr std::size_t first_options_bytes = sizeof(nopy_options);

result<load_options> options_of(const nopy_options* asked) {
  load_options made;
  if (asked == nullptr) return made;
  if (asked->struct_bytes < first_options_bytes)
    return error({.code = errc::usage,
                  .summary = "the options do not say their size",
                  .hint = "begin with nopy_options options = NOPY_OPTIONS_INIT;"});
  made.policy = asked->strict != 0 ? policy::strict : policy::tolerant;
  if (asked->max_array_bytes != 0) made.limits.array_bytes = asked->max_array_bytes;
  if (asked->max_header_bytes != 0) made.limits.header_bytes = asked->max_header_bytes;
  if (asked->max_members != 0) made.limits.members = asked->max_members;
  if (asked->threads > 1) made.parallel = threads(asked->threads);
  return made;
}

/// Whether the bytes begin like an archive, or end like one whose beginning is damaged.
bool looks_like_archive(std::span<const std::byte> first,
                        std::span<const std::byte> last) noexcept {
  if (npy::matching_magic(first) == npy::magic_bytes) return false;
  return zip::archive_start_of(first) != zip::archive_start::none ||
         zip::read_end_record(last).has_value();
}

result<bool> is_archive(const nopy_file& of) {
  std::byte first[npy::magic_bytes]{};
  std::byte last[zip::end_bytes]{};
  const std::uint64_t count = of.in_memory() ? of.bytes.size() : of.descriptor.size_bytes();
  if (count < zip::end_bytes) return false;  // no archive is shorter
  if (of.in_memory())
    return looks_like_archive(of.bytes.first(npy::magic_bytes), of.bytes.last(zip::end_bytes));
  for (const auto& [offset, part] : {std::pair{std::uint64_t{0}, std::span<std::byte>(first)},
                                     std::pair{count - zip::end_bytes, std::span<std::byte>(last)}})
    if (const auto read = of.descriptor.read_at(offset, part); !read) return of.named(read.error());
  return looks_like_archive(first, last);
}

result<void> list(nopy_file& into) {
  auto archive = npz_reader::open(into.in_memory() ? source::memory(into.bytes) : source(into.path),
                                  into.options);
  if (!archive) return archive.error();
  into.archive = new npz_reader(*std::move(archive));
  into.key_offsets.reserve(into.archive->size());
  for (const member& one : *into.archive) {
    into.key_offsets.push_back(into.keys.size());
    into.keys.append(one.name()).push_back('\0');
  }
  return {};
}

result<void> open(std::unique_ptr<nopy_file> made, nopy_file** out) {
  const auto archive = is_archive(*made);
  if (!archive) return archive.error();
  if (*archive) {
    if (const auto listed = list(*made); !listed) return listed;
  } else if (const auto found = try_read_header(*made->source_of(0), made->options); !found) {
    return made->named(found.error());
  }
  *out = made.release();
  return {};
}

}  // namespace
}  // namespace nopy::inline v1::c

nopy::result<nopy::source> nopy_file::source_of(std::size_t index) const noexcept {
  using nopy::errc;
  if (index >= nopy_count(this))
    return nopy::error(
        {.code = errc::usage,
         .subject = path,
         .summary = "there is no member of this index",
         .hint = "indices are below nopy_count(); nopy_find() looks one up by its key"});
  if (archive != nullptr) return nopy::source(archive->at(index));
  return in_memory() ? nopy::source::memory(bytes)
                     : nopy::source::descriptor(descriptor.descriptor());
}

nopy::result<nopy::c::found_array> nopy_file::find(std::size_t index,
                                                   nopy::c::reach how) const noexcept {
  auto from = source_of(index);
  if (!from) return from.error();
  if (how == nopy::c::reach::by_name && archive == nullptr && !in_memory())
    *from = nopy::source(path);
  auto head = nopy::try_read_header(*from, options);
  if (!head) return named(head.error());
  return nopy::c::found_array{*std::move(from), *std::move(head)};
}

nopy::error nopy_file::named(const nopy::error& what) const noexcept {
  if (in_memory() || archive != nullptr) return what;
  nopy::error_parts parts = what.parts();
  parts.subject = path;
  return nopy::error(parts);
}

nopy::result<nopy::npy_file> nopy_file::windows_of(std::size_t index, nopy::casting casting) const {
  {
    const std::lock_guard lock(mutex_);
    for (const window& one : windows_)
      if (one.index == index && one.casting == casting) return one.open;
  }
  const auto from = source_of(index);
  if (!from) return from.error();
  nopy::load_options with_casting = options;
  with_casting.casting = casting;
  auto opened = nopy::npy_file::open(*from, with_casting);
  if (!opened) return named(opened.error());
  const std::lock_guard lock(mutex_);
  if (windows_.size() == most_windows) windows_.pop_front();
  windows_.push_back({index, casting, *opened});
  return opened;
}

int nopy_open(const char* path, const nopy_options* options, nopy_file** out,
              nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (path == nullptr) return c::null_argument("path");
    if (out == nullptr) return c::null_argument("out");
    auto read = c::options_of(options);
    if (!read) return read.error();
    auto opened = os::file::open(path);
    if (!opened) return opened.error().about(path);
    auto made = std::make_unique<nopy_file>();
    made->path = path;
    made->descriptor = *std::move(opened);
    made->options = *std::move(read);
    return c::open(std::move(made), out);
  });
}

int nopy_open_memory(const void* bytes, std::size_t count, const nopy_options* options,
                     nopy_file** out, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (bytes == nullptr && count > 0) return c::null_argument("bytes");
    if (out == nullptr) return c::null_argument("out");
    auto read = c::options_of(options);
    if (!read) return read.error();
    auto made = std::make_unique<nopy_file>();
    made->bytes = {static_cast<const std::byte*>(bytes), count};
    made->options = *std::move(read);
    return c::open(std::move(made), out);
  });
}

void nopy_close(nopy_file** file) noexcept { nopy::c::give_back(file); }

int nopy_is_archive(const nopy_file* file) noexcept {
  return nopy::c::usable(file) && file->archive != nullptr ? 1 : 0;
}

std::size_t nopy_count(const nopy_file* file) noexcept {
  if (!nopy::c::usable(file)) return 0;
  return file->archive != nullptr ? file->archive->size() : 1;
}

const char* nopy_name(const nopy_file* file, std::size_t index) noexcept {
  if (index >= nopy_count(file)) return nullptr;
  return file->archive != nullptr ? file->keys.c_str() + file->key_offsets[index] : "";
}

int nopy_find(const nopy_file* file, const char* key, std::size_t* index,
              nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (key == nullptr) return c::null_argument("key");
    if (index == nullptr) return c::null_argument("index");
    if (file->archive == nullptr)
      return file->named(nopy::error(errc::usage, "a .npy file is one array without a name"));
    const auto found = file->archive->try_get(key);
    if (!found) return found.error();
    *index = found->index();
    return {};
  });
}

int nopy_verify(const nopy_file* file, std::size_t index, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    const auto from = file->source_of(index);
    if (!from) return from.error();
    if (file->archive != nullptr) return file->archive->at(index).try_verify();
    const auto found = try_read_header(*from, file->options);
    if (!found) return file->named(found.error());
    for (const finding& one : found->findings)
      if (one.severity == severity::error) return file->named(one.what);
    return {};
  });
}
