// SPDX-License-Identifier: MIT
// The corpus of hostile files (make_corpus.py) through the engine: it survives each, and says the
// kind of error that the library says. Usage: engine_corpus_test FOLDER.
#include <nopy/npz.hpp>

#include "support/engine_page.hpp"
#include "support/temporary_folder.hpp"

#include <cstdio>
#include <filesystem>

namespace {

namespace fs = std::filesystem;
using nopy::policy;
using nopy::test::engine_answer;
using nopy::test::engine_page;
using nopy::test::json;
using nopy::test::temporary_folder;

/// Everything a page may ask of an array; that it ends is what counts.
void ask_everything(engine_page& page, std::uint32_t file, std::uint32_t member) {
  (void)page.run(page_anatomy(file, member));
  (void)page.texts(file, member);
  (void)page.texts(file, member, -2);
  (void)page.run(page_window(file, member, nullptr, 0, -1, 2));
  (void)page.run(page_statistics(file, member, nullptr, -1, 0));
  (void)page.run(page_stream(file, member, 0, 4096));
  (void)page.run(page_objects(file, member));
  (void)page.run(page_export_npy(file, member, nullptr));
}

/// What the library says of a header; data that ends early is a finding of the engine, not an error.
std::string library_kind(const nopy::result<nopy::header>& read) {
  if (read) return "ok";
  const std::string kind(read.error().id());
  return kind == "data_truncated" ? "ok" : kind;
}

std::string judge_array(const fs::path& path, policy how) {
  const std::string bytes = temporary_folder::read_text(path.string());
  engine_page page;
  const engine_answer opened = page.open(bytes, how == policy::strict);
  if (!opened.done) return "was not opened: " + opened.bytes;
  const json value = opened.value();
  const json* wrong = value.find("error");
  const std::string said = wrong == nullptr ? "ok" : (*wrong)["id"].as_string();
  const auto file = engine_page::number_of(value["file"]);
  ask_everything(page, file, engine_page::no_member);
  const std::string expected = library_kind(nopy::try_read_header(path, {.policy = how}));
  return said == expected ? "" : "says " + said + ", the library " + expected;
}

std::string judge_members(engine_page& page, std::uint32_t file, const nopy::npz_reader& library) {
  std::string wrong;
  for (std::uint32_t i = 0; i < library.size() && i < 300; ++i) {
    const engine_answer peeked = page.peek(file, {i});
    const json value = peeked.value();
    const std::string said =
        value[0]["error"].is_null() ? "ok" : value[0]["error"]["id"].as_string();
    const std::string expected = library_kind(library.at(i).try_header());
    // Methods beyond DEFLATE are read where their libraries were found; the engine has none.
    if (said != expected && said != "zip_method" && wrong.empty())
      wrong = "of member " + std::to_string(i) + " says " + said + ", the library " + expected;
    ask_everything(page, file, i);
    (void)page.run(page_verify(file, i));
  }
  return wrong;
}

std::string judge_archive(const fs::path& path, policy how) {
  const std::string bytes = temporary_folder::read_text(path.string());
  engine_page page;
  const engine_answer opened = page.open(bytes, how == policy::strict);
  if (!opened.done) return "was not opened: " + opened.bytes;
  const json value = opened.value();
  const auto file = engine_page::number_of(value["file"]);
  (void)page.run(page_map(file, 0, 100000));
  (void)page.run(page_salvage(file));
  const auto library = nopy::npz_reader::open(path, {.policy = how});
  const json* wrong = value.find("error");
  const std::string said = wrong == nullptr ? "ok" : (*wrong)["id"].as_string();
  const std::string expected = library ? "ok" : std::string(library.error().id());
  // What is a single array, or something else, the engine opens as that.
  if (value["kind"].as_string() == "npy" && expected == "bad_magic") return "";
  if (said != expected) return "says " + said + ", the library " + expected;
  return library ? judge_members(page, file, *library) : "";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::puts("usage: engine_corpus_test FOLDER"), 2;
  const fs::path folder = arguments[1];
  const json manifest = json::parse_file((folder / "manifest.json").string());
  int wrong = 0, seen = 0;
  for (const json& one : manifest["cases"].items()) {
    const std::string name = one["file"].as_string();
    if (!name.starts_with("np")) continue;  // links, pipes and folders are no files of a page
    if (fs::file_size(folder / name) > (64u << 20)) continue;
    for (const policy how : {policy::tolerant, policy::strict}) {
      const std::string says = name.ends_with(".npz") ? judge_archive(folder / name, how)
                                                      : judge_array(folder / name, how);
      ++seen;
      if (says.empty()) continue;
      ++wrong;
      std::printf("%s (%s): the engine %s\n", name.c_str(),
                  how == policy::strict ? "strict" : "tolerant", says.c_str());
    }
  }
  std::printf("%d files and policies, %d wrong\n", seen, wrong);
  return wrong == 0 && seen > 500 ? 0 : 1;
}
