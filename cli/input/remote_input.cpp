// SPDX-License-Identifier: MIT
// Files behind URLs, by nopy::http.
#include "input/remote_input.hpp"

#include <nopy/http.hpp>

#include <cstdlib>

namespace nopy::cli {
namespace {

class http_input final : public remote_input {
 public:
  explicit http_input(http::object of) : of_(std::move(of)) {}
  [[nodiscard]] const far_reader& reader() const noexcept override { return of_.reader(); }

 private:
  http::object of_;
};

}  // namespace

bool reads_urls() noexcept { return true; }

std::unique_ptr<remote_input> remote_input::open(const std::string& url) {
  http::options how;
  // As curl and Python's requests call it.
  if (const char* certificates = std::getenv("CURL_CA_BUNDLE"); certificates != nullptr)
    how.ca_file = certificates;
  return std::make_unique<http_input>(http::object::open(url, how).value());
}

}  // namespace nopy::cli
