// SPDX-License-Identifier: MIT
// The page's files: compiled in as they lie in their folder, found by exact names, typed by suffix.
#include "asset.hpp"
#include "page_folder.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace {

using namespace nopy::view;

TEST(Page, IsCompiledInAsItLiesInItsFolder) {
  const auto folder = page_folder::read("view/page");
  ASSERT_TRUE(folder) << folder.error().message();
  EXPECT_EQ(folder->assets().size(), 2u);
  EXPECT_EQ(built_in_page().size(), folder->assets().size());
  for (const asset& stored : folder->assets()) {
    const asset* built_in = find_asset(built_in_page(), stored.path);
    ASSERT_NE(built_in, nullptr) << stored.path;
    EXPECT_TRUE(std::equal(stored.bytes.begin(), stored.bytes.end(), built_in->bytes.begin(),
                           built_in->bytes.end()))
        << stored.path;
  }
}

TEST(Page, HasAssetsByTheirExactNamesOnly) {
  EXPECT_NE(find_asset(built_in_page(), "assets/page.css"), nullptr);
  for (const char* path : {"", "assets", "assets/", "page.css", "assets/page.cs", "INDEX.HTML"})
    EXPECT_EQ(find_asset(built_in_page(), path), nullptr) << path;
}

TEST(Page, WithoutIndexIsRefused) {
  const nopy::test::temporary_folder folder;
  folder.write("page.css", std::string_view("p {}"));
  EXPECT_EQ(page_folder::read(folder.path().string()).error().code(), nopy::errc::io);
  EXPECT_EQ(page_folder::read(folder.file("missing")).error().system_code(), ENOENT);
}

TEST(Page, AboveItsLimitIsRefusedBeforeItIsRead) {
  const nopy::test::temporary_folder folder;
  folder.write("index.html", std::string_view("<p>"));
  std::filesystem::resize_file(folder.file("index.html"), (std::uintmax_t{64} << 20) + 1);
  EXPECT_EQ(page_folder::read(folder.path().string()).error().code(), nopy::errc::limit);
}

TEST(MediaTypes, AreToldBySuffix) {
  const std::pair<const char*, const char*> rows[] = {
      {"index.html", "text/html; charset=utf-8"},
      {"assets/a-B1.js", "text/javascript; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.wasm", "application/wasm"},
      {"a.svg", "image/svg+xml"},
      {"html", "application/octet-stream"},
      {"a.exe", "application/octet-stream"},
  };
  for (const auto& [path, type] : rows) EXPECT_EQ(media_type(path), type) << path;
}

}  // namespace
