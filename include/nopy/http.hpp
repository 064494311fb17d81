// SPDX-License-Identifier: MIT
// Files behind http and https, read by ranges. Opt-in: link nopy::http, which needs libcurl.
//
//   const nopy::http::object run("https://data.example.org/run.npz");   one request of 16 KB
//   const nopy::npz_reader archive(run);                                the directory was in it
//   const auto mask = nopy::load<float, 2>(archive["mask"]);
#pragma once

#include <nopy/far.hpp>
#include <nopy/options.hpp>

#include <string_view>
#include <utility>

namespace nopy::inline v1::http {

/// Which end of the file is asked for first. `by_name`: the beginning of what is named .npy, of
/// anything else the end, where an archive has its directory.
enum class first_look : std::uint8_t { by_name, beginning, end };

/// How a file behind a URL is asked for.
struct options {
  http::first_look first_look = first_look::by_name;
  std::uint64_t first_bytes = 16 << 10;  ///< of the first request; 22 bytes to 64 MiB
  /// Of a server that gives no parts, files up to this size are taken whole, larger ones than 1 MiB
  /// into a temporary file; beyond it `http_no_ranges`.
  std::uint64_t whole_bytes = 1 << 20;
  std::uint64_t gap_bytes = 32 << 10;   ///< ranges that are nearer are asked for as one
  std::uint64_t piece_bytes = 2 << 20;  ///< longer ranges are brought side by side
  std::uint32_t connections = 4;        ///< at once
  std::uint32_t redirects = 5;
  /// Of a range, in a row and without progress: after the statuses 408, 429, 500, 502, 503 and 504,
  /// silence, and connections that ended.
  std::uint32_t attempts = 4;
  std::uint32_t connect_milliseconds = 10'000;
  /// So long nothing may come. Once an answer began, its head and at least 1 KB in each such time.
  std::uint32_t silent_milliseconds = 30'000;
  std::uint32_t pause_milliseconds = 250;  ///< before the second attempt; doubled for each further
  std::string_view ca_file{};              ///< certificates to trust instead of the system's
  /// `done_bytes` of the `total_bytes` asked for until now; false ends the call with `cancelled`.
  progress_callback progress{};
};

/// What was asked for and what came, since the file was opened.
struct traffic {
  std::uint64_t requests = 0;    ///< further attempts and redirects counted
  std::uint64_t body_bytes = 0;  ///< that were taken
};

/// A file behind a URL: a source for every verb that reads, from several threads too.
///
/// Everything a server says is held against what was asked: Content-Range, length, encoding, and
/// that it is still the same file (ETag, else the date and the size: where a server names neither
/// ETag nor date, another file of the same size can not be told). Redirects lead to http and
/// https only, from https to https only. What was interrupted goes on where it stopped.
/// Errors of the reads: http_network, http_status, http_no_ranges, http_answer, changed, cancelled,
/// out_of_memory; they name the URL without credentials and query.
class NOPY_API object {
 public:
  /// One request, or up to three where the server knows no suffix ranges. Errors: usage (no http or
  /// https URL), and those of the reads.
  [[nodiscard]] static result<object> open(std::string_view url, const options& how = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit object(std::string_view url, const options& how = {}) : object(open(url, how).value()) {}
#endif
  object(object&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}
  object& operator=(object&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~object();

  /// Of the file, as the server told when it was opened.
  [[nodiscard]] std::uint64_t total_bytes() const noexcept;
  /// The URL without credentials, query and fragment.
  [[nodiscard]] std::string_view name() const noexcept;
  /// Until now, of all threads.
  [[nodiscard]] http::traffic traffic() const noexcept;
  /// What reads it: as long as this object lives, or the one it was moved to.
  [[nodiscard]] const far_reader& reader() const noexcept;
  /// Borrows this object.
  operator source() const& noexcept { return source::remote(reader()); }
  operator source() const&& = delete;

 private:
  class remote_file;
  explicit object(remote_file* file) noexcept : file_(file) {}
  remote_file* file_;
};

}  // namespace nopy::inline v1::http
