// SPDX-License-Identifier: MIT
#include "listener.hpp"

#include "os/system_error.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace nopy::view {
namespace {

error refused(int code, std::uint16_t port) {
  const std::string where = "127.0.0.1:" + std::to_string(port);
  return os::system_error(code, "the viewer can not listen here", where,
                          code == EADDRINUSE
                              ? "another program has this port; without --port a free one is taken"
                          : code == EACCES ? "ports below 1024 are for root; take a higher one"
                                           : "");
}

}  // namespace

listener::~listener() {
  if (fd_ >= 0) ::close(fd_);
}

result<listener> listener::on_loopback(std::uint16_t port) {
  listener made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.fd_ < 0) return refused(errno, port);
  // So that a port that was just left can be taken again; two listeners are refused all the same.
  const int yes = 1;
  ::setsockopt(made.fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t bytes = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(made.fd_, plain, bytes) != 0 || ::listen(made.fd_, 64) != 0 ||
      ::getsockname(made.fd_, plain, &bytes) != 0)
    return refused(errno, port);
  made.port_ = ntohs(address.sin_port);
  return made;
}

}  // namespace nopy::view
