// SPDX-License-Identifier: MIT
// What an ended transfer came to, as an error that says what the server did and what helps.
#include "http/transfer.hpp"

#include <cstdlib>

namespace nopy::inline v1::http {
namespace {

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
    case 204:
      return "the server has nothing to send for this URL: look at its spelling";
    case 304:
      return "a cache answered a question that was not asked: ask the server itself";
    case 401:
    case 403:
      return "the server wants credentials, or a presigned URL expired: ask for a new one";
    case 404:
    case 410:
      return "look at the spelling of the URL; quote it for the shell where it holds & or ?";
    case 416:
      return "the server refuses the range asked for: is the file still being written?";
    case 429:
      return "the server wants fewer requests: wait a while";
    default:
      if (status >= 500) return "the server is in trouble: try again later";
      if (status >= 300 && status < 400)
        return "the redirect names no address to follow (Location): ask where the file is now";
      return curl_hint;
  }
}

/// libcurl says out of memory of a header line without end, too.
bool has_memory() {
  void* volatile room = std::malloc(256 << 10);  // volatile: else it may be left out
  const bool has = room != nullptr;
  std::free(room);
  return has;
}

constexpr int too_large = 100;  // CURLE_TOO_LARGE, since libcurl 8.6

/// What libcurl's code alone says; an empty summary is that of the kind.
struct network_row {
  CURLcode code;
  errc kind;
  std::string_view summary;
  std::string_view hint;
};
constexpr std::string_view not_trusted = "the server's certificate can not be trusted";
constexpr std::string_view name_certificates =
    "CURL_CA_BUNDLE names a file of certificates for the tool, ca_file for the library";
constexpr std::string_view no_whole_body = "the connection ended before the body did";
constexpr network_row network_table[] = {
    {CURLE_TOO_MANY_REDIRECTS, errc::http_answer, "too many redirects",
     "follow them yourself: curl -sIL URL"},
    {CURLE_WEIRD_SERVER_REPLY, errc::http_answer, "this is no right HTTP answer", curl_hint},
    {CURLE_URL_MALFORMAT, errc::usage, "this is no URL", "https://HOST/PATH"},
    {CURLE_GOT_NOTHING, errc::http_network, "the server ended the connection without an answer",
     "is the port right, and is it http or https there?"},
    {CURLE_COULDNT_RESOLVE_HOST, errc::http_network, "there is no such host",
     "look at the spelling of the URL"},
    {CURLE_COULDNT_CONNECT, errc::http_network, "",
     "is the server running, and is the port right?"},
    {CURLE_PEER_FAILED_VERIFICATION, errc::http_network, not_trusted, name_certificates},
    {CURLE_SSL_CACERT_BADFILE, errc::http_network, not_trusted, name_certificates},
    {CURLE_SSL_CONNECT_ERROR, errc::http_network, not_trusted, name_certificates},
    {CURLE_OK, errc::http_network, no_whole_body, "try again later"},
    {CURLE_PARTIAL_FILE, errc::http_network, no_whole_body, "try again later"},
};

}  // namespace

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

/// Of a protocol that is not spoken: a redirect leads there, or the answer is in none.
error transfer::redirect_error(std::string_view found) const {
  const std::string& scheme = head_.redirect_scheme();
  const auto say = [&](std::string_view summary, std::string_view hint) {
    return error({.code = errc::http_answer, .summary = summary, .found = found, .hint = hint});
  };
  if (requests() > 1 && with_.where.secure && scheme == "http")
    return say("a redirect leads from https to http",
               "from https redirects lead to https only: `curl -sIL URL` shows where");
  if (requests() > 1 && !scheme.empty() && scheme != "http" && scheme != "https")
    return say("a redirect leads away from http and https",
               "redirects lead to http and https only: `curl -sIL URL` shows where");
  return say("this is no HTTP answer", "does another kind of server listen on this port?");
}

error transfer::silence_error() const {
  const std::string where =
      "silence behind byte " + std::to_string(asked_.range.offset + received_) + ", twice";
  const std::string said =
      head_.length() ? "Content-Length: " + std::to_string(*head_.length()) : "";
  return error({.code = errc::http_answer,
                .summary = "the body is shorter than the server said",
                .found = where,
                .expected = said,
                .hint = "look at the file on the server: is it being written, or was it cut?"});
}

error transfer::network_error() const {
  if (stopped_again_) return silence_error();
  std::string_view found = words_;
  if (found.empty() || found.find_first_of("?@") != std::string_view::npos)
    found = code_ == CURLE_OK ? "the body ended early" : curl_easy_strerror(code_);
  const auto say = [&](errc code, std::string_view summary, std::string_view hint) {
    return error({.code = code, .summary = summary, .found = found, .hint = hint});
  };
  curl_off_t until_answer = 0;
  curl_easy_getinfo(easy_, CURLINFO_STARTTRANSFER_TIME_T, &until_answer);
  const bool is_large = code_ == CURLE_OUT_OF_MEMORY || static_cast<int>(code_) == too_large;
  if (is_large && until_answer > 0 && has_memory())
    return error({.code = errc::http_answer,
                  .summary = "a header line of the answer is longer than 100 KB",
                  .hint = curl_hint});
  const bool redirected = requests() > 1;
  if (code_ == CURLE_OUT_OF_MEMORY) return error(errc::out_of_memory);
  if (code_ == CURLE_UNSUPPORTED_PROTOCOL) return redirect_error(found);
  if (code_ == CURLE_URL_MALFORMAT && redirected)
    return say(errc::http_answer, "a redirect leads to what is no URL",
               "`curl -sI URL` shows its Location");
  if (code_ == CURLE_COULDNT_RESOLVE_HOST && redirected)
    return say(errc::http_network, "there is no such host",
               "a redirect names it: `curl -sIL URL` shows where it leads");
  if (code_ == CURLE_OPERATION_TIMEDOUT)
    return error({.code = errc::http_network,
                  .summary = slow_ ? "the server sends too slowly: less than 1 KB in "
                                     "options::silent_milliseconds"
                                   : "the server was silent for too long",
                  .hint = "try again later"});
  for (const network_row& row : network_table)
    if (row.code == code_) return say(row.kind, row.summary, row.hint);
  return say(errc::http_network, {}, curl_hint);
}

error transfer::verdict() const {
  if (why_) return *why_;
  return ending_ == ending::status ? status_error() : network_error();
}

}  // namespace nopy::inline v1::http
