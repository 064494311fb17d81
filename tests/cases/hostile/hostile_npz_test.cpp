// SPDX-License-Identifier: MIT
// The corpus of hostile and unusual archives (make_corpus.py): every member gives the outcome,
// the kind and the value its manifest requires, under both policies, and the same through
// every kind of source; mapped in place too where it is stored. A member that is bad never
// hides one that must load.
#include <nopy/npz.hpp>

#include "cases/hostile/judge.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

namespace fs = std::filesystem;
using nopy::policy;
using nopy::test::json;
using nopy::test::verdict;

verdict load_member(const nopy::result<nopy::npz_reader>& archive, const std::string& key,
                    bool lazy) {
  if (!archive) return {std::string(archive.error().id())};
  const auto member = archive->try_get(key);
  if (!member) return {std::string(member.error().id())};
  if (!lazy) return nopy::test::verdict_of(member->try_load(), false);
  const auto found = member->try_header();
  if (!found) return {std::string(found.error().id())};
  return {"ok", *found, ""};
}

struct opened_everywhere {
  explicit opened_everywhere(const fs::path& path, policy policy, bool sparse) {
    const nopy::load_options options{.policy = policy};
    all.emplace("path", nopy::npz_reader::open(path, options));
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    all.emplace("descriptor", nopy::npz_reader::open(nopy::source::descriptor(fd), options));
    if (sparse) return;
    bytes.resize(static_cast<std::size_t>(fs::file_size(path)));
    std::ifstream(path, std::ios::binary)
        .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    all.emplace("memory", nopy::npz_reader::open(nopy::source::memory(bytes), options));
    const auto read_at = [this](std::uint64_t offset,
                                std::span<std::byte> into) -> nopy::result<void> {
      if (offset > bytes.size() || into.size() > bytes.size() - offset)
        return nopy::error(nopy::errc::data_truncated);
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
      return {};
    };
    all.emplace("custom",
                nopy::npz_reader::open(nopy::source::custom(bytes.size(), read_at), options));
  }
  ~opened_everywhere() { ::close(fd); }

  std::vector<std::byte> bytes;
  int fd = -1;
  std::map<std::string, nopy::result<nopy::npz_reader>> all;
};

/// A mapped member is not verified, but must be what loading gives where that succeeds.
std::string judge_map(const nopy::result<nopy::npz_reader>& archive, const std::string& key,
                      const verdict& loaded) {
  if (!archive || loaded.kind != "ok" || loaded.data_sha256.empty()) return {};
  const auto member = archive->try_get(key);
  const auto mapped = member->try_map();
  if (member->compression() != nopy::compression::stored)
    return mapped || mapped.error().code() != nopy::errc::compressed ? "mapped though compressed"
                                                                     : "";
  if (!mapped) return "can not be mapped: " + std::string(mapped.error().id());
  return nopy::test::verdict_of(mapped, false) == loaded ? "" : "mapped is not loaded";
}

bool run(const fs::path& folder, const json& one, policy policy) {
  const fs::path path = folder / one["file"].as_string();
  const nopy::test::cost cost;
  const bool sparse = fs::file_size(path) > (1u << 30);
  std::string wrong;
  {
    const opened_everywhere opened(path, policy, sparse);
    const json& members = one["members"];
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string key(members.keys()[i]);
      const json& member = members.items()[i];
      const json* lazy = member.find("lazy");
      std::map<std::string, verdict> all;
      for (const auto& [way, archive] : opened.all)
        all[way] = load_member(archive, key, lazy != nullptr && lazy->as_bool());
      for (const auto& [way, found] : all) {
        std::string judged = judge(member, nopy::test::required(one), policy, found);
        if (judged.empty() && way == "path") judged = judge_map(opened.all.at(way), key, found);
        if (!judged.empty()) wrong += "\n    " + key + ", " + way + ": " + judged;
        if (!(found == all.begin()->second))
          wrong += "\n    " + key + ", " + way + ": another verdict than " + all.begin()->first;
      }
    }
    if (members.size() == 0) {
      const auto& archive = opened.all.at("path");
      if (one["outcome"].as_string() == "load" && !archive) wrong += "\n    can not be opened";
      if (one["outcome"].as_string() == "reject" && archive)
        for (const nopy::member& member : *archive)
          if (member.try_load()) wrong += "\n    accepted";
    }
  }
  // Four open archives, with the file's bytes in memory beside them; maps come on top.
  wrong += cost.over(one["limits"], one["limits"]["rss_mb"].as_int() * 1024, 5);
  if (!wrong.empty())
    std::printf("%s (%s), %s%s\n", one["id"].as_string().c_str(),
                policy == policy::strict ? "strict" : "tolerant", one["what"].as_string().c_str(),
                wrong.c_str());
  return wrong.empty();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hostile_npz_test FOLDER   (made by make_corpus.py)\n");
    return 2;
  }
  const fs::path folder = argv[1];
  const json manifest = json::parse_file(folder / "manifest.json");
  nopy::test::tally table;
  for (const json& one : manifest["cases"].items()) {
    if (one.find("members") == nullptr) continue;
    const bool tolerant = run(folder, one, policy::tolerant);
    table.add(one["class"].as_string(), run(folder, one, policy::strict) && tolerant);
  }
  return table.print(
             "archives are as required: by path, descriptor, memory and callback, mapped where "
             "stored, under both policies")
             ? 0
             : 1;
}
