// SPDX-License-Identifier: MIT
// The sweeps of the hostile corpus (make_corpus.py): every prefix of a file, every flipped bit of
// an archive. Whatever is done to it, a file gives an error, an archive's member an error, nothing,
// or exactly its value: never another one.
//
// With --headers it prints what the reader says of one array under each value of each byte of its
// header, where it takes it; check_headers.py holds that against NumPy.
#include <nopy/npz.hpp>

#include "cases/hostile/judge.hpp"
#include "support/temporary_folder.hpp"

#include <cstdio>
#include <cstring>
#include <map>

namespace {

using nopy::policy;
using nopy::test::json;
using nopy::test::verdict;

nopy::source memory(const std::string& bytes) {
  return nopy::source::memory(std::as_bytes(std::span(bytes)));
}

/// The value, dtype and shape included, as one text; empty for an error.
std::string value_of(const nopy::result<nopy::any_array>& loaded) {
  if (!loaded) return {};
  std::string text = loaded->dtype().descr();
  for (const std::uint64_t extent : loaded->shape()) text += ' ' + std::to_string(extent);
  text += loaded->header().order == nopy::order::c ? " C " : " F ";
  return text + nopy::test::sha256(loaded->memory().bytes());
}

std::map<std::string, std::string> members_of(const std::string& bytes, policy how) {
  std::map<std::string, std::string> all;
  const auto reader = nopy::npz_reader::open(memory(bytes), {.policy = how});
  if (!reader) return all;
  for (const nopy::member& one : *reader) {
    const auto found = reader->find(one.name());
    if (found) all[std::string(one.name())] = value_of(found->try_load());
  }
  return all;
}

/// What a changed file gives that it should not: any value of a cut one, another value of a member.
class sweep {
 public:
  sweep(bool archive, std::string whole)
      : archive_(archive), good_(archive ? members_of(whole, policy::tolerant) : empty{}) {}

  void cut(const std::string& bytes) {
    for (const policy how : {policy::tolerant, policy::strict}) {
      ++tried_;
      if (!archive_) {
        wrong_ += nopy::try_load(memory(bytes), {.policy = how}).has_value();
        continue;
      }
      for (const auto& [name, value] : members_of(bytes, how)) wrong_ += !value.empty();
    }
  }
  void change(const std::string& bytes) {
    for (const policy how : {policy::tolerant, policy::strict}) {
      ++tried_;
      const auto found = members_of(bytes, how);
      for (const auto& [name, value] : good_)
        if (const auto there = found.find(name); there != found.end())
          wrong_ += !there->second.empty() && there->second != value;
    }
  }
  [[nodiscard]] int tried() const { return tried_; }
  [[nodiscard]] int wrong() const { return wrong_; }

 private:
  using empty = std::map<std::string, std::string>;
  bool archive_;
  std::map<std::string, std::string> good_;
  int tried_ = 0;
  int wrong_ = 0;
};

bool run(const std::string& folder, const json& one) {
  const std::string base = one["base"].as_string(), how = one["do"].as_string();
  const std::string whole = nopy::test::temporary_folder::read_text(folder + '/' + base);
  sweep tried(base.ends_with(".npz"), whole);
  if (how == "every prefix") {
    for (std::size_t count = 0; count < whole.size(); ++count) tried.cut(whole.substr(0, count));
  } else {
    std::string changed = whole;
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
      tried.change(changed);
      changed[bit / 8] = whole[bit / 8];
    }
  }
  std::printf("%-20s %6d readings of %s, %s: %d wrong values\n", one["id"].as_string().c_str(),
              tried.tried(), base.c_str(), how.c_str(), tried.wrong());
  return tried.tried() > 0 && tried.wrong() == 0;
}

/// "offset byte order shape descr" for every header of the base file that is taken.
void print_headers(const std::string& whole) {
  const auto good = nopy::try_read_header(memory(whole)).value();
  for (std::size_t at = 0; at < good.data_offset; ++at)
    for (int value = 0; value < 256; ++value) {
      std::string changed = whole;
      changed[at] = static_cast<char>(value);
      const auto found = nopy::try_load(memory(changed));
      if (!found) continue;
      std::string shape;
      for (const std::uint64_t extent : found->shape()) shape += std::to_string(extent) + ',';
      std::printf("%zu %d %c (%s) %s\n", at, value,
                  found->header().order == nopy::order::c ? 'C' : 'F', shape.c_str(),
                  found->dtype().descr().c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[2], "--headers") != 0) argc = 0;
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr,
                 "usage: hostile_sweep_test FOLDER [--headers]   (made by make_corpus.py)\n");
    return 2;
  }
  const std::string folder = argv[1];
  const json manifest = json::parse_file(folder + "/manifest.json");
  bool right = true;
  for (const json& one : manifest["sweeps"].items()) {
    const bool headers = one["do"].as_string().starts_with("each header byte");
    if (headers && argc == 3)
      print_headers(
          nopy::test::temporary_folder::read_text(folder + '/' + one["base"].as_string()));
    if (!headers && argc == 2) right = run(folder, one) && right;
  }
  return right ? 0 : 1;
}
