// SPDX-License-Identifier: MIT
// What the public headers cost and need: only light standard headers, and a budget for the
// umbrella. That each compiles alone, and twice, is the target public_headers_alone.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace {

using nopy::test::files_under;
using nopy::test::included;

// Headers that nobody gets without asking, and what each may include beyond the light ones.
const std::map<std::string, std::set<std::string>> bridges{
    {"include/nopy/reflect.hpp", {}},
    {"include/nopy/complex.hpp", {"<complex>"}},
    {"include/nopy/mdspan.hpp", {"<mdspan>", "<mdspan/mdspan.hpp>", "<experimental/mdspan>"}},
    {"include/nopy/eigen.hpp", {"<Eigen/Core>", "<eigen3/Eigen/Core>"}},
    {"include/nopy/xtensor.hpp",
     {"<xtensor/xadapt.hpp>", "<xtensor/xarray.hpp>", "<xtensor/xtensor.hpp>"}},
    {"include/nopy/opencv.hpp", {"<opencv2/core/mat.hpp>"}},
    {"include/nopy/armadillo.hpp", {"<armadillo>"}},
    {"include/nopy/dlpack.hpp", {}},
    {"include/nopy/mpi.hpp", {}},
    {"include/nopy/mpi/agreement.hpp", {"<mpi.h>", "<algorithm>"}},
    {"include/nopy/mpi/array_output.hpp", {}},
    {"include/nopy/mpi/blocks.hpp", {}},
    {"include/nopy/mpi/exchange.hpp", {"<memory>"}},
    {"include/nopy/mpi/options.hpp", {"<algorithm>"}},
    {"include/nopy/mpi/planes.hpp", {}},
    {"include/nopy/mpi/partial_file.hpp", {"<fcntl.h>", "<unistd.h>", "<cerrno>", "<cstdio>"}},
    {"include/nopy/expected.hpp", {"<expected>"}},
    {"include/nopy/words.hpp", {}},
    {"include/nopy/format.hpp", {"<format>"}},
    {"include/nopy/fmt.hpp", {"<fmt/format.h>"}},
    {"include/nopy/nopy.h", {"<stddef.h>", "<stdint.h>"}},
    {"include/nopy/far.hpp", {}},
    {"include/nopy/file_system.hpp", {}},
    {"include/nopy/npz_layout.hpp", {}},
    {"include/nopy/http.hpp", {}},
};

TEST(PublicHeaders, IncludeLightStandardHeadersOnly) {
  const std::set<std::string> light{
      "<array>",   "<bit>",      "<compare>",   "<concepts>",        "<cstddef>",
      "<cstdint>", "<cstring>",  "<exception>", "<limits>",          "<new>",
      "<span>",    "<optional>", "<string>",    "<string_view>",     "<type_traits>",
      "<utility>", "<vector>",   "<climits>",   "<initializer_list>"};
  for (const auto& file : files_under({"include"}))
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (target.empty() || target.starts_with("<nopy/")) continue;
      const auto bridge = bridges.find(file.path);
      EXPECT_TRUE(light.contains(target) ||
                  (bridge != bridges.end() && bridge->second.contains(target)))
          << file.path << " includes " << target;
    }
}

TEST(PublicHeaders, IncludeNothingThatIsNotInstalled) {
  for (const auto& file : files_under({"include"}))
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (target.empty()) continue;
      EXPECT_NE(target[0], '"') << file.path << " includes " << target << ": write <nopy/...>";
      if (target.starts_with("<nopy/")) {
        EXPECT_TRUE(std::filesystem::exists(std::string(NOPY_ROOT "/include/") +
                                            target.substr(1, target.size() - 2)))
            << file.path << " includes " << target;
      }
    }
}

/// The public headers that the umbrella includes, without itself, by the names that users write.
std::set<std::string> in_the_umbrella() {
  const auto umbrella =
      nopy::test::run(std::string("echo '#include <nopy/nopy.hpp>' | ") + NOPY_COMPILER
                      " -std=c++20 -I" NOPY_ROOT "/include -MM -x c++ -");
  EXPECT_EQ(umbrella.status, 0) << umbrella.output;
  const std::string folder = NOPY_ROOT "/include/nopy/";
  std::set<std::string> found;
  std::istringstream words(umbrella.output);
  for (std::string word; words >> word;)
    if (word.starts_with(folder)) found.insert(word.substr(folder.size()));
  found.erase("nopy.hpp");
  return found;
}

TEST(PublicHeaders, OfBridgesAreNotInTheUmbrella) {
  const auto umbrella = in_the_umbrella();
  EXPECT_TRUE(umbrella.contains("load.hpp"));
  for (const auto& [path, more] : bridges)
    EXPECT_FALSE(umbrella.contains(path.substr(std::string("include/nopy/").size()))) << path;
}

/// The headers that a row of docs/headers.md names in its first column, by the heading above them.
std::map<std::string, std::set<std::string>> listed_headers() {
  std::map<std::string, std::set<std::string>> listed;
  std::string heading;
  for (const auto& file : files_under({"docs"})) {
    if (file.path != "docs/headers.md") continue;
    for (const std::string& line : file.lines) {
      if (line.starts_with("## ")) heading = line.substr(3);
      if (!line.starts_with("| `")) continue;
      std::istringstream names(line.substr(2, line.find(" | ") - 2));
      for (std::string name; std::getline(names, name, '`') && std::getline(names, name, '`');)
        EXPECT_TRUE(listed[heading].insert(name).second) << name << " is listed twice";
    }
  }
  return listed;
}

TEST(PublicHeaders, AreListedWithWhatTheyAreForAndWhetherTheUmbrellaHasThem) {
  auto listed = listed_headers();
  EXPECT_EQ(listed["In `<nopy/nopy.hpp>`"], in_the_umbrella());
  std::set<std::string> beside;
  for (const auto& file : files_under({"include"}))
    if (file.path.find('/', std::string("include/nopy/").size()) == std::string::npos)
      beside.insert(file.path.substr(std::string("include/nopy/").size()));
  for (const std::string& name : in_the_umbrella()) beside.erase(name);
  beside.erase("nopy.hpp");
  EXPECT_EQ(listed["Beside it"], beside);
}

TEST(PublicHeaders, OfTheUmbrellaCostAtMost28000PreprocessedLines) {
  const auto lines =
      nopy::test::run(std::string("echo '#include <nopy/nopy.hpp>' | ") + NOPY_COMPILER
                      " -std=c++20 -I" NOPY_ROOT "/include -E -P -x c++ - | wc -l");
  ASSERT_EQ(lines.status, 0) << lines.output;
  const long count = std::stol(lines.output);
  RecordProperty("preprocessed_lines", static_cast<int>(count));
  EXPECT_GT(count, 1000);
  EXPECT_LE(count, 28000);
}

TEST(PublicHeaders, AreAtMost300Lines) {
  for (const auto& file : files_under({"include"})) EXPECT_LE(file.lines.size(), 300u) << file.path;
}

}  // namespace
