// SPDX-License-Identifier: MIT
#include "input/listing.hpp"

#include "npy/magic.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/read_stream.hpp"
#include "zip/names.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {

std::optional<std::uint64_t> listed_array::data_offset() const noexcept {
  if (!offset) return std::nullopt;
  return *offset + head.data_offset;
}

std::optional<std::uint64_t> listed_array::alignment() const noexcept {
  constexpr std::uint64_t page = 4096;
  const auto at = data_offset();
  if (!at) return std::nullopt;
  return *at == 0 ? page : std::min(*at & (0 - *at), page);
}

bool listed_array::cut() const noexcept {
  return std::any_of(head.findings.begin(), head.findings.end(),
                     [](const finding& one) { return one.code() == errc::data_truncated; });
}

bool listed_array::mappable() const noexcept {
  return offset && !cut() && !head.dtype.has_objects() &&
         *data_offset() % head.dtype.alignment() == 0;
}

std::string_view listed_array::mappable_words() const noexcept {
  return !offset                    ? "no: it is compressed"
         : cut()                    ? "no: the data ends early"
         : head.dtype.has_objects() ? "no: the elements are Python objects"
         : mappable()               ? "yes"
                                    : "no: the data is not aligned for its type";
}

listing list_arrays(const input& from, const load_options& options) {
  listing made;
  if (from.member()) {
    listed_member one = look_at(from.archive(), *from.member(), options);
    if (one.array) made.arrays.push_back(*std::move(one.array));
    if (one.failed) made.stopped = from.about(*one.failed);
    return made;
  }
  load_options here = options;
  do {
    auto read = try_read_header(from.source(), here);
    if (!read) {
      made.stopped = from.about(read.error());
      return made;
    }
    made.arrays.push_back({*std::move(read), here.offset, {}});
    header& head = made.arrays.back().head;
    if (head.dtype.has_objects()) return made;  // a pickle says nowhere how long it is
    here.offset += head.data_offset + head.data_bytes;
    if (from.read(here.offset, npy::magic_bytes) != npy::magic) return made;
    finding_list kept;
    for (const finding& one : head.findings)
      if (one.code() != errc::trailing_bytes) (void)kept.push_back(one);
    head.findings = kept;
  } while (here.offset < from.size_bytes());
  return made;
}

listed_member look_at(const npz_reader& in, nopy::member one, const load_options& options) {
  listed_member made{one, {}, {}, {}, false};
  const auto found = in.find(one.stored_name());
  made.shadowed = found && found->index() != one.index();
  const auto opened = verbs::opened_source::open(one);
  if (!opened) {
    made.failed = opened.error();
    return made;
  }
  verbs::stream_options stream = verbs::stream_options_of(options);
  stream.short_data = short_data::finding;
  auto head = verbs::read_stream_header(*opened, stream);
  if (head) {
    made.array = listed_array{*std::move(head), {}, one};
    if (opened->member()->is_stored()) made.array->offset = opened->member()->data_offset();
    return made;
  }
  if (head.error().code() != errc::bad_magic) {
    made.failed = head.error();
    return made;
  }
  for (const finding& told : opened->member()->findings()) made.findings.push_back(told);
  if (one.stored_name().ends_with(".npy"))
    made.findings.push_back(
        {severity::warning, error({.code = errc::not_npy, .hint = head.error().hint()})});
  return made;
}

std::string_view spelling_of(const npz_reader& in, const nopy::member& one) {
  // Where a writer forgot to say that the name is UTF-8, people know it as that.
  const std::string_view alias = zip::key_of(one.alias());
  if (!alias.empty())
    if (const auto found = in.find(alias); found && found->index() == one.index()) return alias;
  const auto found = in.find(one.name());
  return found && found->index() == one.index() ? one.name() : one.stored_name();
}

std::string method_name(compression of) {
  switch (of) {
    case compression::stored:
      return "stored";
    case compression::deflated:
      return "deflated";
    case compression::bzip2:
      return "bzip2";
    case compression::lzma:
      return "lzma";
    case compression::zstd:
      return "zstd";
  }
  return fmt::format("method {}", static_cast<unsigned>(of));
}

}  // namespace nopy::cli
