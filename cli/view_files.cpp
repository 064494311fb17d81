// SPDX-License-Identifier: MIT
#include "view_files.hpp"

#include "arguments.hpp"
#include "json_writer.hpp"
#include "report.hpp"

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

std::string percent_encoded(std::string_view text, std::string_view kept) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                       (byte >= 'A' && byte <= 'Z') || kept.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4];
      out += "0123456789ABCDEF"[byte & 15];
    }
  }
  return out;
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

/// The last part of each path; the whole path where two would look the same.
void give_names(std::vector<view::served_file>& files) {
  std::map<std::string, std::size_t> count;
  for (const view::served_file& file : files) ++count[fs::path(file.path).filename().string()];
  for (view::served_file& file : files) {
    const std::string name = fs::path(file.path).filename().string();
    file.name = count[name] == 1 ? name : file.path;
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
    if (argument.path == "-")
      refuse("stdin can not be shown", "it can be read only once",
             "save it to a file first; the viewer reads here and there");
    std::error_code ignored;
    if (fs::is_directory(argument.path, ignored)) {
      for (std::string& path : files_in(argument.path))
        found.files.push_back({std::move(path), {}});
    } else {
      found.files.push_back({argument.path, {}});
    }
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
    out.key("name").text(file.name).key("path").text(file.path);
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
