// SPDX-License-Identifier: MIT
// The corpus of hostile and unusual .npy files (make_corpus.py): each gives the outcome, the kind
// and the value its manifest requires, under both policies, the same verdict through every kind of
// source, and takes no more memory than it may. Prints how many of each class are right.
#include <nopy/nopy.hpp>

#include "cases/hostile/judge.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

namespace {

namespace fs = std::filesystem;
using nopy::policy;
using nopy::test::json;
using nopy::test::required;
using nopy::test::tally;
using nopy::test::verdict;
using nopy::test::verdict_of;

/// As a stream, whose end is not known before it is reached: the header is pulled, the data counted.
verdict read_stream(std::span<const std::byte> bytes, policy policy) {
  nopy::core::header_decoder decoder(nopy::core::header_decoder::unknown_bytes, {.policy = policy});
  std::size_t kept = 0;  // what was read is kept until the header is whole
  while (const auto wanted = decoder.wants()) {
    if (wanted->offset > kept) return {"a stream can not skip"};
    const auto there = bytes.subspan(static_cast<std::size_t>(wanted->offset));
    const std::uint64_t count = std::min<std::uint64_t>(wanted->count, there.size());
    const auto part = there.first(static_cast<std::size_t>(count));
    if (const auto fed = decoder.feed(part); !fed) return {std::string(fed.error().id())};
    kept = static_cast<std::size_t>(wanted->offset) + part.size();
  }
  const nopy::header& found = decoder.header();
  if (found.dtype.has_objects()) return {"object_dtype"};
  const auto data = bytes.subspan(static_cast<std::size_t>(found.data_offset));
  if (data.size() < found.data_bytes) return {"data_truncated"};
  return {"ok", found, nopy::test::sha256(data.first(static_cast<std::size_t>(found.data_bytes)))};
}

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
  std::vector<std::byte> bytes(static_cast<std::size_t>(fs::file_size(path)));
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
  all["stream"] = read_stream(bytes, policy);
  return all;
}

/// Reads one case in every way under one policy; prints what is wrong.
bool run(const fs::path& folder, const json& one, policy policy) {
  const fs::path path = folder / one["file"].as_string();
  const nopy::test::cost cost;
  const auto all = read_every_way(path, policy, one["big"].as_bool());
  // A machine of 32 bits has no room to map an array of 8 GiB, and says so.
  if (sizeof(void*) == 4 && one["big"].as_bool() && all.begin()->second.kind == "too_large")
    return true;
  std::string wrong;
  for (const auto& [way, found] : all) {
    const std::string judged = judge(one, required(one), policy, found);
    if (!judged.empty()) wrong += "\n    " + way + ": " + judged;
    if (!(found == all.begin()->second))
      wrong += "\n    " + way + ": another verdict than " + all.begin()->first;
  }
  // What is refused takes next to nothing; what is loaded may take what it is.
  const bool refused = all.begin()->second.kind != "ok" && !one["big"].as_bool();
  const std::int64_t most_kib = refused ? 8 * 1024 : one["limits"]["rss_mb"].as_int() * 1024;
  wrong += cost.over(one["limits"], most_kib, all.size());
  if (!wrong.empty())
    std::printf("%s (%s), %s%s\n", one["id"].as_string().c_str(),
                policy == policy::strict ? "strict" : "tolerant", one["what"].as_string().c_str(),
                wrong.c_str());
  return wrong.empty();
}

bool run_both(const fs::path& folder, const json& one) {
  const bool tolerant = run(folder, one, policy::tolerant);
  return run(folder, one, policy::strict) && tolerant;
}

/// Root may read everything: the case runs in a child that is nobody. That it may read another file shows that the
/// refusal is of this one. Nothing where there is no nobody here.
std::optional<bool> run_as_nobody(const fs::path& folder, const json& one) {
  constexpr unsigned nobody = 65534;
  const pid_t child = ::fork();
  if (child == 0) {
    // A relative path needs no right to the folders above.
    if (::chdir(folder.c_str()) != 0 || ::setgroups(0, nullptr) != 0 ||
        ::setresgid(nobody, nobody, nobody) != 0 || ::setresuid(nobody, nobody, nobody) != 0)
      std::_Exit(2);
    const bool others = nopy::try_load("npy/head-order.npy").has_value();
    const bool right = run_both(".", one);
    std::fflush(stdout);
    std::_Exit(right && others ? 0 : 1);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return false;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) return std::nullopt;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: hostile_test FOLDER   (made by make_corpus.py)\n");
    return 2;
  }
  const fs::path folder = argv[1];
  const json manifest = json::parse_file(folder / "manifest.json");
  tally table;
  for (const json& one : manifest["cases"].items()) {
    if (one.find("members") != nullptr) continue;  // archives have a test of their own
    const bool needs_nobody = one.find("needs_nonroot") != nullptr && ::geteuid() == 0;
    const auto right = needs_nobody ? run_as_nobody(folder, one) : run_both(folder, one);
    if (!right) {
      std::printf("%s: skipped, root can not become nobody here\n", one["id"].as_string().c_str());
      continue;
    }
    if (!*right) std::printf("%s is not as required\n", one["id"].as_string().c_str());
    table.add(one["class"].as_string(), *right);
  }
  return table.print(
             "arrays are as required: mapped, read by path, descriptor, memory, callback and "
             "stream, under both policies")
             ? 0
             : 1;
}
