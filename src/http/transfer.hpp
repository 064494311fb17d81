// SPDX-License-Identifier: MIT
// One request and its answer, as libcurl calls back: the head is judged before a byte of the body is
// taken, and never more bytes than the head promised.
#pragma once

#include <nopy/http.hpp>

#include "http/answer.hpp"
#include "http/url.hpp"

#include <curl/curl.h>

#include <chrono>
#include <functional>

namespace nopy::inline v1::http {

using clock = std::chrono::steady_clock;

/// Takes the body of a whole file, piece after piece. False ends it.
using whole_sink = std::function<bool(std::span<const std::byte>)>;

/// What does not change from request to request.
struct settings {
  options how;
  std::string ca_file;
  url where;
  std::string answered_from{};  ///< where redirects led to; empty where there were none
  identity known{};
};

/// Where nothing better is known.
constexpr std::string_view curl_hint = "`curl -v URL` shows what the server answers";

/// How a transfer ended.
enum class ending : std::uint8_t {
  complete,  ///< all that was asked for is there
  whole,     ///< status 200: the server offers the whole file, of which nothing was taken
  status,    ///< another status
  broken,    ///< the connection ended or fell silent; what came until then is good
  refused,   ///< `verdict` says why
};

class transfer {
 public:
  transfer(const settings& with, const wanted& asked, std::span<std::byte> into);
  /// All of the file, into a sink.
  transfer(const settings& with, whole_sink sink);
  transfer(const transfer&) = delete;
  transfer& operator=(const transfer&) = delete;
  ~transfer();

  [[nodiscard]] CURL* handle() const noexcept { return easy_; }
  /// Says that libcurl is done with it.
  void end(CURLcode code);
  /// Whether nothing came for `silent_milliseconds`, or too little in such a time. Call it often.
  [[nodiscard]] bool has_stalled(clock::time_point now);
  /// Says that it stalled.
  void end_stalled();
  /// Says that the attempt before fell silent when it had so many bytes of this body: silence there
  /// again is taken for its end, and not waited for as long.
  void doubt(std::uint64_t received) noexcept { doubted_ = received; }
  /// Whether it fell silent inside the body; what came slowly to its end did not.
  [[nodiscard]] bool fell_silent() const noexcept {
    return code_ == CURLE_OPERATION_TIMEDOUT && taking_ && received_ != 0 && !slow_;
  }

  [[nodiscard]] ending how_it_ended() const noexcept { return ending_; }
  [[nodiscard]] const answer& head() const noexcept { return head_; }
  /// Of what ended `refused`, or `broken`, or with another status.
  [[nodiscard]] error verdict() const;
  [[nodiscard]] std::uint64_t received() const noexcept { return received_; }
  /// Where the bytes belong that came.
  [[nodiscard]] byte_range range() const noexcept { return range_; }
  [[nodiscard]] bool is_passing() const noexcept;
  /// Requests, redirects counted.
  [[nodiscard]] std::uint64_t requests() const;

 private:
  void set_up(const settings& with, const wanted& asked);
  void add_header(const std::string& line);
  void judge();
  void refuse(const error& why);
  void count(std::size_t bytes);
  [[nodiscard]] error status_error() const;
  [[nodiscard]] error silence_error() const;
  [[nodiscard]] error network_error() const;
  [[nodiscard]] error redirect_error(std::string_view found) const;
  std::size_t take_head(std::string_view line);
  std::size_t take_body(std::span<const std::byte> bytes);
  static std::size_t on_head(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);

  const settings& with_;
  wanted asked_;
  std::span<std::byte> into_{};
  whole_sink sink_{};
  CURL* easy_ = nullptr;
  curl_slist* headers_ = nullptr;
  answer head_{};
  bool judged_ = false;
  bool taking_ = false;  // the body is what was asked for
  byte_range range_{};
  std::uint64_t received_ = 0;
  std::string told_{};  // the beginning of the body of a refusal
  std::optional<error> why_{};
  ending ending_ = ending::broken;
  CURLcode code_ = CURLE_OK;
  clock::time_point last_sign_ = clock::now();
  bool head_over_ = false;
  std::size_t head_bytes_ = 0;
  std::size_t interim_ = 0;
  std::optional<clock::time_point> window_{};  // since the last status line, then one after another
  std::uint64_t window_bytes_ = 0;
  bool slow_ = false;
  std::optional<std::uint64_t> doubted_{};
  bool stopped_again_ = false;  // where the attempt before fell silent
  char words_[CURL_ERROR_SIZE] = {};
};

}  // namespace nopy::inline v1::http
