// SPDX-License-Identifier: MIT
#include "engine/statistics.hpp"

#include "engine/columns.hpp"
#include "engine/scan.hpp"
#include "text/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nopy::engine {
namespace {

constexpr std::size_t longest_item = 32;

/// A sum that keeps what rounding takes from it. Source: A. Neumaier, "Rundungsfehleranalyse
/// einiger Verfahren zur Summation endlicher Summen" (1974).
class exact_sum {
 public:
  void add(double value) noexcept {
    const double next = sum_ + value;
    const double larger = std::fabs(sum_) >= std::fabs(value) ? sum_ : value;
    const double smaller = std::fabs(sum_) >= std::fabs(value) ? value : sum_;
    lost_ += (larger - next) + smaller;
    sum_ = next;
  }
  [[nodiscard]] double value() const noexcept {
    const double all = sum_ + lost_;
    return all - all == 0 ? all : sum_;
  }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

/// The smallest or largest value so far: its bytes, so that its text is exact.
struct extreme {
  double value = 0;
  std::uint64_t result = 0;
  std::byte item[longest_item];
};

class collector {
 public:
  collector(const number_reader& reader, const item_part& shown) noexcept
      : reader_(reader), shown_(shown) {}

  void add(const item_run& run) noexcept {
    if (run.first == nullptr) return;
    double values[number_reader::most_items];
    for (std::uint64_t at = 0; at < run.count; at += number_reader::most_items) {
      const auto some = static_cast<std::size_t>(
          std::min<std::uint64_t>(number_reader::most_items, run.count - at));
      const std::byte* first = run.first + at * run.stride + shown_.offset;
      reader_.read(values, first, run.stride, some);
      for (std::size_t i = 0; i < some; ++i) {
        const auto result = static_cast<std::uint64_t>(
            run.result + static_cast<std::int64_t>(at + i) * run.result_stride);
        add(values[i], first + i * run.stride, result);
      }
    }
  }

  void answer(json_writer& to, const window& part) const noexcept {
    const bool any = finite_ != 0;
    to.open('{').key("count").number(count_);
    to.key("finite").number(finite_);
    to.key("nan").number(nan_);
    to.key("positiveInfinity").number(above_);
    to.key("negativeInfinity").number(below_);
    to.key("zeros").number(zeros_);
    to.key("negative").number(negative_);
    put_extreme(to.key("minimum"), least_, part);
    put_extreme(to.key("maximum"), most_, part);
    to.key("mean");
    any ? to.real(mean()) : to.null();
    to.key("deviation");
    any ? to.real(std::sqrt(squares_ / static_cast<double>(finite_))) : to.null();
    to.key("sum");
    any ? to.real(sum_.value()) : to.null();
    to.close('}');
  }

 private:
  [[nodiscard]] double mean() const noexcept { return sum_.value() / static_cast<double>(finite_); }

  void add(double value, const std::byte* item, std::uint64_t result) noexcept {
    ++count_;
    if (value != value) return (void)++nan_;
    if (value - value != 0) return (void)++(value > 0 ? above_ : below_);
    ++finite_;
    zeros_ += value == 0 ? 1 : 0;
    negative_ += value < 0 ? 1 : 0;
    sum_.add(value);
    // Welford's recurrence, for the deviation alone.
    const double away = value - running_mean_;
    running_mean_ += away / static_cast<double>(finite_);
    squares_ += away * (value - running_mean_);
    if (finite_ == 1 || value < least_.value ||
        (value == least_.value && is_before(item, result, least_, false)))
      set(least_, value, item, result);
    if (finite_ == 1 || value > most_.value ||
        (value == most_.value && is_before(item, result, most_, true)))
      set(most_, value, item, result);
  }

  /// Whether an equal value takes the place: of two integers that one double stands for the more
  /// extreme one, else the first.
  [[nodiscard]] bool is_before(const std::byte* item, std::uint64_t result, const extreme& old,
                               bool larger) const noexcept {
    const kind what = shown_.type.kind();
    if (what == kind::unsigned_int) {
      const auto a = texts::load_unsigned(shown_.type, item);
      const auto b = texts::load_unsigned(shown_.type, old.item);
      if (a != b) return larger ? a > b : a < b;
    } else if (what == kind::signed_int || what == kind::datetime || what == kind::timedelta) {
      const auto a = texts::load_signed(shown_.type, item);
      const auto b = texts::load_signed(shown_.type, old.item);
      if (a != b) return larger ? a > b : a < b;
    }
    return result < old.result;
  }

  void set(extreme& to, double value, const std::byte* item, std::uint64_t result) noexcept {
    to.value = value;
    to.result = result;
    std::memcpy(to.item, item, static_cast<std::size_t>(shown_.type.item_bytes()));
  }

  void put_extreme(json_writer& to, const extreme& of, const window& part) const noexcept {
    if (finite_ == 0) return (void)to.null();
    to.open('{').key("text").text_from(
        [&](nopy::bytes::text_sink& sink) { texts::put_value(sink, shown_.type, of.item); });
    to.key("value").real(of.value);
    const shape index = part.index_of(of.result);
    to.key("index").extents({index.begin(), index.end()});
    to.close('}');
  }

  const number_reader& reader_;
  const item_part& shown_;
  std::uint64_t count_ = 0, finite_ = 0, nan_ = 0, above_ = 0, below_ = 0, zeros_ = 0,
                negative_ = 0;
  exact_sum sum_{};
  double running_mean_ = 0;
  double squares_ = 0;
  extreme least_{};
  extreme most_{};
};

/// Counts values in equal bins.
class bin_counter {
 public:
  bin_counter(const bin_request& bins, bytes::growing<std::uint64_t>& counts) noexcept
      : bins_(bins), counts_(counts) {}

  void add(double value) noexcept {
    if (value != value) return (void)++nan_;
    if (value < bins_.low) return (void)++below_;
    if (value > bins_.high) return (void)++above_;
    const double width = bins_.high - bins_.low;
    const double at = width == 0 ? 0 : (value - bins_.low) / width * bins_.bins;
    ++counts_[std::min(static_cast<std::size_t>(at), counts_.size() - 1)];
  }
  void answer(json_writer& to) const noexcept {
    to.open('{').key("low").real(bins_.low).key("high").real(bins_.high);
    to.key("counts").extents(counts_.span());
    to.key("below").number(below_).key("above").number(above_).key("nan").number(nan_);
    to.close('}');
  }

 private:
  bin_request bins_;
  bytes::growing<std::uint64_t>& counts_;
  std::uint64_t below_ = 0, above_ = 0, nan_ = 0;
};

}  // namespace

task<void> show_statistics(job& of, number_request request, window part) noexcept {
  const auto found = request.file->array(request.member);
  if (!found) co_return found.error();
  const auto shown = part_of((*found)->type(), request.column);
  if (!shown) co_return shown.error();
  const auto reader = number_reader::of(shown->type, request.part);
  if (!reader) co_return reader.error();
  collector all(*reader, *shown);
  const auto show = [&](const item_run& run) { all.add(run); };
  if (const auto scanned = co_await scan(of, **found, part, show); !scanned)
    co_return scanned.error();
  all.answer(of.answer, part);
  co_return {};
}

task<void> show_histogram(job& of, number_request request, window part, bin_request bins) noexcept {
  const auto found = request.file->array(request.member);
  if (!found) co_return found.error();
  if (bins.bins == 0 || bins.bins > 65536 || !(bins.low <= bins.high) ||
      bins.high - bins.low - (bins.high - bins.low) != 0)
    co_return error(errc::usage, "a histogram needs 1 to 65536 bins and two finite limits");
  const auto shown = part_of((*found)->type(), request.column);
  if (!shown) co_return shown.error();
  const auto reader = number_reader::of(shown->type, request.part);
  if (!reader) co_return reader.error();
  bytes::growing<std::uint64_t> counts;
  if (!counts.reserve(bins.bins)) co_return error(errc::out_of_memory);
  for (std::uint32_t i = 0; i < bins.bins; ++i) (void)counts.push_back(0);
  bin_counter all(bins, counts);
  const auto show = [&](const item_run& run) {
    double values[number_reader::most_items];
    for (std::uint64_t at = 0; run.first != nullptr && at < run.count;
         at += number_reader::most_items) {
      const auto some = static_cast<std::size_t>(
          std::min<std::uint64_t>(number_reader::most_items, run.count - at));
      reader->read(values, run.first + at * run.stride + shown->offset, run.stride, some);
      for (std::size_t i = 0; i < some; ++i) all.add(values[i]);
    }
  };
  if (const auto scanned = co_await scan(of, **found, part, show); !scanned)
    co_return scanned.error();
  all.answer(of.answer);
  co_return {};
}

}  // namespace nopy::engine
