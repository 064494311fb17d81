// SPDX-License-Identifier: MIT
#include "http/client.hpp"

#include <algorithm>

namespace nopy::inline v1::http {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_pause{30'000};
// Sooner than this nobody looks whether the caller cancelled, or a server fell silent.
constexpr milliseconds look_around{100};
// An attempt that brought so much is no failure in a row.
constexpr std::uint64_t progress_bytes = 64 << 10;

void begin_libcurl() {
  static const CURLcode begun = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (begun != CURLE_OK) throw std::bad_alloc();
}

}  // namespace

/// A range on its way: what is left of it, and the attempt that runs.
struct client::running {
  wanted asked{};
  std::span<std::byte> into{};
  whole_sink sink{};
  std::unique_ptr<transfer> now{};
  std::uint32_t starts = 0;
  std::uint32_t failures = 0;            // in a row
  std::optional<std::uint64_t> doubt{};  // bytes of the next body behind which the last fell silent
  clock::time_point not_before{};
  bool done = false;
  bool single = false;  // of `ask`: its ending is for the caller, whatever it is
};

client::client(url where, const options& how) {
  begin_libcurl();
  settings_.how = how;
  settings_.ca_file = std::string(how.ca_file);
  settings_.how.ca_file = {};
  settings_.where = std::move(where);
  multi_ = curl_multi_init();
  if (multi_ == nullptr) throw std::bad_alloc();
}

client::~client() { curl_multi_cleanup(multi_); }

http::traffic client::traffic() const {
  const std::lock_guard<std::mutex> held(counting_);
  return traffic_;
}

result<void> client::start(running& one) {
  ++one.starts;
  one.now = one.sink ? std::make_unique<transfer>(settings_, one.sink)
                     : std::make_unique<transfer>(settings_, one.asked, one.into);
  if (one.doubt) one.now->doubt(*one.doubt);
  if (curl_multi_add_handle(multi_, one.now->handle()) != CURLM_OK)
    return error(errc::out_of_memory);
  return {};
}

void client::stop(std::vector<running>& all) noexcept {
  for (running& one : all)
    if (one.now != nullptr) curl_multi_remove_handle(multi_, one.now->handle());
}

/// Whether another attempt is worth while.
bool client::goes_on(const running& one) const {
  return one.now->is_passing() && one.failures + 1 < settings_.how.attempts;
}

/// Takes an ended transfer off the books: done, another attempt later, or the error it is.
result<void> client::end(running& one) {
  transfer& now = *one.now;
  curl_multi_remove_handle(multi_, now.handle());
  {
    const std::lock_guard<std::mutex> held(counting_);
    traffic_.requests += now.requests();
    traffic_.body_bytes += now.received();
  }
  const bool complete = now.how_it_ended() == ending::complete;
  const bool resumes = !one.sink && !one.single;
  if (resumes && now.received() >= progress_bytes) one.failures = 0;
  // A redirect that led to an address of short life is followed anew.
  const int status = now.how_it_ended() == ending::status ? now.head().status() : 0;
  const bool stale = !settings_.answered_from.empty() && one.failures < settings_.how.attempts &&
                     (status == 401 || status == 403 || status == 404 || status == 410);
  if (!complete && !stale && !goes_on(one)) {
    one.done = true;
    if (one.single) return {};
    if (now.how_it_ended() == ending::whole)
      return error({.code = errc::http_no_ranges,
                    .summary = "the server gives whole files only, and gave parts before",
                    .hint = "download the file whole"});
    return now.verdict();
  }
  if (complete) {
    char* from = nullptr;
    curl_easy_getinfo(now.handle(), CURLINFO_EFFECTIVE_URL, &from);
    if (now.requests() > 1 && from != nullptr) settings_.answered_from = from;
    one.done = true;
    if (!one.single) one.now.reset();
    return {};
  }
  if (stale) settings_.answered_from.clear();
  one.doubt.reset();
  if (now.fell_silent()) one.doubt = resumes ? 0 : now.received();
  // What came is good: its head was held against the request.
  if (resumes) {
    one.asked.range.offset += now.received();
    one.asked.range.count -= now.received();
    one.into = one.into.subspan(static_cast<std::size_t>(now.received()));
  }
  auto pause = milliseconds(settings_.how.pause_milliseconds) *
               (1U << std::min<std::uint32_t>(one.failures, 16));
  if (const auto asked = now.head().retry_after())
    pause =
        std::max<milliseconds>(pause, std::chrono::seconds(std::min<std::uint64_t>(*asked, 30)));
  ++one.failures;
  one.not_before = clock::now() + std::min<milliseconds>(pause, longest_pause);
  one.now.reset();
  return {};
}

result<void> client::tell_progress(const std::vector<running>& all) {
  if (!settings_.how.progress) return {};
  std::uint64_t done = traffic().body_bytes;
  for (const running& one : all)
    if (one.now != nullptr && !one.done) done += one.now->received();
  if (settings_.how.progress({done, std::max(done, asked_bytes_)})) return {};
  return error(errc::cancelled);
}

result<void> client::run(std::vector<running>& all) {
  for (;;) {
    std::size_t active = 0, left = 0;
    const auto now = clock::now();
    milliseconds wait = look_around;
    for (running& one : all) {
      if (one.done) continue;
      ++left;
      if (one.now != nullptr) ++active;
    }
    if (left == 0) return {};
    for (running& one : all) {
      if (active >= std::max<std::uint32_t>(settings_.how.connections, 1)) break;
      if (one.done || one.now != nullptr) continue;
      if (one.not_before > now) {
        const auto until = std::chrono::duration_cast<milliseconds>(one.not_before - now);
        wait = std::min(wait, until + milliseconds(1));
        continue;
      }
      if (auto started = start(one); !started) return started;
      ++active;
    }
    int count = 0;
    if (curl_multi_perform(multi_, &count) != CURLM_OK) return error(errc::out_of_memory);
    while (const CURLMsg* told = curl_multi_info_read(multi_, &count)) {
      if (told->msg != CURLMSG_DONE) continue;
      for (running& one : all) {
        if (one.now == nullptr || one.done || one.now->handle() != told->easy_handle) continue;
        one.now->end(told->data.result);
        if (auto ended = end(one); !ended) return ended;
        wait = milliseconds(0);
        break;
      }
    }
    for (running& one : all) {
      if (one.now == nullptr || one.done || !one.now->has_stalled(clock::now())) continue;
      one.now->end_stalled();
      if (auto ended = end(one); !ended) return ended;
    }
    if (auto more = tell_progress(all); !more) return more;
    if (wait != milliseconds(0))
      curl_multi_poll(multi_, nullptr, 0, static_cast<int>(wait.count()), nullptr);
  }
}

result<first_answer> client::ask(const wanted& asked, std::span<std::byte> into) {
  const std::lock_guard<std::mutex> held(batch_);
  asked_bytes_ += asked.range.count;
  std::vector<running> all(1);
  all[0].asked = asked;
  all[0].into = into;
  all[0].single = true;
  const auto ran = run(all);
  if (!ran) {
    stop(all);
    return ran.error();
  }
  const transfer& now = *all[0].now;
  first_answer made{now.how_it_ended(), now.range(), now.head(), {}};
  if (made.how == ending::broken || made.how == ending::refused || made.how == ending::status)
    made.why = now.verdict();
  return made;
}

result<void> client::ask_whole(const whole_sink& sink, const std::function<void()>& again) {
  const std::lock_guard<std::mutex> held(batch_);
  std::vector<running> all(1);
  std::uint32_t start = 0;
  all[0].sink = [&](std::span<const std::byte> bytes) {
    if (start != 0 && start != all[0].starts) again();
    start = all[0].starts;
    return sink(bytes);
  };
  auto ran = run(all);
  if (!ran) stop(all);
  return ran;
}

result<void> client::bring(std::span<const piece> pieces) {
  const std::lock_guard<std::mutex> held(batch_);
  std::vector<running> all;
  all.reserve(pieces.size());
  for (const piece& one : pieces) {
    asked_bytes_ += one.range.count;
    all.emplace_back();
    all.back().asked.range = one.range;
    all.back().into = {one.into, static_cast<std::size_t>(one.range.count)};
  }
  auto ran = run(all);
  if (!ran) stop(all);
  return ran;
}

}  // namespace nopy::inline v1::http
