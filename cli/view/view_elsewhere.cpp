// SPDX-License-Identifier: MIT
// The build for a system that the viewer's server does not know says so.
#include "printing/report.hpp"
#include "view/view_server.hpp"

namespace nopy::cli {

view_lack view_lacks() noexcept {
  return {"its server is written for Linux",
          "nopy-view.html of a release, opened in a browser, shows files without a server"};
}

int serve_view(const request&) {
  const view_lack lack = view_lacks();
  refuse("this nopy can not show the viewer", lack.what, lack.cure);
}

}  // namespace nopy::cli
