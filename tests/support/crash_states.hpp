// SPDX-License-Identifier: MIT
// What a disk may hold after the power went. `recorded_syscalls` writes down what the library
// does to files; `crash_states` then visits, for every moment between two calls, states that a disk
// may be in: everything before the last synchronisation is there; of what came later, any part may
// be missing, be zeros, or be torn at a sector. Renames happen in order, at any time after their
// call. The method of ALICE (Pillai et al., OSDI 2014) and of SQLite's test6.c.
#pragma once

#include "os/syscalls.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace nopy::test {

struct file_event {
  enum class kind { create, write, resize, sync, rename, unlink, sync_folder } what;
  int file = -1;             // which file, by number, where the event is about one
  std::uint64_t offset = 0;  // of a write; the new size of a resize
  std::string bytes{};       // of a write
  std::string from{}, to{};  // of names
};

class recorded_syscalls {
 public:
  /// `known`: files that are there, numbered in this order.
  explicit recorded_syscalls(const std::vector<std::string>& known) : real_(os::syscalls()) {
    for (const std::string& path : known) names_[path] = files_++;
    current = this;
    auto& t = os::syscalls();
    t.open = [](const char* path, int flags, mode_t mode) {
      const int fd = current->real_.open(path, flags, mode);
      if (fd >= 0) current->opened(fd, path, flags);
      return fd;
    };
    t.pwrite = [](int fd, const void* from, std::size_t count, off_t offset) {
      const ssize_t n = current->real_.pwrite(fd, from, count, offset);
      if (n > 0) current->wrote(fd, static_cast<const char*>(from), n, offset);
      return n;
    };
    t.writev = [](int fd, const iovec* parts, int count) {
      off_t at = ::lseek(fd, 0, SEEK_CUR);
      const ssize_t n = current->real_.writev(fd, parts, count);
      ssize_t left = n;
      for (int i = 0; i < count && left > 0; ++i) {
        const ssize_t now = std::min(left, static_cast<ssize_t>(parts[i].iov_len));
        current->wrote(fd, static_cast<const char*>(parts[i].iov_base), now, at);
        at += now, left -= now;
      }
      return n;
    };
    t.copy_range = [](int from, off_t offset, int to, std::size_t count) {
      const off_t at = ::lseek(to, 0, SEEK_CUR);
      const ssize_t n = current->real_.copy_range(from, offset, to, count);
      std::string copied(static_cast<std::size_t>(std::max<ssize_t>(n, 0)), '\0');
      if (n > 0 && ::pread(from, copied.data(), copied.size(), offset) == n)
        current->wrote(to, copied.data(), n, at);
      return n;
    };
    t.ftruncate = [](int fd, off_t bytes) {
      const int answer = current->real_.ftruncate(fd, bytes);
      if (answer == 0)
        current->add({.what = file_event::kind::resize,
                      .file = current->descriptors_[fd],
                      .offset = static_cast<std::uint64_t>(bytes)});
      return answer;
    };
    t.fsync = [](int fd) { return current->synced(fd), 0; };
    t.fdatasync = [](int fd) { return current->synced(fd), 0; };
    t.rename = [](const char* from, const char* to) {
      const int answer = current->real_.rename(from, to);
      if (answer == 0) current->renamed(from, to);
      return answer;
    };
    t.rename_new = [](const char* from, const char* to) {
      const int answer = current->real_.rename_new(from, to);
      if (answer == 0) current->renamed(from, to);
      return answer;
    };
  }
  recorded_syscalls(const recorded_syscalls&) = delete;
  recorded_syscalls& operator=(const recorded_syscalls&) = delete;
  ~recorded_syscalls() { os::syscalls() = real_; }

  [[nodiscard]] const std::vector<file_event>& events() const { return events_; }

 private:
  inline static recorded_syscalls* current = nullptr;

  void add(file_event event) { events_.push_back(std::move(event)); }
  void opened(int fd, const std::string& path, int flags) {
    if (flags & O_DIRECTORY) {
      descriptors_[fd] = -1;
      return;
    }
    if (flags & O_CREAT) {
      names_[path] = files_;
      add({.what = file_event::kind::create, .file = files_, .to = path});
      ++files_;
    }
    const auto known = names_.find(path);
    // What is only read, and was not named, is no part of the states.
    descriptors_[fd] =
        known == names_.end() && (flags & O_ACCMODE) == O_RDONLY ? -1 : known->second;
  }
  void wrote(int fd, const char* from, ssize_t count, off_t offset) {
    add({.what = file_event::kind::write,
         .file = descriptors_.at(fd),
         .offset = static_cast<std::uint64_t>(offset),
         .bytes = std::string(from, static_cast<std::size_t>(count))});
  }
  void synced(int fd) {
    const int file = descriptors_.at(fd);
    add({.what = file < 0 ? file_event::kind::sync_folder : file_event::kind::sync, .file = file});
  }
  void renamed(const std::string& from, const std::string& to) {
    names_[to] = names_.at(from);
    names_.erase(from);
    add({.what = file_event::kind::rename, .from = from, .to = to});
  }

  os::syscall_table real_;
  std::vector<file_event> events_{};
  std::map<std::string, int> names_{};
  std::map<int, int> descriptors_{};
  int files_ = 0;
};

/// Visits states of one file.
class crash_states {
 public:
  /// `contents`: of the known files, in their order; `names`: theirs.
  crash_states(std::vector<std::string> names, std::vector<std::string> contents,
               const std::vector<file_event>& events)
      : contents_(std::move(contents)), events_(events) {
    for (std::size_t i = 0; i < names.size(); ++i) names_[names[i]] = static_cast<int>(i);
  }

  using visitor = std::function<void(const std::optional<std::string>& contents)>;

  /// The process dies between two calls: all of its calls are in force. Returns the states visited.
  std::size_t each_kill(const std::string& path, const visitor& visit) const {
    std::size_t count = 0;
    for (std::size_t done = 0; done <= events_.size(); ++done, ++count) {
      auto files = contents_;
      auto names = names_;
      for (std::size_t i = 0; i < done; ++i) {
        apply_to_file(events_[i], files);
        apply_to_names(events_[i], names);
      }
      visit(look(path, names, files));
    }
    return count;
  }

  /// The power goes between two calls; `samples` states for every such moment.
  std::size_t each_power_cut(const std::string& path, std::size_t samples,
                             const visitor& visit) const {
    std::mt19937_64 random(20261129);
    std::size_t count = 0;
    for (std::size_t done = 0; done <= events_.size(); ++done)
      for (std::size_t sample = 0; sample < samples; ++sample, ++count)
        visit(one_power_cut(path, done, random));
    return count;
  }
  /// The power goes after the last call.
  void each_end(const std::string& path, std::size_t samples, const visitor& visit) const {
    std::mt19937_64 random(20261130);
    for (std::size_t sample = 0; sample < samples; ++sample)
      visit(one_power_cut(path, events_.size(), random));
  }

 private:
  using disk_files = std::vector<std::string>;
  using name_table = std::map<std::string, int>;
  static constexpr std::uint64_t sector = 512;

  std::optional<std::string> one_power_cut(const std::string& path, std::size_t done,
                                           std::mt19937_64& random) const {
    disk_files disk = contents_;
    name_table names = names_;
    // Names are journalled: what happened to them reached the disk up to some moment.
    const std::size_t named = std::max(folder_synced_before(done),
                                       std::uniform_int_distribution<std::size_t>(0, done)(random));
    for (std::size_t i = 0; i < done; ++i) {
      const file_event& event = events_[i];
      if (event.what == file_event::kind::create) apply_to_file(event, disk);
      if (i < named) apply_to_names(event, names);
      if (event.what != file_event::kind::write && event.what != file_event::kind::resize) continue;
      if (synced_later(event.file, i, done))
        apply_to_file(event, disk);
      else
        apply_in_part(event, disk, random);
    }
    return look(path, names, disk);
  }
  [[nodiscard]] bool synced_later(int file, std::size_t from, std::size_t done) const {
    for (std::size_t i = from; i < done; ++i)
      if (events_[i].what == file_event::kind::sync && events_[i].file == file) return true;
    return false;
  }
  [[nodiscard]] std::size_t folder_synced_before(std::size_t done) const {
    for (std::size_t i = done; i-- > 0;)
      if (events_[i].what == file_event::kind::sync_folder) return i;
    return 0;
  }
  static std::string& file_of(const file_event& event, disk_files& disk) {
    const auto number = static_cast<std::size_t>(event.file);
    if (disk.size() <= number) disk.resize(number + 1);
    return disk[number];
  }
  static void put(std::string& file, std::uint64_t offset, std::string_view bytes) {
    if (file.size() < offset + bytes.size()) file.resize(offset + bytes.size());
    file.replace(offset, bytes.size(), bytes);
  }
  static void apply_to_file(const file_event& event, disk_files& disk) {
    if (event.what == file_event::kind::create) file_of(event, disk).clear();
    if (event.what == file_event::kind::write) put(file_of(event, disk), event.offset, event.bytes);
    if (event.what == file_event::kind::resize) file_of(event, disk).resize(event.offset);
  }
  static void apply_to_names(const file_event& event, name_table& names) {
    if (event.what == file_event::kind::create) names[event.to] = event.file;
    if (event.what == file_event::kind::rename) {
      names[event.to] = names.at(event.from);
      names.erase(event.from);
    }
  }
  /// Nothing, all, only the new size, or some sectors.
  static void apply_in_part(const file_event& event, disk_files& disk, std::mt19937_64& random) {
    std::string& file = file_of(event, disk);
    const auto fate = random() % 4;
    if (fate == 0) return;
    if (fate == 1 || event.what == file_event::kind::resize) return apply_to_file(event, disk);
    const std::uint64_t end = event.offset + event.bytes.size();
    if (file.size() < end) file.resize(end);
    if (fate == 2) return;
    for (std::uint64_t at = event.offset; at < end;) {
      const std::uint64_t next = std::min(end, (at / sector + 1) * sector);
      if (random() % 2 == 0)
        put(file, at, std::string_view(event.bytes).substr(at - event.offset, next - at));
      at = next;
    }
  }
  static std::optional<std::string> look(const std::string& path, const name_table& names,
                                         const disk_files& disk) {
    const auto found = names.find(path);
    if (found == names.end()) return std::nullopt;
    const auto number = static_cast<std::size_t>(found->second);
    return number < disk.size() ? disk[number] : std::string();
  }

  disk_files contents_;
  name_table names_{};
  const std::vector<file_event>& events_;
};

}  // namespace nopy::test
