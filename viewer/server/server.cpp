// SPDX-License-Identifier: MIT
#include "server.hpp"

#include "connection_book.hpp"
#include "gate.hpp"
#include "os/system_error.hpp"
#include "reply.hpp"

#include <microhttpd.h>
#include <sys/socket.h>

#include <csignal>
#include <cstring>
#include <new>

namespace nopy::view {

struct serving {
  const site& of;
  premises known;
  connection_book book{};
  MHD_Daemon* daemon = nullptr;
};

namespace {

/// Of the pool of one connection, what the headers of a request may take is a half: an answer is
/// written there, too.
constexpr std::size_t pool_bytes = 2 * most_head_bytes;
constexpr unsigned idle_seconds = 10;

open_connection* row_of(MHD_Connection* connection) noexcept {
  const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == nullptr ? nullptr : static_cast<open_connection*>(info->socket_context);
}

void on_connection(void* self, MHD_Connection* connection, void** row,
                   MHD_ConnectionNotificationCode what) noexcept {
  auto& book = static_cast<serving*>(self)->book;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *row = info == nullptr ? nullptr : book.enter(info->connect_fd, steady::now());
  } else if (*row != nullptr) {
    book.leave(*static_cast<open_connection*>(*row));
  }
}

/// Called with the target before libmicrohttpd cuts it at '?'.
void* on_target(void*, const char* target, MHD_Connection* connection) noexcept {
  if (open_connection* row = row_of(connection)) row->target_bytes = std::strlen(target);
  return nullptr;
}

void on_answered(void*, MHD_Connection* connection, void**, MHD_RequestTerminationCode) noexcept {
  if (open_connection* row = row_of(connection)) row->ends = steady::now() + time_to_ask;
}

/// Decodes nothing: "%00" would cut the target, and no name here needs an escape.
std::size_t keep_escapes(void*, MHD_Connection*, char* text) noexcept { return std::strlen(text); }

class head_reader {
 public:
  explicit head_reader(MHD_Connection* connection) noexcept {
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take, this);
  }
  [[nodiscard]] std::span<const header_field> fields() const noexcept { return {all_, count_}; }

 private:
  static std::string_view trimmed(const char* text, std::size_t bytes) noexcept {
    if (text == nullptr) return {};
    std::string_view value(text, bytes);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
    while (!value.empty() && (value[0] == ' ' || value[0] == '\t')) value.remove_prefix(1);
    return value;
  }
  static MHD_Result take(void* self, MHD_ValueKind, const char* name, std::size_t name_bytes,
                         const char* value, std::size_t value_bytes) noexcept {
    auto& to = *static_cast<head_reader*>(self);
    to.all_[to.count_++] = {trimmed(name, name_bytes), trimmed(value, value_bytes)};
    return to.count_ < std::size(to.all_) ? MHD_YES : MHD_NO;
  }

  header_field all_[most_fields + 1];
  std::size_t count_ = 0;
};

/// Called with the head, and again behind it. A refusal is answered at once, whatever else may come, and
/// ends the connection; what is admitted has no body, so the second call comes at once, and libmicrohttpd
/// keeps the connection for more.
MHD_Result on_request(void* self, MHD_Connection* connection, const char* target,
                      const char* method, const char*, const char*, std::size_t*,
                      void** called_before) noexcept {
  const auto& to = *static_cast<serving*>(self);
  open_connection* row = row_of(connection);
  if (row == nullptr) return MHD_NO;
  const head_reader head(connection);
  // Behind the NUL that libmicrohttpd put in the place of '?', the rest of the target still stands.
  const verdict judged = admit({method, {target, row->target_bytes}, head.fields()}, to.known);
  if (judged.to != route::refused && *called_before == nullptr) {
    *called_before = row;
    return MHD_YES;
  }
  try {
    const reply made = make_reply(judged, std::string_view(method) == "HEAD", to.of);
    row->ends = steady::now() + time_to_read(made.body_bytes());
    return made.queue(connection);
  } catch (const std::bad_alloc&) {
    return MHD_NO;  // closes the connection
  }
}

}  // namespace

server::server(std::unique_ptr<serving> made) noexcept : now_(std::move(made)) {}
server::server(server&&) noexcept = default;
server::~server() {
  if (now_ != nullptr && now_->daemon != nullptr) MHD_stop_daemon(now_->daemon);
}

result<server> server::start(const site& of, listener from) {
  std::signal(SIGPIPE, SIG_IGN);
  const premises known{of.token, from.port(), of.files.size()};
  server made(std::make_unique<serving>(serving{of, known}));
  serving& to = *made.now_;
  const int socket = from.release();  // the daemon's, also where it does not start
  to.daemon = MHD_start_daemon(
      MHD_USE_EPOLL, 0, nullptr, nullptr, &on_request, &to,  //
      MHD_OPTION_LISTEN_SOCKET, socket,                      //
      MHD_OPTION_CONNECTION_LIMIT, static_cast<unsigned>(most_connections),
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, pool_bytes,  //
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,     //
      MHD_OPTION_NOTIFY_CONNECTION, &on_connection, &to, MHD_OPTION_NOTIFY_COMPLETED, &on_answered,
      nullptr,  //
      MHD_OPTION_URI_LOG_CALLBACK, &on_target, nullptr, MHD_OPTION_UNESCAPE_CALLBACK, &keep_escapes,
      nullptr, MHD_OPTION_STRICT_FOR_CLIENT, 1,  // a doubtful request is refused
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,      // or it would not use sendfile
      MHD_OPTION_END);
  if (to.daemon == nullptr) return os::system_error(errno, "the viewer's server did not start");
  return made;
}

int server::descriptor() const noexcept {
  const auto* info = MHD_get_daemon_info(now_->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == nullptr ? -1 : info->epoll_fd;
}

std::chrono::milliseconds server::turn() noexcept {
  using std::chrono::milliseconds;
  const auto now = steady::now();
  // The daemon notices the end of the stream, and closes.
  const auto next =
      now_->book.end_late_ones(now, [](int socket) { ::shutdown(socket, SHUT_RDWR); });
  MHD_run(now_->daemon);
  milliseconds wait{1000};
  MHD_UNSIGNED_LONG_LONG asked = 0;
  if (MHD_get_timeout(now_->daemon, &asked) == MHD_YES && asked < 1000) wait = milliseconds(asked);
  if (next > now && next - now < wait) wait = std::chrono::ceil<milliseconds>(next - now);
  return wait;
}

}  // namespace nopy::view
