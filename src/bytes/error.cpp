// SPDX-License-Identifier: MIT
// Errors: one shared block each, and for every kind a static block that needs no memory.
#include <nopy/error.hpp>

#include "bytes/error_table.hpp"
#include "bytes/text_sink.hpp"

namespace nopy {
inline namespace v1 {

struct error::detail {
  error_parts parts;
  std::size_t owners;  // 0: static, never given back
};

namespace {

constexpr bool rows_stand_at_their_code() {
  for (std::size_t i = 0; i < kind_count; ++i)
    if (static_cast<std::size_t>(kind_table[i].code) != i) return false;
  return true;
}
static_assert(rows_stand_at_their_code());

std::string_view copy_text(std::string_view text, char*& to) noexcept {
  if (text.empty()) return {};
  std::memcpy(to, text.data(), text.size());
  const std::string_view copied(to, text.size());
  to += text.size();
  return copied;
}

/// A path or a member's name is somebody else's text: it must neither end a message nor begin another line of it.
void put_subject(bytes::text_sink& sink, std::string_view subject) noexcept {
  for (const char c : subject) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F)
      sink.put(c);
    else
      sink.put("\\x").hex(byte, 2);
  }
}

}  // namespace

std::string_view id(errc code) noexcept {
  const auto row = static_cast<std::size_t>(code);
  return row < kind_count ? kind_table[row].id : std::string_view("unknown");
}

error::detail* error::made(const error_parts& parts) noexcept {
  // Constant-initialised, so that no guard and no memory is needed.
  struct bare_blocks {
    detail of[kind_count]{};
    constexpr bare_blocks() {
      for (std::size_t i = 0; i < kind_count; ++i) of[i].parts.code = kind_table[i].code;
    }
  };
  static constinit bare_blocks bare;
  const std::size_t text_bytes = parts.subject.size() + parts.summary.size() + parts.found.size() +
                                 parts.expected.size() + parts.hint.size();
  const bool plain = text_bytes == 0 && parts.offset == no_offset && parts.system_code == 0;
  void* block = plain ? nullptr : ::operator new(sizeof(detail) + text_bytes, std::nothrow);
  if (block == nullptr) return &bare.of[static_cast<std::size_t>(parts.code)];
  auto* made = ::new (block) detail{parts, 1};
  char* text = static_cast<char*>(block) + sizeof(detail);
  made->parts.subject = copy_text(parts.subject, text);
  made->parts.summary = copy_text(parts.summary, text);
  made->parts.found = copy_text(parts.found, text);
  made->parts.expected = copy_text(parts.expected, text);
  made->parts.hint = copy_text(parts.hint, text);
  return made;
}

error::detail* error::made(errc code, const char* summary, std::size_t bytes) noexcept {
  return made({.code = code, .summary = {summary, bytes}});
}

// Other threads count in the same block meanwhile, so that even the look at 0 is atomic.
error::detail* error::share(detail* of) noexcept {
  if (of != nullptr && __atomic_load_n(&of->owners, __ATOMIC_RELAXED) != 0)
    __atomic_fetch_add(&of->owners, 1, __ATOMIC_RELAXED);
  return of;
}

void error::give_back(detail* of) noexcept {
  if (__atomic_load_n(&of->owners, __ATOMIC_RELAXED) != 0 &&
      __atomic_sub_fetch(&of->owners, 1, __ATOMIC_ACQ_REL) == 0)
    ::operator delete(of);
}

const error_parts& error::parts() const noexcept {
  static constexpr error_parts moved_from;
  return detail_ != nullptr ? detail_->parts : moved_from;
}

std::size_t error::write_message(char* out) const noexcept {
  const error_parts& all = parts();
  bytes::text_sink sink(out);
  const auto line = [&](std::string_view label, std::string_view text) {
    if (!text.empty()) sink.put("\n  ").put(label).put(text);
  };
  put_subject(sink, all.subject);
  if (!all.subject.empty()) sink.put(": ");
  sink.put(all.summary.empty() ? kind_table[static_cast<std::size_t>(all.code)].summary
                               : all.summary);
  line("found     ", all.found);
  line("expected  ", all.expected);
  if (all.offset != no_offset) sink.put("\n  at        byte ").decimal(all.offset);
  line("hint      ", all.hint);
  sink.put("\n  [").put(id()).put(']');
  return sink.count();
}

error error::about(std::string_view subject) const noexcept {
  error_parts renamed = parts();
  if (renamed.subject.empty()) {
    renamed.subject = subject;
    return error(renamed);
  }
  const std::size_t count = subject.size() + 1 + renamed.subject.size();
  auto* joined = static_cast<char*>(::operator new(count, std::nothrow));
  if (joined == nullptr) return *this;
  bytes::text_sink(joined).put(subject).put('!').put(renamed.subject);
  renamed.subject = {joined, count};
  const error made(renamed);
  ::operator delete(joined);
  return made;
}

}  // namespace v1
}  // namespace nopy
