// SPDX-License-Identifier: MIT
#include "output/folder_output.hpp"

#include "input/spool.hpp"

#include "os/sibling_name.hpp"

#include <fmt/core.h>

#include <cerrno>

namespace nopy::cli {
namespace {

error taken(std::string_view shown) {
  return error({.code = errc::exists, .subject = shown, .hint = "-f replaces it"});
}

error one_name(std::string_view shown) {
  return error({.code = errc::unsafe_name,
                .subject = shown,
                .summary = "another member was written to this file",
                .found = "two names that the file system takes for one",
                .hint = "`nopy convert FILE.npz:NAME OUT.npy` gives it another name"});
}

/// A file without its name yet, which disappears unless it gets it.
class unnamed_file {
 public:
  unnamed_file(const system::folder& folder, std::string shown)
      : folder_(folder), shown_(std::move(shown)) {
    for (int attempt = 0; attempt < 100 && fd_ < 0; ++attempt) {
      name_ = fmt::format(".nopy-{}-{}.tmp", os::process_number(), attempt);
      fd_ = folder_.create_new(name_);
      if (fd_ < 0 && errno != EEXIST) break;
    }
    if (fd_ < 0) fail_system(shown_, "this can not be written", errno);
  }
  unnamed_file(const unnamed_file&) = delete;
  unnamed_file& operator=(const unnamed_file&) = delete;
  ~unnamed_file() {
    if (fd_ >= 0) system::close(fd_);
    if (!name_.empty()) folder_.remove(name_);
  }
  void write(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!system::write_all(fd_, text)) fail_system(shown_, "writing failed", errno);
  }
  /// Gives the file its name; returns which file it is.
  system::file_id take_name(const std::string& name, overwrite existing) {
    const auto found = system::look(fd_);
    if (!found) fail_system(shown_, "writing failed", errno);
    if (!system::close(std::exchange(fd_, -1))) fail_system(shown_, "writing failed", errno);
    const bool named = existing == overwrite::allow ? folder_.rename(name_, name)
                                                    : folder_.rename_new(name_, name);
    if (!named && existing == overwrite::refuse && errno == EEXIST) throw exception(taken(shown_));
    if (!named) fail_system(shown_, "the finished file could not get its name", errno);
    name_.clear();
    return found->id;
  }

 private:
  const system::folder& folder_;
  std::string shown_;
  std::string name_{};
  int fd_ = -1;
};

}  // namespace

folder_output::folder_output(const std::string& path) : path_(path) {
  require_local(path);
  if (const auto unmade = system::make_folders(path))
    fail_system(*unmade, "the folder can not be made", errno);
  // The folder itself is the user's word, and may be a link.
  folder_ = system::folder::open(path);
  if (!folder_.is_open()) fail_system(path, "the folder can not be opened", errno);
}

void folder_output::write(const std::vector<std::string>& parts, overwrite existing,
                          const std::function<void(const sink&)>& fill) {
  std::string shown = path_ == "." ? "" : path_ + "/";
  std::vector<system::folder> way;  // as much of it as keeps the last one in its place
  const system::folder* folder = &folder_;
  way.reserve(parts.size());
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    shown += parts[i];
    if (!folder->make_folder(parts[i]) && errno != EEXIST)
      fail_system(shown, "the folder can not be made", errno);
    system::folder next = folder->below(parts[i]);
    if (!next.is_open())
      fail_system(shown, "this is no folder of its own", errno, "links are not followed");
    // A member may lie deeper than a process may have files open.
    if (system::folder::stands_alone()) way.clear();
    way.push_back(std::move(next));
    folder = &way.back();
    shown += "/";
  }
  shown += parts.back();
  const auto refuse_if_taken = [&] {
    const auto there = folder->look(parts.back());
    if (!there) return;
    if (written_.contains(there->id)) throw exception(one_name(shown));
    if (existing == overwrite::refuse) throw exception(taken(shown));
  };
  {
    const std::lock_guard held(lock_);
    refuse_if_taken();
  }
  unnamed_file file(*folder, shown);
  fill([&](std::span<const std::byte> bytes) { file.write(bytes); });
  // Again: another thread may have written it meanwhile.
  const std::lock_guard held(lock_);
  refuse_if_taken();
  written_.insert(file.take_name(parts.back(), existing));
}

}  // namespace nopy::cli
