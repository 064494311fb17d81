// SPDX-License-Identifier: MIT
// A folder of one test's files, removed with the test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::test {

class temporary_folder {
 public:
  temporary_folder() {
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
      path_ = std::filesystem::temp_directory_path() / ("nopy-test-" + std::to_string(random()));
      if (std::filesystem::create_directory(path_)) return;  // false where it is someone's already
    }
    std::abort();
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(std::string_view name, std::span<const std::byte> bytes) const {
    const std::string path = file(name);
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) std::abort();
    return path;
  }
  std::string write(std::string_view name, std::string_view text) const {
    return write(name, std::as_bytes(std::span(text)));
  }
  /// The bytes of a file.
  [[nodiscard]] static std::vector<std::byte> read(const std::string& path) {
    const std::string text = read_text(path);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
  }
  /// The bytes of a file as text; empty where there is none. In one piece: loops over faults read
  /// megabytes thousands of times.
  [[nodiscard]] static std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) return {};
    std::string text(static_cast<std::size_t>(in.tellg()), '\0');
    in.seekg(0);
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
  }
  /// The names of its entries, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
  }
  /// How many entries the folder has: a test's proof that nothing was left behind.
  [[nodiscard]] std::size_t entry_count() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_)) ++count;
    return count;
  }

 private:
  std::filesystem::path path_;
};

/// Open descriptors of this process.
[[nodiscard]] inline std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

}  // namespace nopy::test
