// SPDX-License-Identifier: MIT
// The corpus of hostile and unusual .npy files (make_corpus.py): each gives the outcome, the kind and the value its manifest
// requires, under both policies, and the same verdict through every kind of source. Prints the table of verdicts.
#include <nopy/nopy.hpp>

#include "cases/hostile/judge.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

namespace fs = std::filesystem;
using nopy::policy;
using nopy::test::json;
using nopy::test::required;
using nopy::test::resident_kib;
using nopy::test::tally;
using nopy::test::verdict;
using nopy::test::verdict_of;

/// Every way to the bytes of a file. Big files are only mapped.
std::map<std::string, verdict> read_every_way(const fs::path& path, policy policy, bool big) {
  std::map<std::string, verdict> all;
  all["path, mapped"] = verdict_of(nopy::try_map(path, {.policy = policy}), big);
  if (big) return all;
  const nopy::load_options options{.policy = policy};
  all["path, read"] = verdict_of(nopy::try_load(path, options), false);
  std::error_code no_file;
  if (!fs::is_regular_file(path, no_file)) return all;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return all;
  all["descriptor"] = verdict_of(nopy::try_load(nopy::source::descriptor(fd), options), false);
  ::close(fd);
  std::vector<std::byte> bytes(fs::file_size(path));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  all["memory"] = verdict_of(nopy::try_load(nopy::source::memory(bytes), options), false);
  const auto read_at = [&](std::uint64_t offset, std::span<std::byte> into) -> nopy::result<void> {
    if (offset > bytes.size() || into.size() > bytes.size() - offset)
      return nopy::error(nopy::errc::data_truncated);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return {};
  };
  all["custom"] =
      verdict_of(nopy::try_load(nopy::source::custom(bytes.size(), read_at), options), false);
  return all;
}

/// Reads one case in every way under one policy; prints what is wrong.
void run(const fs::path& folder, const json& one, policy policy, tally& count) {
  const std::string id = one["id"].as_string();
  const fs::path path = folder / one["file"].as_string();
  const long before = resident_kib();
  const auto start = std::chrono::steady_clock::now();
  const auto all = read_every_way(path, policy, one["big"].as_bool());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::string wrong;
  for (const auto& [way, found] : all) {
    const std::string judged = judge(one, required(one), policy, found);
    if (!judged.empty()) wrong += "\n    " + way + ": " + judged;
    if (!(found == all.begin()->second))
      wrong += "\n    " + way + ": another verdict than " + all.begin()->first;
  }
  // The limits are of one reading; sanitizers multiply both.
  const double seconds = one["limits"]["seconds"].as_double() * static_cast<double>(all.size());
  if (took.count() > 10 * seconds) wrong += "\n    took " + std::to_string(took.count()) + " s";
  if (resident_kib() - before > one["limits"]["rss_mb"].as_int() * 1024 * 4)
    wrong += "\n    took " + std::to_string((resident_kib() - before) / 1024) + " MiB";
  ++(wrong.empty() ? count.right : count.wrong);
  if (!wrong.empty())
    std::printf("%s (%s), %s%s\n", id.c_str(), policy == policy::strict ? "strict" : "tolerant",
                one["what"].as_string().c_str(), wrong.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hostile_test FOLDER   (made by make_corpus.py)\n");
    return 2;
  }
  const fs::path folder = argv[1];
  const json manifest = json::parse_file(folder / "manifest.json");
  std::map<std::string, tally> table;
  for (const json& one : manifest["cases"].items()) {
    if (one.find("members") != nullptr) continue;  // archives have a test of their own
    tally& count = table[one["class"].as_string()];
    const json* needs_user = one.find("needs_nonroot");
    if (needs_user != nullptr && ::geteuid() == 0) {
      std::printf("%s: skipped, root may read everything\n", one["id"].as_string().c_str());
      ++count.skipped;
      continue;
    }
    for (const policy each : {policy::tolerant, policy::strict}) run(folder, one, each, count);
  }
  tally sum;
  std::printf("%-14s %6s %6s %8s\n", "class", "right", "wrong", "skipped");
  for (const auto& [name, count] : table) {
    std::printf("%-14s %6d %6d %8d\n", name.c_str(), count.right, count.wrong, count.skipped);
    sum.right += count.right, sum.wrong += count.wrong, sum.skipped += count.skipped;
  }
  std::printf("%-14s %6d %6d %8d\n", "all", sum.right, sum.wrong, sum.skipped);
  return sum.wrong == 0 && sum.right > 0 ? 0 : 1;
}
