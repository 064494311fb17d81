// SPDX-License-Identifier: MIT
// What the rule tests look at: the project's files as lines, without comments where code alone
// counts, and the output of the compiler's tools.
#pragma once

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::test {

struct source_file {
  std::string path;  // from the project's root, as in "src/bytes/cursor.hpp"
  std::vector<std::string> lines;

  [[nodiscard]] bool is_source() const {
    return path.ends_with(".cpp") || path.ends_with(".hpp") || path.ends_with(".h");
  }
};

/// Every file below these folders of the project, in the order of their paths; what npm installed
/// there is not the project's.
inline std::vector<source_file> files_under(std::initializer_list<const char*> folders) {
  namespace fs = std::filesystem;
  const fs::path root = NOPY_ROOT;
  std::vector<source_file> found;
  for (const char* folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      if (entry.path().generic_string().find("/node_modules/") != std::string::npos) continue;
      source_file file{fs::relative(entry.path(), root).generic_string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      found.push_back(std::move(file));
    }
  }
  std::sort(found.begin(), found.end(),
            [](const source_file& a, const source_file& b) { return a.path < b.path; });
  return found;
}

/// A line without its comment and with its string literals emptied.
inline std::string code_of(std::string_view line) {
  std::string code;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quoted) {
      if (line[i] == '\\')
        ++i;
      else if (line[i] == '"')
        quoted = false;
      continue;
    }
    if (line.substr(i, 2) == "//") break;
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\'')) quoted = true;
    code += line[i];
  }
  return code;
}

/// The target of an #include line, with its quotes or angle brackets; empty for other lines.
inline std::string included(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  if (first == std::string_view::npos || !line.substr(first).starts_with("#include")) return {};
  const auto open = line.find_first_of("<\"");
  const auto close = line.find_first_of(">\"", open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return std::string(line.substr(open, close - open + 1));
}

/// What a command prints, both streams, and its exit status.
struct command_result {
  std::string output;
  int status;
};
inline command_result run(const std::string& command) {
  command_result result{{}, -1};
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, pipe)) > 0;)
    result.output.append(block, n);
  result.status = ::pclose(pipe);
  return result;
}

}  // namespace nopy::test
