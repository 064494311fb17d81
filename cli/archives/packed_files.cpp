// SPDX-License-Identifier: MIT
#include "archives/packed_files.hpp"

#include "command/signals.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"

#include "os/sibling_name.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

struct named_operand {
  std::optional<std::string> name;
  std::string source;
};

/// An argument that names an existing file is that file, '=' and all; so is a URL with its query.
named_operand split(const std::string& operand) {
  const std::size_t equals = operand.find('=');
  if (equals == std::string::npos || is_url(operand) ||
      system::look(operand).type != system::file_type::none)
    return {{}, operand};
  return {operand.substr(0, equals), operand.substr(equals + 1)};
}

/// What a file is called as a member: its name without folders and without ".npy".
std::string key_of_path(const std::string& path) {
  const std::string file = path.substr(os::folder_of(path).size());
  return file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
}

/// Whether the source is an array that is whole.
bool check_array(const input& from, bool any_bytes) {
  const auto head = try_read_header(from.source());
  if (!head && any_bytes) return false;
  if (!head) {
    error_parts parts = head.error().parts();
    if (parts.code == errc::bad_magic) parts.hint = "--bytes takes any file as it is";
    throw exception(from.about(error(parts)));
  }
  for (const finding& one : head->findings) {
    if (one.code() == errc::data_truncated && !any_bytes) throw exception(from.about(one.what));
    if (one.code() == errc::trailing_bytes)
      remark(fmt::format("{}: bytes follow the array; they are taken along", from.title()));
  }
  return true;
}

}  // namespace

void packed_files::take(const std::string& operand) {
  const named_operand told = split(operand);
  input from = input::open(told.source);
  if (from.argument().slice)
    refuse("a part of an array can not be packed", operand, "convert it to a .npy file first");
  if (from.name() == "-" && !told.name)
    refuse("an array from stdin needs a name", operand, "NAME=-");
  if (from.is_archive())
    refuse("an archive is no array", operand, "name one of its members: FILE.npz:MEMBER");
  const bool array = check_array(from, any_bytes_);
  std::string name = told.name ? *told.name
                     : from.member()
                         ? std::string(array ? from.member()->name() : from.member()->stored_name())
                         : key_of_path(from.name());
  texts_.push_back(array ? name + ".npy" : std::move(name));
  const std::string_view stored_name = texts_.back();
  if (!names_.insert(stored_name).second)
    throw exception(error({.code = errc::zip_duplicate,
                           .subject = operand,
                           .summary = "two of the files would have one name in the archive",
                           .found = stored_name,
                           .hint = "NAME=FILE gives one of them another name"}));
  total_bytes_ += from.size_bytes();
  if (from.member() || from.is_remote() || from.name() == "-") {
    opened_.push_back(std::move(from));
    members_.push_back({stored_name, opened_.back().source()});
  } else {
    texts_.push_back(from.name());
    members_.push_back({stored_name, source(texts_.back())});
  }
}

error named_by(const input& from, const error& what) {
  return what.parts().subject.starts_with("descriptor ") ? from.about(what) : what;
}

error with_colon(const std::string& path, const error& what) {
  error_parts parts = what.parts();
  std::string subject(parts.subject);
  if (subject.starts_with(path + "!")) subject[path.size()] = ':';
  parts.subject = subject;
  return error(parts);
}

progress_callback report_to(progress_bar& bar) {
  return [&bar, told = std::uint64_t{0}](const progress& now) mutable {
    bar.advance(now.done_bytes - told);
    told = now.done_bytes;
    return !interrupts_held::interrupted();
  };
}

}  // namespace nopy::cli
