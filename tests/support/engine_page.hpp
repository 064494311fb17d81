// SPDX-License-Identifier: MIT
// Plays the page that the viewer's engine is made for: brings the bytes it wants, and counts them.
#pragma once

#include "engine/exports.hpp"
#include "support/json.hpp"

#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::test {

/// What a job ended with.
struct engine_answer {
  bool done = false;
  std::string bytes{};  ///< the answer, or the error as JSON
  std::size_t batches = 0;
  std::uint64_t bytes_read = 0;

  [[nodiscard]] json value() const { return json::parse(bytes); }
  /// "ok", or the kind of the error.
  [[nodiscard]] std::string kind() const { return done ? "ok" : value()["id"].as_string(); }
};

class engine_page {
 public:
  static constexpr std::uint32_t no_member = UINT32_MAX;

  /// The bytes stay the caller's. Returns what `open` answers; `file` is its number.
  engine_answer open(std::string_view bytes, bool strict = false) {
    opening_ = bytes;
    engine_answer made = run(page_open(bytes.size(), strict ? 1 : 0));
    if (made.done) files_[number_of(made.value()["file"])] = bytes;
    return made;
  }
  engine_answer peek(std::uint32_t file, std::vector<std::uint32_t> members) {
    return run(page_peek(file, members.data(), static_cast<std::uint32_t>(members.size())));
  }
  engine_answer run(engine::job* job) {
    engine_answer made;
    for (;;) {
      const auto status = static_cast<engine::job_status>(page_job_step(job));
      if (status == engine::job_status::wants) bring(job, made);
      if (status == engine::job_status::busy || status == engine::job_status::wants) continue;
      made.bytes.append(page_job_answer(job), page_job_answer_bytes(job));
      if (status == engine::job_status::part) continue;
      made.done = status == engine::job_status::done;
      if (!made.done) made.bytes.assign(page_job_answer(job), page_job_answer_bytes(job));
      break;
    }
    page_job_end(job);
    return made;
  }
  /// The cells of a window in exact text.
  std::vector<std::string> texts(std::uint32_t file, std::uint32_t member,
                                 std::int32_t column = -1) {
    const engine_answer made = run(page_window(file, member, nullptr, 2, column, 0));
    if (!made.done) return {made.kind()};
    const auto word = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, made.bytes.data() + at, sizeof value);
      return value;
    };
    std::vector<std::string> cells;
    const std::size_t first = 8 + std::size_t{4} * word(0);
    std::size_t from = 0;
    for (std::size_t i = 0; i < word(0); ++i) {
      const std::size_t to = word(8 + 4 * i);
      cells.push_back(made.bytes.substr(first + from, to - from));
      from = to;
    }
    return cells;
  }
  std::vector<double> numbers(std::uint32_t file, std::uint32_t member,
                              const engine::axis_take* axes = nullptr, std::uint32_t part = 0) {
    const engine_answer made = run(page_window(file, member, axes, 0, -1, part));
    std::vector<double> values(made.done ? made.bytes.size() / sizeof(double) : 0);
    if (!values.empty()) std::memcpy(values.data(), made.bytes.data(), made.bytes.size());
    return values;
  }

  static std::uint32_t number_of(const json& value) {
    return static_cast<std::uint32_t>(std::stoul(value.number_text()));
  }

 private:
  void bring(engine::job* job, engine_answer& made) {
    const engine::wanted_range* ranges = page_job_ranges(job);
    const std::uint32_t count = page_job_range_count(job);
    ++made.batches;
    for (std::uint32_t i = 0; i < count; ++i) {
      const engine::wanted_range& one = ranges[i];
      const auto found = files_.find(one.file);
      const std::string_view from = found == files_.end() ? opening_ : found->second;
      const std::uint64_t start = std::min<std::uint64_t>(one.offset, from.size());
      const std::uint64_t some = std::min<std::uint64_t>(one.count, from.size() - start);
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the engine gives addresses, as it does in wasm
      if (some != 0)
        std::memcpy(reinterpret_cast<void*>(one.place), from.data() + start,
                    static_cast<std::size_t>(some));
      made.bytes_read += some;
      page_job_brought(job, i, static_cast<std::uint32_t>(some));
    }
  }

  std::map<std::uint32_t, std::string_view> files_{};
  std::string_view opening_{};
};

}  // namespace nopy::test
