// SPDX-License-Identifier: MIT
#include "output/awaited_signals.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"
#include "view/browser.hpp"
#include "view/view_files.hpp"
#include "view/view_server.hpp"

#include "page_folder.hpp"
#include "server.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace nopy::cli {
namespace {

std::uint16_t parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), port);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size())
    refuse("--port takes a number", text, "0 to 65535; 0 takes any free port");
  return port;
}

/// The line that forwards the port, for who sits elsewhere. The Host that the server answers to has
/// the port in it, so both ends have the same one.
std::string forwarding_line(std::string_view connection, std::uint16_t port) {
  std::string words[4];  // the client's address and port, then the server's
  for (std::string& word : words) {
    const std::size_t end = std::min(connection.find(' '), connection.size());
    word = connection.substr(0, end);
    connection.remove_prefix(std::min(connection.size(), end + 1));
  }
  const char* user = std::getenv("USER");
  return fmt::format("ssh -N -L {0}:127.0.0.1:{0}{1} {2}{3}", port,
                     words[3].empty() || words[3] == "22" ? "" : " -p " + words[3],
                     user == nullptr ? "" : fmt::format("{}@", user), words[2]);
}

void announce(const std::string& address, std::uint16_t port) {
  print(address + "\n");
  flush_stdout();
  if (const char* connection = std::getenv("SSH_CONNECTION"); connection != nullptr)
    remark("first, on the machine you sit at: " + forwarding_line(connection, port));
  remark("serving this machine only; Ctrl-C ends");
}

constexpr std::string_view no_browser = "no browser could be started: open the address yourself";

/// What came of the program that opens addresses. Returns whether it failed.
bool child_failed() noexcept {
  bool failed = false;
  int status = 0;
  while (::waitpid(-1, &status, WNOHANG) > 0)
    failed = failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  return failed;
}

void serve_until_told(view::server& serving, const awaited_signals& signals) {
  for (;;) {
    const auto wait = serving.turn();
    pollfd both[] = {{serving.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
    ::poll(both, 2, static_cast<int>(wait.count()));
    while (const int came = signals.next()) {
      if (came != SIGCHLD) return;
      if (child_failed()) remark(no_browser);
    }
  }
}

}  // namespace

view_lack view_lacks() noexcept {
  if (!view::built_in_page().empty()) return {};
  return {"no built page was found when nopy was built",
          "in nopy's sources `./dev web` makes it, then build again; or give a built page with "
          "--page FOLDER"};
}

int serve_view(const request& asked) {
  std::optional<view::page_folder> folder;
  if (const auto path = asked.value("--page"))
    folder = view::page_folder::read(*path).value();
  else if (const view_lack lack = view_lacks(); !lack.what.empty())
    refuse("this nopy can not show the viewer", lack.what, lack.cure);
  const std::uint16_t port = parse_port(asked.value("--port").value_or("0"));
  const view_files found = find_view_files(asked.operands());

  const awaited_signals signals;
  const view::site site{view::make_token().value(),
                        folder ? folder->assets() : view::built_in_page(), found.files,
                        [&found] { return view_files_json(found.files); }};
  auto socket = view::listener::on_loopback(port).value();
  const std::uint16_t taken = socket.port();
  auto serving = view::server::start(site, std::move(socket)).value();
  const std::string address =
      fmt::format("http://127.0.0.1:{}/{}/{}", taken, site.token, found.fragment);
  announce(address, taken);
  if (!asked.has("--no-open") && browser_is_near() && !start_browser(address)) remark(no_browser);
  serve_until_told(serving, signals);
  return exit_fine;
}

}  // namespace nopy::cli
