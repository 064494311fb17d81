// SPDX-License-Identifier: MIT
// The build without libcurl says so.
#include "input/remote_input.hpp"
#include "printing/report.hpp"

namespace nopy::cli {

bool reads_urls() noexcept { return false; }

std::unique_ptr<remote_input> remote_input::open(const std::string&) {
  refuse("this nopy can not read URLs",
         "nopy::http was left out when nopy was built: libcurl was not found, or NOPY_HTTP was off",
         "install libcurl (Debian: apt-get install libcurl4-openssl-dev), then configure and build "
         "nopy again with -DNOPY_HTTP=ON, or: curl -L URL | nopy COMMAND -");
}

}  // namespace nopy::cli
