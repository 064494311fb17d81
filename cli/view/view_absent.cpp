// SPDX-License-Identifier: MIT
// The build without the viewer's server says so.
#include "printing/report.hpp"
#include "view/view_server.hpp"

namespace nopy::cli {

view_lack view_lacks() noexcept {
  return {
      "the server was left out when nopy was built: libmicrohttpd was not found, or NOPY_VIEW "
      "was off",
      "install libmicrohttpd (Debian: apt-get install libmicrohttpd-dev), then configure and "
      "build nopy again with -DNOPY_VIEW=ON, which says what is missing"};
}

int serve_view(const request&) {
  const view_lack lack = view_lacks();
  refuse("this nopy can not show the viewer", lack.what, lack.cure);
}

}  // namespace nopy::cli
