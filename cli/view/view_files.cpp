// SPDX-License-Identifier: MIT
#include "view/view_files.hpp"

#include "input/arguments.hpp"
#include "input/remote_input.hpp"
#include "input/spool.hpp"
#include "printing/json_writer.hpp"
#include "printing/percent_encoding.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace nopy::cli {
namespace {

namespace fs = std::filesystem;

/// The arrays and archives directly in a folder, in the order of their names.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code why;
  for (fs::directory_iterator at(folder, why); !why && at != fs::end(at); at.increment(why)) {
    const std::string suffix = at->path().extension().string();
    if (suffix == ".npy" || suffix == ".npz") found.push_back(at->path().string());
  }
  if (why)
    throw exception(error({.code = errc::io,
                           .subject = folder,
                           .summary = "this folder can not be read",
                           .found = why.message(),
                           .system_code = why.value()}));
  if (found.empty())
    throw exception(error({.code = errc::not_found,
                           .subject = folder,
                           .summary = "there is nothing to show in this folder",
                           .expected = "files named .npy or .npz directly in it"}));
  std::sort(found.begin(), found.end());
  return found;
}

std::string fragment_of(const source_argument& argument) {
  std::string out;
  if (argument.member) out += "#m=" + percent_encoded(*argument.member, "-_.~/");
  if (argument.slice) {
    std::string slice = *argument.slice;
    std::erase(slice, ' ');
    out += (out.empty() ? "#s=" : "&s=") + percent_encoded(slice, "-_.~,:");
  }
  return out;
}

std::string last_name(const view::served_file& file) {
  return fs::path(file.written).filename().string();
}

/// The last part of each path; the whole path where two would look the same.
void give_names(std::vector<view::served_file>& files) {
  std::map<std::string, std::size_t> count;
  for (const view::served_file& file : files) ++count[last_name(file)];
  for (view::served_file& file : files) {
    std::string name = last_name(file);
    file.name = count[name] == 1 ? std::move(name) : file.written;
  }
}

void add_files(std::vector<view::served_file>& files, const std::string& path) {
  std::error_code ignored;
  if (is_url(path) || (is_address(path) && !fs::exists(path, ignored)))
    refuse("`nopy view` shows files of this machine", path,
           "`nopy show --plot URL` draws it here; the viewer's page on the web opens URLs itself");
  if (path == "-") {
    // Without a name of its own, but the kernel opens it anew by this one, for each request.
    files.push_back({fmt::format("/proc/self/fd/{}", spooled_stdin()), "stdin"});
  } else if (fs::is_directory(path, ignored)) {
    for (std::string& one : files_in(path)) files.push_back({one, one});
  } else {
    files.push_back({path, path});
  }
}

void try_all(const std::vector<view::served_file>& files) {
  std::optional<error> last;
  for (const view::served_file& file : files) {
    const auto opened = view::opened_file::open(file.path);
    if (opened) continue;
    if (last) report(*last);
    last = opened.error();
  }
  if (last) throw exception(*last);
}

}  // namespace

view_files find_view_files(const std::vector<std::string>& operands) {
  view_files found;
  for (const std::string& operand : operands) {
    const source_argument argument = parse_source(operand);
    add_files(found.files, argument.path);
    found.fragment = fragment_of(argument);
    if (!found.fragment.empty() && operands.size() > 1)
      refuse("a member or a slice to begin with can be given for a single file only", operand);
  }
  try_all(found.files);
  give_names(found.files);
  return found;
}

std::string view_files_json(const std::vector<view::served_file>& files) {
  std::string text;
  json_writer out(text);
  out.begin_object().key("files").begin_list();
  std::uint64_t id = 0;
  for (const view::served_file& file : files) {
    const auto opened = view::opened_file::open(file.path);
    out.begin_object().key("id").number(id++);
    out.key("name").text(file.name).key("path").text(file.written);
    if (opened) {
      out.key("bytes").number(opened->size_bytes()).key("etag").text(opened->tag());
    } else {
      out.key("bytes").null().key("etag").null();
      out.key("error").text(opened.error().message());
    }
    out.end_object();
  }
  out.end_list().end_object();
  return text + "\n";
}

}  // namespace nopy::cli
