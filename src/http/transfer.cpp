// SPDX-License-Identifier: MIT
#include "http/transfer.hpp"

#include <nopy/version.hpp>

#include <cstring>
#include <new>

namespace nopy::inline v1::http {
namespace {

// Of a head, and of the trailers behind a body; what servers send is below 16 KB.
constexpr std::size_t longest_head = 128 << 10;
// Answers of the statuses 1xx before the one that counts.
constexpr std::size_t most_interim = 64;
// Of head and body in `silent_milliseconds`: what comes slower never ends.
constexpr std::uint64_t least_bytes = 1024;
// Of `silent_milliseconds`, where a body stopped before.
constexpr int part_of_silence = 8;
// Enough of a refusal's body for the code that S3, GCS and Azure name in it.
constexpr std::size_t told_bytes = 512;

}  // namespace

transfer::transfer(const settings& with, const wanted& asked, std::span<std::byte> into)
    : with_(with), asked_(asked), into_(into) {
  set_up(with, asked);
}

transfer::transfer(const settings& with, whole_sink sink) : with_(with), sink_(std::move(sink)) {
  asked_.which = wanted::part::all;
  set_up(with, asked_);
}

transfer::~transfer() {
  curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
}

void transfer::add_header(const std::string& line) {
  curl_slist* longer = curl_slist_append(headers_, line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  headers_ = longer;
}

void transfer::set_up(const settings& with, const wanted& asked) {
  easy_ = curl_easy_init();
  if (easy_ == nullptr) throw std::bad_alloc();
  const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(easy_, option, value); };
  set(CURLOPT_URL,
      with.answered_from.empty() ? with.where.asked.c_str() : with.answered_from.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, with.where.secure ? "https" : "http,https");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, static_cast<long>(with.how.redirects));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(with.how.connect_milliseconds));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_USERAGENT, "nopy/" NOPY_VERSION_STRING);
  set(CURLOPT_ERRORBUFFER, words_);
  if (!with.ca_file.empty()) set(CURLOPT_CAINFO, with.ca_file.c_str());
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);  // a proxy's head is not the server's
  set(CURLOPT_HEADERFUNCTION, &transfer::on_head);
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  set(CURLOPT_WRITEFUNCTION, &transfer::on_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  const std::string count = std::to_string(asked.range.count);
  const std::string first = std::to_string(asked.range.offset);
  const std::string last = std::to_string(asked.range.offset + asked.range.count - 1);
  if (asked.which != wanted::part::all)
    add_header("Range: bytes=" +
               (asked.which == wanted::part::suffix ? "-" + count : first + "-" + last));
  add_header("Accept-Encoding: identity");
  // A weak ETag never matches here (RFC 9110 13.1.1); the answers are held against it all the same.
  if (!with.known.etag.empty() && !with.known.etag.starts_with("W/"))
    add_header("If-Match: " + with.known.etag);
  else if (with.known.etag.empty() && !with.known.modified.empty())
    add_header("If-Unmodified-Since: " + with.known.modified);
  set(CURLOPT_HTTPHEADER, headers_);
}

std::size_t transfer::on_head(char* data, std::size_t size, std::size_t count, void* self) {
  try {
    return static_cast<transfer*>(self)->take_head({data, size * count});
  } catch (...) {
    static_cast<transfer*>(self)->refuse(error(errc::out_of_memory));
    return 0;  // libcurl ends the transfer
  }
}

std::size_t transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  try {
    return static_cast<transfer*>(self)->take_body(
        std::as_bytes(std::span<const char>(data, size * count)));
  } catch (...) {
    static_cast<transfer*>(self)->refuse(error(errc::out_of_memory));
    return 0;
  }
}

void transfer::count(std::size_t bytes) {
  last_sign_ = clock::now();
  window_bytes_ += bytes;
}

std::size_t transfer::take_head(std::string_view line) {
  count(line.size());
  head_bytes_ += line.size();
  if (!judged_ && line.starts_with("HTTP/")) {
    head_.take_line(line);
    head_over_ = false;
    window_ = last_sign_;
    window_bytes_ = 0;
    if (head_.status() >= 200) head_bytes_ = line.size();
    if (head_.status() < 200) ++interim_;
  } else if (!head_over_) {
    head_.take_line(line);
    head_over_ = line == "\r\n" || line == "\n";
  }  // else a trailer: what it says was not judged
  if (head_bytes_ <= longest_head && interim_ <= most_interim) return line.size();
  refuse(error({.code = errc::http_answer,
                .summary = interim_ > most_interim ? "the server sends interim answers without end"
                                                   : "the head of the answer is longer than 128 KB",
                .found = head_.words(),
                .hint = curl_hint}));
  return 0;
}

void transfer::refuse(const error& why) {
  why_ = why;
  ending_ = ending::refused;
}

/// Judges the head, before the body: whether it is taken, and as which bytes of the file.
void transfer::judge() {
  judged_ = true;
  const int status = head_.status();
  if (status == 206 && asked_.which != wanted::part::all) {
    const auto right = head_.judge_part(asked_, with_.known);
    if (!right) return refuse(right.error());
    range_ = *right;
    taking_ = true;
    return;
  }
  if (status != 200) {
    ending_ = ending::status;
    return;
  }
  if (const auto plain = head_.judge_encoding(); !plain) return refuse(plain.error());
  if (const auto same = head_.judge_identity(with_.known); !same) return refuse(same.error());
  ending_ = ending::whole;
  if (asked_.which == wanted::part::all) {
    range_ = {0, head_.length().value_or(UINT64_MAX)};
    taking_ = true;
    return;
  }
  // All of it, where that is no more than was asked for.
  const auto total = head_.length();
  const bool all_asked = asked_.may_be_short || (total && asked_.range == byte_range{0, *total});
  if (!total || *total > into_.size() || !all_asked || asked_.range.offset != 0) return;
  if (with_.known.total && *with_.known.total != *total) return;
  range_ = {0, *total};
  taking_ = true;
}

std::size_t transfer::take_body(std::span<const std::byte> bytes) {
  count(bytes.size());
  if (!judged_) judge();
  if (ending_ == ending::status) {
    const std::size_t count = std::min(bytes.size(), told_bytes - told_.size());
    told_.append(reinterpret_cast<const char*>(bytes.data()), count);
    return told_.size() == told_bytes ? 0 : bytes.size();
  }
  if (!taking_) return 0;
  if (bytes.size() > range_.count - received_) {
    refuse(error({.code = errc::http_answer,
                  .summary = "the body is longer than the server said",
                  .hint = "download the file whole and hold it against its checksum"}));
    return 0;
  }
  if (sink_) {
    if (!sink_(bytes)) return 0;
  } else {
    std::memcpy(into_.data() + received_, bytes.data(), bytes.size());
  }
  received_ += bytes.size();
  return bytes.size();
}

void transfer::end(CURLcode code) {
  code_ = code;
  if (!judged_ && code == CURLE_OK) judge();  // an answer without a body
  if (ending_ == ending::refused || ending_ == ending::status || !taking_) return;
  const bool of_unsaid_length = range_.count == UINT64_MAX;
  if (of_unsaid_length && code == CURLE_OK) range_.count = received_;
  ending_ = received_ == range_.count ? ending::complete : ending::broken;
}

void transfer::end_stalled() {
  code_ = CURLE_OPERATION_TIMEDOUT;
  ending_ = ending::broken;
}

bool transfer::has_stalled(clock::time_point now) {
  const auto window = std::chrono::milliseconds(with_.how.silent_milliseconds);
  const bool at_doubt = head_over_ && (head_.status() == 200 || head_.status() == 206) &&
                        doubted_ == std::optional(received_);
  stopped_again_ = at_doubt && now - last_sign_ >= window / part_of_silence;
  if (stopped_again_ || now - last_sign_ >= window) return true;
  if (!window_ || now - *window_ < window) return false;
  slow_ = !head_over_ || window_bytes_ < least_bytes;
  window_ = now;
  window_bytes_ = 0;
  return slow_;
}

bool transfer::is_passing() const noexcept {
  if (ending_ == ending::status) return http::is_passing(head_.status());
  if (ending_ != ending::broken || stopped_again_) return false;
  switch (code_) {
    case CURLE_OK:  // a body that ended early
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return true;
    case CURLE_COULDNT_CONNECT:
      return with_.known.total.has_value();
    default:
      return false;
  }
}

std::uint64_t transfer::requests() const {
  long redirects = 0;
  curl_easy_getinfo(easy_, CURLINFO_REDIRECT_COUNT, &redirects);
  return 1 + static_cast<std::uint64_t>(redirects);
}

}  // namespace nopy::inline v1::http
