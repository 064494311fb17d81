// SPDX-License-Identifier: MIT
#include "http/transfer.hpp"

#include <nopy/version.hpp>

#include <cstring>
#include <new>

namespace nopy::inline v1::http {
namespace {

// Enough of a refusal's body for the code that S3, GCS and Azure name in it.
constexpr std::size_t told_bytes = 512;

/// "AccessDenied" of an XML error, where it is a plain word.
std::string_view code_word(std::string_view body) {
  constexpr std::string_view open = "<Code>", close = "</Code>";
  const std::size_t first = body.find(open);
  if (first == std::string_view::npos) return {};
  const std::size_t last = body.find(close, first);
  if (last == std::string_view::npos) return {};
  const std::string_view word = body.substr(first + open.size(), last - first - open.size());
  for (const char c : word)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return {};
  return word.substr(0, 40);
}

std::string_view status_hint(int status) {
  switch (status) {
    case 401:
    case 403:
      return "the server wants credentials, or a presigned URL expired: ask for a new one";
    case 404:
    case 410:
      return "look at the spelling of the URL; quote it for the shell where it holds & or ?";
    case 429:
      return "the server wants fewer requests: wait a while";
    default:
      return status >= 500 ? "the server is in trouble: try again later" : std::string_view();
  }
}

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
    return 0;  // memory ran out: libcurl ends the transfer
  }
}

std::size_t transfer::on_body(char* data, std::size_t size, std::size_t count, void* self) {
  try {
    return static_cast<transfer*>(self)->take_body(
        std::as_bytes(std::span<const char>(data, size * count)));
  } catch (...) {
    return 0;
  }
}

std::size_t transfer::take_head(std::string_view line) {
  last_sign_ = clock::now();
  head_.take_line(line);
  return line.size();
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
  last_sign_ = clock::now();
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

void transfer::end_silent() {
  code_ = CURLE_OPERATION_TIMEDOUT;
  ending_ = ending::broken;
}

bool transfer::is_passing() const noexcept {
  if (ending_ == ending::status) return http::is_passing(head_.status());
  if (ending_ != ending::broken) return false;
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

error transfer::status_error() const {
  std::string found = head_.words();
  if (const std::string_view word = code_word(told_); !word.empty())
    found += " (" + std::string(word) + ")";
  if (head_.status() == 412 || (head_.status() == 416 && with_.known.total))
    return error({.code = errc::changed,
                  .summary = "the file on the server changed since it was opened",
                  .found = found,
                  .hint = "open it again"});
  return error({.code = errc::http_status, .found = found, .hint = status_hint(head_.status())});
}

error transfer::network_error() const {
  std::string_view found = words_;
  if (found.empty() || found.find_first_of("?@") != std::string_view::npos)
    found = code_ == CURLE_OK ? "the body ended early" : curl_easy_strerror(code_);
  const auto say = [&](errc code, std::string_view summary, std::string_view hint) {
    return error({.code = code, .summary = summary, .found = found, .hint = hint});
  };
  switch (code_) {
    case CURLE_OUT_OF_MEMORY:
      return error(errc::out_of_memory);
    case CURLE_TOO_MANY_REDIRECTS:
      return say(errc::http_answer, "too many redirects", "follow them yourself: curl -sIL URL");
    case CURLE_UNSUPPORTED_PROTOCOL:
      return say(errc::http_answer, "a redirect leads away from http and https",
                 "from https redirects lead to https only");
    case CURLE_COULDNT_RESOLVE_HOST:
      return say(errc::http_network, "there is no such host", "look at the spelling of the URL");
    case CURLE_COULDNT_CONNECT:
      return say(errc::http_network, {}, "is the server running, and is the port right?");
    case CURLE_OPERATION_TIMEDOUT:
      return error({.code = errc::http_network,
                    .summary = "the server was silent for too long",
                    .hint = "try again later"});
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR:
      return say(
          errc::http_network, "the server's certificate can not be trusted",
          "CURL_CA_BUNDLE names a file of certificates for the tool, ca_file for the library");
    case CURLE_OK:
    case CURLE_PARTIAL_FILE:
      return say(errc::http_network, "the connection ended before the body did", "try again later");
    default:
      return say(errc::http_network, {}, "`curl -v URL` shows what the server answers");
  }
}

error transfer::verdict() const {
  if (why_) return *why_;
  return ending_ == ending::status ? status_error() : network_error();
}

}  // namespace nopy::inline v1::http
