// SPDX-License-Identifier: MIT
#include "verbs/opened_source.hpp"

#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"
#include "verbs/member_stream.hpp"

#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

// A positional read costs about as much as copying 4 KiB; behind a callback there may be a network.
constexpr std::uint64_t file_gap = 4 << 10;
constexpr std::uint64_t custom_gap = 256 << 10;

error ends_before(std::uint64_t wanted, std::uint64_t total) noexcept {
  const bytes::short_text<40> found(
      [&](bytes::text_sink& out) { out.decimal(total).put(" bytes"); });
  const bytes::short_text<40> expected(
      [&](bytes::text_sink& out) { out.decimal(wanted).put(" bytes"); });
  return error({.code = errc::data_truncated,
                .offset = total,
                .summary = "the source ends early",
                .found = found,
                .expected = expected});
}

}  // namespace

opened_source::opened_source(enum source::kind kind) noexcept : kind_(kind) {}
opened_source::opened_source(opened_source&& other) noexcept = default;
opened_source& opened_source::operator=(opened_source&& other) noexcept = default;
opened_source::~opened_source() = default;

result<opened_source> opened_source::open(const source& from) noexcept {
  if (from.kind() == source::kind::path) return open(from.path(), os::file_access::read);
  opened_source made(from.kind());
  if (from.kind() == source::kind::memory) {
    made.memory_ = from.memory();
    made.total_bytes_ = from.memory().size();
  } else if (from.kind() == source::kind::descriptor) {
    made.descriptor_ = from.descriptor();
    auto opened = os::file::duplicate(from.descriptor());
    if (!opened) return made.named(opened.error());
    made.file_ = *std::move(opened);
    made.total_bytes_ = made.file_.size_bytes();
  } else if (from.kind() == source::kind::member) {
    auto opened = member_stream::open(from.archive(), from.index());
    if (!opened) return opened.error();
    made.member_ = *std::move(opened);
    made.total_bytes_ = made.member_->total_bytes();
  } else if (from.kind() == source::kind::remote) {
    made.far_ = from.remote();
    made.total_bytes_ = made.far_->total_bytes();
  } else {
    made.read_at_ = from.read_at();
    made.total_bytes_ = from.bytes();
    if (!made.read_at_)
      return made.named(error(errc::usage, "the custom source has no reader (or memory ran out)"));
  }
  return made;
}

result<opened_source> opened_source::open(path_ref path, os::file_access access) noexcept {
  opened_source made(source::kind::path);
  made.path_ = path.view();
  if (!path.usable())
    return error({.code = errc::usage,
                  .subject = path.c_str(),
                  .summary = "the path has a NUL character inside",
                  .hint = "a string is always a path; for bytes say source::memory(bytes)"});
  auto opened = os::file::open(path.c_str(), access);
  if (!opened) return made.named(opened.error());
  made.file_ = *std::move(opened);
  made.total_bytes_ = made.file_.size_bytes();
  return made;
}

result<opened_source> opened_source::open_and_read(const source& from,
                                                   std::span<std::byte> first) noexcept {
  if (from.kind() != source::kind::path || !from.path().usable()) return open(from);
  opened_source made(source::kind::path);
  made.path_ = from.path().view();
  auto opened = os::file::open_and_read(from.path().c_str(), first);
  if (!opened) return made.named(opened.error());
  made.file_ = *std::move(opened);
  made.total_bytes_ = made.file_.size_bytes();
  made.first_ = first.first(made.file_.first_bytes());
  return made;
}

result<void> opened_source::keep_small(std::uint64_t most_bytes) noexcept {
  if (file() == nullptr || total_bytes_ > most_bytes) return {};
  auto block = memory::allocate(total_bytes_);
  if (!block) return block.error();
  if (auto read = file_.read_at(0, block->bytes()); !read) return read;
  kept_ = *std::move(block);
  first_ = kept_.bytes();
  return {};
}

result<memory> opened_source::read_block(std::uint64_t offset, std::uint64_t count) const noexcept {
  if (offset + count <= kept_.size_bytes()) return kept_.part(offset, count);
  auto block = memory::allocate(count);
  if (!block) return block;
  if (const auto read = read_at(offset, block->bytes()); !read) return read.error();
  return block;
}

result<void> opened_source::keep_path() noexcept {
  if (kind_ != source::kind::path) return {};
  bytes::growing<char> copy;
  if (!copy.append({path_.data(), path_.size()})) return error(errc::out_of_memory);
  path_copy_ = std::move(copy);
  path_ = {path_copy_.data(), path_copy_.size()};
  return {};
}

result<void> opened_source::read_at(std::uint64_t offset,
                                    std::span<std::byte> into) const noexcept {
  if (into.empty()) return {};
  const auto end = checked::add(offset, into.size());
  switch (kind_) {
    case source::kind::path:
    case source::kind::descriptor:
      if (!end || *end > first_.size()) return file_.read_at(offset, into);
      std::memcpy(into.data(), first_.data() + offset, into.size());
      return {};
    case source::kind::memory:
      if (!end || *end > total_bytes_) return ends_before(end.value_or(UINT64_MAX), total_bytes_);
      std::memcpy(into.data(), memory_.data() + offset, into.size());
      return {};
    case source::kind::custom:
      if (!end || *end > total_bytes_) return ends_before(end.value_or(UINT64_MAX), total_bytes_);
      return read_at_(offset, into);
    case source::kind::remote:
      if (!end || *end > total_bytes_) return ends_before(end.value_or(UINT64_MAX), total_bytes_);
      return far_->read_at(offset, into);
    case source::kind::member:
      return member_->read_at(offset, into);
  }
  return {};
}

const std::byte* opened_source::in_place(std::uint64_t offset) const noexcept {
  if (kind_ == source::kind::member) return member_->in_place(offset);
  const std::span<const std::byte> all = kind_ == source::kind::memory ? memory_ : kept_.bytes();
  if (all.data() == nullptr || offset > all.size()) return nullptr;
  return all.data() + offset;
}

const os::file* opened_source::file() const noexcept {
  return kind_ == source::kind::path || kind_ == source::kind::descriptor ? &file_ : nullptr;
}

std::uint64_t opened_source::gap_worth_reading() const noexcept {
  if (kind_ == source::kind::member)
    return !member_->is_stored() ? custom_gap : member_->of().from.gap_worth_reading();
  return kind_ == source::kind::custom || kind_ == source::kind::remote ? custom_gap : file_gap;
}

void opened_source::expect(std::span<const byte_range> ranges) const noexcept {
  if (far_ != nullptr) far_->expect(ranges);
}

std::uint64_t opened_source::tail_at_hand() const noexcept {
  return far_ != nullptr ? far_->tail_bytes() : 0;
}

bool opened_source::forward_only() const noexcept {
  return member_ != nullptr && !member_->is_stored();
}

error opened_source::named(const error& what, std::uint64_t base) const noexcept {
  error_parts parts = what.parts();
  if (parts.offset != no_offset) parts.offset += base;
  if (kind_ == source::kind::member) return member_->named(error(parts));
  const bytes::short_text<32> descriptor(
      [&](bytes::text_sink& out) { out.put("descriptor ").signed_decimal(descriptor_); });
  if (parts.subject.empty()) {
    switch (kind_) {
      case source::kind::path:
        parts.subject = path_;
        break;
      case source::kind::memory:
        parts.subject = "memory";
        break;
      case source::kind::descriptor:
        parts.subject = descriptor;
        break;
      case source::kind::custom:
        parts.subject = "custom source";
        break;
      case source::kind::remote:
        parts.subject = far_->name();
        break;
      case source::kind::member:
        break;
    }
  }
  return error(parts);
}

}  // namespace nopy::inline v1::verbs
