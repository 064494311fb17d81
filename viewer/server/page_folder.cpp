// SPDX-License-Identifier: MIT
#include "page_folder.hpp"

#include "os/system_error.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace nopy::view {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;

error failed(const std::error_code& why, const std::filesystem::path& at) {
  return os::system_error(why.value(), "the page can not be read", at.string());
}

}  // namespace

result<page_folder> page_folder::read(const std::string& folder) {
  namespace fs = std::filesystem;
  page_folder made;
  std::error_code why;
  std::uintmax_t bytes = 0;
  fs::recursive_directory_iterator at(folder, why);
  for (; !why && at != fs::end(at); at.increment(why)) {
    if (!at->is_regular_file(why)) continue;
    bytes += at->file_size(why);
    if (bytes > most_bytes)
      return error({.code = errc::limit,
                    .subject = folder,
                    .summary = "this folder is too large to be a page",
                    .expected = "at most 64 MiB"});
    std::ifstream in(at->path(), std::ios::binary);
    auto file = std::make_unique<const kept_file>(kept_file{
        fs::relative(at->path(), folder, why).generic_string(),
        std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>())});
    if (why || !in) break;
    made.assets_.push_back({file->path, std::as_bytes(std::span(file->bytes))});
    made.files_.push_back(std::move(file));
  }
  if (why) return failed(why, folder);
  if (find_asset(made.assets_, "index.html") == nullptr)
    return error({.code = errc::io,
                  .subject = folder,
                  .summary = "this folder holds no page",
                  .found = "no index.html"});
  return made;
}

}  // namespace nopy::view
