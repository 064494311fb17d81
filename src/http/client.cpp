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

  [[nodiscard]] bool is_active() const noexcept { return now != nullptr && !done; }
  /// Whether another attempt goes on behind what came.
  [[nodiscard]] bool resumes() const noexcept { return !sink && !single; }
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

/// Whether a redirect led to an address of short life, which is to be followed anew.
bool client::is_stale(const running& one) const {
  if (one.now->how_it_ended() != ending::status) return false;
  const int status = one.now->head().status();
  return !settings_.answered_from.empty() && one.failures < settings_.how.attempts &&
         (status == 401 || status == 403 || status == 404 || status == 410);
}

/// Takes an ended transfer off the books: done, another attempt later, or the error it is.
result<void> client::end(running& one) {
  const transfer& now = *one.now;
  curl_multi_remove_handle(multi_, now.handle());
  {
    const std::lock_guard<std::mutex> held(counting_);
    traffic_.requests += now.requests();
    traffic_.body_bytes += now.received();
  }
  if (one.resumes() && now.received() >= progress_bytes) one.failures = 0;
  if (now.how_it_ended() == ending::complete) {
    complete(one);
    return {};
  }
  const bool stale = is_stale(one);
  if (!stale && !goes_on(one)) return give_up(one);
  if (stale) settings_.answered_from.clear();
  try_later(one);
  return {};
}

void client::complete(running& one) {
  char* from = nullptr;
  curl_easy_getinfo(one.now->handle(), CURLINFO_EFFECTIVE_URL, &from);
  if (one.now->requests() > 1 && from != nullptr) settings_.answered_from = from;
  one.done = true;
  if (!one.single) one.now.reset();
}

result<void> client::give_up(running& one) {
  one.done = true;
  if (one.single) return {};
  if (one.now->how_it_ended() != ending::whole) return one.now->verdict();
  return error({.code = errc::http_no_ranges,
                .summary = "the server gives whole files only, and gave parts before",
                .hint = "download the file whole"});
}

void client::try_later(running& one) const {
  one.doubt.reset();
  if (one.now->fell_silent()) one.doubt = one.resumes() ? 0 : one.now->received();
  // What came is good: its head was held against the request.
  if (one.resumes()) {
    const std::uint64_t came = one.now->received();
    one.asked.range.offset += came;
    one.asked.range.count -= came;
    one.into = one.into.subspan(static_cast<std::size_t>(came));
  }
  auto pause = milliseconds(settings_.how.pause_milliseconds) *
               (1U << std::min<std::uint32_t>(one.failures, 16));
  if (const auto asked = one.now->head().retry_after())
    pause =
        std::max<milliseconds>(pause, std::chrono::seconds(std::min<std::uint64_t>(*asked, 30)));
  ++one.failures;
  one.not_before = clock::now() + std::min<milliseconds>(pause, longest_pause);
  one.now.reset();
}

result<void> client::tell_progress(const std::vector<running>& all) {
  if (!settings_.how.progress) return {};
  std::uint64_t done = traffic().body_bytes;
  for (const running& one : all)
    if (one.is_active()) done += one.now->received();
  if (settings_.how.progress({done, std::max(done, asked_bytes_)})) return {};
  return error(errc::cancelled);
}

/// Starts what may start, as far as there are connections. How long to wait until more may, at the most.
result<milliseconds> client::start_due(std::vector<running>& all) {
  const auto now = clock::now();
  milliseconds wait = look_around;
  std::size_t free = std::max<std::uint32_t>(settings_.how.connections, 1);
  for (const running& one : all)
    if (one.is_active() && free > 0) --free;
  for (running& one : all) {
    if (free == 0) break;
    if (one.done || one.is_active()) continue;
    if (one.not_before > now) {
      const auto until = std::chrono::duration_cast<milliseconds>(one.not_before - now);
      wait = std::min(wait, until + milliseconds(1));
      continue;
    }
    if (auto started = start(one); !started) return started.error();
    --free;
  }
  return wait;
}

/// Ends what libcurl is done with, and what fell silent. Whether something ended by itself, so that
/// there is more to do at once.
result<bool> client::end_over(std::vector<running>& all) {
  bool any = false;
  int left = 0;
  while (const CURLMsg* told = curl_multi_info_read(multi_, &left)) {
    if (told->msg != CURLMSG_DONE) continue;
    const auto one = std::find_if(all.begin(), all.end(), [&](const running& it) {
      return it.is_active() && it.now->handle() == told->easy_handle;
    });
    if (one == all.end()) continue;
    one->now->end(told->data.result);
    if (auto ended = end(*one); !ended) return ended.error();
    any = true;
  }
  for (running& one : all) {
    if (!one.is_active() || !one.now->has_stalled(clock::now())) continue;
    one.now->end_stalled();
    if (auto ended = end(one); !ended) return ended.error();
  }
  return any;
}

result<void> client::run(std::vector<running>& all) {
  const auto is_done = [](const running& one) { return one.done; };
  while (!std::all_of(all.begin(), all.end(), is_done)) {
    const auto wait = start_due(all);
    if (!wait) return wait.error();
    int count = 0;
    if (curl_multi_perform(multi_, &count) != CURLM_OK) return error(errc::out_of_memory);
    const auto ended = end_over(all);
    if (!ended) return ended.error();
    if (auto more = tell_progress(all); !more) return more;
    if (!*ended) curl_multi_poll(multi_, nullptr, 0, static_cast<int>(wait->count()), nullptr);
  }
  return {};
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
