// SPDX-License-Identifier: MIT
// Every fuzz target keeps its promises for each input that fuzzing gathered (fuzz/corpus: together
// they reach every edge that was reached so far), and for each that once found something
// (fuzz/findings). An input that breaks one ends the program; the last name printed is its.
#include "target.hpp"

#include <nopy/npz.hpp>

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace nopy::fuzz {
namespace {

std::vector<const target*> all_targets() {
  std::vector<const target*> all;
  for (const target* one = target::first(); one != nullptr; one = one->next()) all.push_back(one);
  return all;
}

void run(const target& body, const std::string& name, input bytes) {
  std::printf("%s\n", name.c_str());
  std::fflush(stdout);
  body(bytes);
}

class Corpus : public testing::TestWithParam<const target*> {};

TEST_P(Corpus, KeepsItsPromisesForEveryInput) {
  const target& body = *GetParam();
  const auto findings = std::filesystem::path(NOPY_TESTS_DIR "/../fuzz/findings") / body.name();
  if (std::filesystem::exists(findings))
    for (const auto& file : std::filesystem::directory_iterator(findings))
      run(body, file.path().filename(), test::temporary_folder::read(file.path()));

  const std::string folder = NOPY_TESTS_DIR "/../fuzz/corpus/";
  const npz_reader gathered(folder + std::string(body.name()) + ".zip");
  ASSERT_FALSE(gathered.empty());
  for (const member& one : gathered) run(body, std::string(one.stored_name()), one.bytes().bytes());
  body({});
}

INSTANTIATE_TEST_SUITE_P(Of, Corpus, testing::ValuesIn(all_targets()),
                         [](const auto& one) { return std::string(one.param->name()); });

}  // namespace
}  // namespace nopy::fuzz
