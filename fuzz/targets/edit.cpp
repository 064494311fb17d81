// SPDX-License-Identifier: MIT
// Edits of any archive, held against a plain list of names and bytes: after a commit the archive is
// that list, after a refusal its bytes are the old ones, and nothing lies beside it; repacked, it
// is the same list. The input begins with up to seven edits.
#include <nopy/npz_edit.hpp>

#include "scratch_file.hpp"

#include <algorithm>
#include <optional>

namespace {

using nopy::fuzz::check;
using nopy::fuzz::choices;
using nopy::fuzz::input;
using bytes = std::vector<std::byte>;

constexpr nopy::limits small{.array_bytes = 1 << 16, .members = 50};

/// What stands under a name; nothing where it can not be read.
struct listed {
  std::string name;
  std::optional<bytes> content;
  bool operator==(const listed&) const = default;
};
using listing = std::vector<listed>;

std::optional<listing> list(const nopy::source& archive) {
  const auto reader = nopy::npz_reader::open(archive, {.limits = small});
  if (!reader) return std::nullopt;
  listing all;
  for (const nopy::member& one : *reader) {
    const auto content = one.try_bytes({.limits = small});
    all.push_back({std::string(one.stored_name()), std::nullopt});
    if (content) all.back().content.emplace(content->bytes().begin(), content->bytes().end());
  }
  return all;
}

/// As NumPy looks a name up: exactly, else with ".npy".
listing::iterator find(listing& all, const std::string& name) {
  const auto exact = std::ranges::find(all, name, &listed::name);
  return exact != all.end() ? exact : std::ranges::find(all, name + ".npy", &listed::name);
}

std::string some_name(choices& from) {
  static const char* const names[] = {"a", "b", "a.npy", "b.npy", "\xC3\xA4", "x/y", ""};
  return names[from.below(std::size(names))];
}

nopy::member_options some_options(choices& from) {
  constexpr nopy::packing each[] = {nopy::stored, nopy::deflated{1}, nopy::deflated{6}};
  return {.compression = each[from.below(std::size(each))]};
}

bytes some_bytes(choices& from) {
  bytes made(from.byte() * std::size_t{4});
  const std::uint8_t seed = from.byte();
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::byte>(i / 16 + seed);
  return made;
}

void put(choices& from, nopy::npz_editor& editor, listing& known) {
  const std::string name = some_name(from);
  const bytes content = some_bytes(from);
  if (!editor.try_put_bytes(name, content, some_options(from))) return;
  const auto there = std::ranges::find(known, name, &listed::name);
  if (there == known.end())
    known.push_back({name, content});
  else
    there->content = content;
}

/// An editor that had to copy what can not be copied is over: it refuses what is right, too, and the commit.
bool over;

void remove(choices& from, nopy::npz_editor& editor, listing& known) {
  const std::string name = some_name(from);
  const auto there = find(known, name);
  const bool done = editor.try_remove(name).has_value();
  check(there != known.end() || !done);
  over = over || (there != known.end() && !done);
  if (done) known.erase(there);
}

void rename(choices& from, nopy::npz_editor& editor, listing& known) {
  const std::string name = some_name(from), to = some_name(from);
  const auto there = find(known, name);
  const bool done = editor.try_rename(name, to).has_value();
  check(there != known.end() || !done);
  if (done) there->name = to + (there->name.ends_with(".npy") ? ".npy" : "");
}

/// Names that NumPy knows by another spelling, which this list does not: cut at a NUL, or decoded as cp437.
bool has_other_spellings(const listing& known) {
  return std::ranges::any_of(known, [](const listed& one) {
    return std::ranges::any_of(one.name, [](char c) { return c == '\0' || (c & 0x80) != 0; });
  });
}

/// False where nothing was asked for.
bool edit(choices& from, nopy::npz_editor& editor, listing& known) {
  constexpr decltype(&put) each[] = {put, put, remove, rename};
  const std::size_t turns = from.below(8);
  for (std::size_t i = 0; i < turns; ++i) {
    const std::size_t choice = from.below(std::size(each));
    each[has_other_spellings(known) ? 0 : choice](from, editor, known);
  }
  check(editor.count() == known.size());
  for (const listed& one : known) check(editor.contains(one.name));
  return turns > 0;
}

void repack(const std::string& path, const listing& known) {
  static const nopy::fuzz::scratch_file packed("b.npz");
  if (!std::ranges::all_of(known, [](const listed& one) { return one.content.has_value(); }))
    return;
  if (!nopy::try_repack_npz(path, packed.path(), {.compression = nopy::deflated{1}})) return;
  check(list(packed.path()) == known && packed.alone());
}

void run(input from_bytes) {
  static const nopy::fuzz::scratch_file file("a.npz");
  const std::size_t head = std::min<std::size_t>(from_bytes.size(), 32);
  choices from(from_bytes.first(head));
  const input content = from_bytes.subspan(head);
  file.put(content);
  const auto before = list(nopy::source::memory(content));
  auto editor = nopy::npz_editor::open(file.path(), {.limits = small});
  check(before.has_value() || !editor);
  over = false;
  if (editor) {
    listing known = *before;
    const bool edited = edit(from, *editor, known);
    if (editor->try_commit()) {
      check(!over && list(file.path()) == known && file.alone());
      if (edited) repack(file.path(), known);
      return;
    }
  }
  check(std::ranges::equal(file.bytes(), content));
}

const nopy::fuzz::target self("edit", run);

}  // namespace
