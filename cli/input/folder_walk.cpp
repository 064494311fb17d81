// SPDX-License-Identifier: MIT
#include "input/folder_walk.hpp"

#include "npy/magic.hpp"
#include "os/sibling_name.hpp"
#include "system/folder.hpp"

#include <algorithm>
#include <cerrno>

namespace nopy::cli {
namespace {

using system::file_type;

struct entry {
  std::string name;
  file_type type;
};

std::string_view words_of_type(file_type type) noexcept {
  switch (type) {
    case file_type::link:
      return "a link, and links are not followed";
    case file_type::pipe:
      return "a named pipe";
    case file_type::socket:
      return "a socket";
    default:
      return "no file";
  }
}

bool is_called_array(std::string_view name) noexcept {
  return name.ends_with(".npy") || name.ends_with(".npz");
}

// Folders above these are closed, and found again on the way up: a tree may be deeper than a
// process may have files open.
constexpr std::size_t most_open = 32;

/// A folder whose entries are being visited.
struct open_folder {
  system::folder handle;
  std::string path;
  system::file_id id;
  std::vector<entry> entries{};
  std::size_t next = 0;
};

error system_failure(const std::string& path, std::string_view what, int code) {
  return error({.code = errc::io,
                .subject = path,
                .summary = what,
                .found = system::words_of(code),
                .system_code = code});
}

/// Regular files and folders, and what else is called an array, by name. A link is neither. False,
/// with errno, where reading failed.
bool read_entries(open_folder& of) {
  const bool all = of.handle.each_entry([&](std::string_view name, file_type type) {
    if (type == file_type::regular || type == file_type::folder || is_called_array(name))
      of.entries.push_back({std::string(name), type});
  });
  const int failed = errno;
  std::sort(of.entries.begin(), of.entries.end(),
            [](const entry& a, const entry& b) { return a.name < b.name; });
  errno = failed;
  return all;
}

class folder_walk {
 public:
  folder_walk(const walk_options& options, function_ref<void(const input&)> each,
              function_ref<void(const error&)> failed)
      : options_(options), each_(each), failed_(failed) {}

  void run(const std::string& folder);

 private:
  void enter(system::folder opened, std::string path);
  void leave();
  void visit(const open_folder& in, const std::string& name, const std::string& path);
  [[nodiscard]] bool wanted(int fd, std::string_view name) const;

  const walk_options& options_;
  function_ref<void(const input&)> each_;
  function_ref<void(const error&)> failed_;
  std::vector<open_folder> depth_{};  // instead of recursion: folders may be nested at will
};

void folder_walk::enter(system::folder opened, std::string path) {
  const std::optional<system::file_id> id = opened.is_open() ? opened.id() : std::nullopt;
  if (!id) return failed_(system_failure(path, "this folder can not be read", errno));
  if (depth_.size() >= most_open) depth_[depth_.size() - most_open].handle = system::folder();
  depth_.push_back({std::move(opened), std::move(path), *id});
  if (!read_entries(depth_.back()))
    failed_(system_failure(depth_.back().path, "this folder can not be read to its end", errno));
}

/// Goes up from the deepest folder, whose entries are done. Where the way is lost, the walk ends with an error.
void folder_walk::leave() {
  const open_folder left = std::move(depth_.back());
  depth_.pop_back();
  if (depth_.empty() || depth_.back().handle.is_open()) return;
  open_folder& above = depth_.back();
  above.handle = left.handle.above();
  const std::optional<system::file_id> found =
      above.handle.is_open() ? above.handle.id() : std::nullopt;
  if (!found) {
    failed_(system_failure(above.path, "this folder can not be read to its end", errno));
  } else if (*found == above.id) {
    return;
  } else {
    failed_(error(
        {.code = errc::changed,
         .subject = left.path,
         .summary = "this folder was moved while it was read",
         .hint = "what comes behind it was not read: do it again when nobody moves folders"}));
  }
  depth_.clear();
}

/// One read tells an array from other files.
bool folder_walk::wanted(int fd, std::string_view name) const {
  const bool archive = name.ends_with(".npz");
  if (options_.misnamed == impostors::take && is_called_array(name)) return true;
  char first[npy::magic_bytes];
  const std::ptrdiff_t got = system::read_at(fd, first, 0);
  const std::string_view seen(first, static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
  return seen == npy::magic || (archive && seen.starts_with("PK"));
}

void folder_walk::visit(const open_folder& in, const std::string& name, const std::string& path) {
  const int fd = in.handle.open_to_read(name);
  if (fd < 0) {
    if (errno == ENOENT || errno == ELOOP) return;  // gone, or a link since
    return failed_(system_failure(path, "this can not be opened", errno));
  }
  if (!wanted(fd, name)) {
    system::close(fd);
    return;
  }
  try {
    const input from = input::of_descriptor(path, fd);
    each_(from);
  } catch (const exception& what) {
    if (what.error().system_code() == EPIPE) throw;
    failed_(what.error());
  }
}

void folder_walk::run(const std::string& folder) {
  enter(system::folder::open(folder), folder);
  while (!depth_.empty()) {
    open_folder& here = depth_.back();
    if (here.next == here.entries.size()) {
      leave();
      continue;
    }
    const entry one = std::move(here.entries[here.next++]);
    const bool ends = os::folder_of(here.path).size() == here.path.size();  // "data/", or "C:"
    const std::string path = here.path + (ends ? "" : "/") + one.name;
    if (one.type == file_type::regular) {
      visit(here, one.name, path);
    } else if (one.type == file_type::folder) {
      if (options_.below) enter(here.handle.below(one.name), path);
    } else if (options_.left_out) {
      options_.left_out(path, words_of_type(one.type));
    }
  }
}

}  // namespace

bool is_folder(const std::string& path) noexcept {
  if (path.ends_with(".npy") || path.ends_with(".npz")) return false;
  return system::look(path).type == file_type::folder;
}

void walk_folder(const std::string& folder, const walk_options& options,
                 function_ref<void(const input&)> each, function_ref<void(const error&)> failed) {
  folder_walk(options, each, failed).run(folder);
}

}  // namespace nopy::cli
