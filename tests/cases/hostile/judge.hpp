// SPDX-License-Identifier: MIT
// Holds what reading gave against what a manifest requires.
#pragma once

#include <nopy/nopy.hpp>

#include "support/json.hpp"
#include "support/sha256.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <string>

namespace nopy::test {

/// What reading a file gave.
struct verdict {
  std::string kind = "ok";  // or the id of the error
  nopy::header header{};
  std::string data_sha256{};

  friend bool operator==(const verdict& a, const verdict& b) {
    return a.kind == b.kind && a.data_sha256 == b.data_sha256;
  }
};

inline verdict verdict_of(const nopy::result<nopy::any_array>& loaded, bool lazy) {
  if (!loaded) return {std::string(loaded.error().id())};
  return {"ok", loaded->header(), lazy ? "" : nopy::test::sha256(loaded->memory().bytes())};
}

/// A manifest's descr as the Python literal it stands for.
inline void write_descr(const json& from, std::string& to) {
  const auto quoted = [&](const std::string& text) { to += '\'' + text + '\''; };
  if (from.what() == json::kind::string) return quoted(from.as_string());
  to += '[';
  for (const json& field : from.items()) {
    to += '(';
    if (field[0].what() == json::kind::array) {
      to += '(';
      quoted(field[0][0].as_string());
      to += ", ";
      quoted(field[0][1].as_string());
      to += ')';
    } else {
      quoted(field[0].as_string());
    }
    to += ", ";
    write_descr(field[1], to);
    if (field.size() == 3) {
      to += ", (";
      for (const json& extent : field[2].items()) to += extent.number_text() + ", ";
      to += ')';
    }
    to += "), ";
  }
  to += ']';
}

/// What is wrong with a value, or nothing.
inline std::string difference(const verdict& found, const json& value) {
  std::string descr;
  write_descr(value["descr"], descr);
  if (value["descr"].what() == json::kind::string) descr = value["descr"].as_string();
  const auto dtype = nopy::dtype::parse(descr);
  if (!dtype) return "the manifest's descr can not be parsed: " + descr;
  if (!(found.header.dtype == *dtype))
    return "dtype " + found.header.dtype.descr() + ", expected " + descr;
  nopy::shape shape;
  for (const json& extent : value["shape"].items())
    shape.push_back(std::stoull(extent.number_text()));
  if (!(found.header.shape == shape)) return "another shape";
  if ((found.header.order == nopy::order::fortran) != value["fortran_order"].as_bool())
    return "another order";
  if (found.header.data_bytes != std::stoull(value["nbytes"].number_text()))
    return "another number of bytes";
  const json* sum = value.find("data_sha256");
  if (sum != nullptr && !found.data_sha256.empty() && sum->as_string() != found.data_sha256)
    return "other data";
  return {};
}

/// What a case requires beside its outcome.
struct required {
  bool strict_only;     ///< a reject that the tolerant policy need not give
  bool tolerant_loads;  ///< an either that the tolerant policy must load

  explicit required(const json& one)
      : strict_only(one["policy"].as_string() == "strict"),
        tolerant_loads(one.find("tolerant") != nullptr && one["tolerant"].as_string() == "load") {}
};

/// What is wrong with a verdict under the rules of the manifest, or nothing.
inline std::string judge(const json& one, const required& by, nopy::policy policy,
                         const verdict& found) {
  const std::string outcome = one["outcome"].as_string();
  const bool loaded = found.kind == "ok";
  const auto kinds = [&] {
    const auto& all = one["errors"].items();
    return std::any_of(all.begin(), all.end(),
                       [&](const json& kind) { return kind.as_string() == found.kind; });
  };
  const json* value = one.find("value");
  const auto right_value = [&] {
    return value == nullptr ? std::string() : difference(found, *value);
  };
  if (outcome == "reject" && !(by.strict_only && policy == policy::tolerant)) {
    if (loaded) return "accepted";
    return kinds() ? "" : "refused as " + found.kind;
  }
  if (outcome == "reject")
    return loaded ? right_value() : "refused as " + found.kind + ", although NumPy opens it";
  if (outcome == "load") return loaded ? right_value() : "refused as " + found.kind;
  const bool must_load = policy == policy::tolerant && by.tolerant_loads;
  if (loaded) return right_value();
  if (must_load) return "refused as " + found.kind + ", although NumPy opens it";
  return kinds() ? "" : "refused as " + found.kind;
}

/// Whether this program is slowed and fattened by a sanitizer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

/// What a piece of work takes: the most memory at any moment, and CPU time, which a busy machine does not stretch.
class cost {
 public:
  cost() {
    // "5" sets the high-water mark back to what is resident now.
    std::ofstream("/proc/self/clear_refs") << 5;
    resident_kib_ = peak_kib();
  }
  [[nodiscard]] long grown_kib() const { return peak_kib() - resident_kib_; }
  [[nodiscard]] double seconds() const {
    return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
  }

  /// What is over the limits of a case, or nothing. The time is a guard against what is not linear: it holds for
  /// `readings` of the file and a slow machine.
  [[nodiscard]] std::string over(const json& limits, std::int64_t most_kib,
                                 std::size_t readings) const {
    std::string wrong;
    const double most_seconds =
        limits["seconds"].as_double() * static_cast<double>(readings) * (sanitized ? 10 : 1);
    if (seconds() > most_seconds)
      wrong += "\n    took " + std::to_string(seconds()) + " s of " + std::to_string(most_seconds);
    if (grown_kib() > most_kib * (sanitized ? 4 : 1))
      wrong += "\n    took " + std::to_string(grown_kib()) + " KiB of " + std::to_string(most_kib);
    return wrong;
  }

 private:
  static long peak_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    return 0;
  }
  long resident_kib_;
  std::clock_t start_ = std::clock();
};

/// How many cases of each class are as required.
class tally {
 public:
  void add(const std::string& group, bool right) {
    ++counts_[group].all;
    counts_[group].right += right;
  }
  /// Prints "npy-header   54 of 54" for each; whether all are right.
  [[nodiscard]] bool print(const char* what) const {
    count sum;
    for (const auto& [group, one] : counts_) {
      std::printf("%-14s %4d of %4d\n", group.c_str(), one.right, one.all);
      sum.right += one.right, sum.all += one.all;
    }
    std::printf("%-14s %4d of %4d %s\n", "all", sum.right, sum.all, what);
    return sum.all > 0 && sum.right == sum.all;
  }

 private:
  struct count {
    int right = 0;
    int all = 0;
  };
  std::map<std::string, count> counts_;
};

}  // namespace nopy::test
