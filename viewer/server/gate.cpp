// SPDX-License-Identifier: MIT
#include "gate.hpp"

#include "ascii.hpp"

#include <charconv>

namespace nopy::view {
namespace {

constexpr verdict refuse(unsigned status, std::string_view reason) noexcept {
  return {.to = route::refused, .status = status, .reason = reason};
}

/// Of one header, how often it came, and its last value.
struct sighting {
  std::size_t count = 0;
  std::string_view value{};
  [[nodiscard]] std::optional<std::string_view> once() const noexcept {
    return count == 0 ? std::nullopt : std::optional(value);
  }
};

/// The headers that matter. All others are ignored.
struct sightings {
  sighting host, origin, range, if_range, if_match, if_none_match, content_length,
      transfer_encoding;
};

sightings look_through(std::span<const header_field> fields) noexcept {
  struct row {
    std::string_view name;
    sighting sightings::*seen;
  };
  constexpr row rows[] = {
      {"host", &sightings::host},
      {"origin", &sightings::origin},
      {"range", &sightings::range},
      {"if-range", &sightings::if_range},
      {"if-match", &sightings::if_match},
      {"if-none-match", &sightings::if_none_match},
      {"content-length", &sightings::content_length},
      {"transfer-encoding", &sightings::transfer_encoding},
  };
  sightings found;
  for (const header_field& field : fields)
    for (const row& one : rows)
      if (same_word(field.name, one.name)) {
        ++(found.*one.seen).count;
        (found.*one.seen).value = field.value;
      }
  return found;
}

/// "127.0.0.1:8080" or "localhost:8080". Not by looking a name up: a name can be made to mean
/// anything, and that is how pages of other sites reach local servers.
bool names_this_server(std::string_view authority, std::uint16_t port) noexcept {
  for (const std::string_view host : {"127.0.0.1", "localhost"}) {
    if (!authority.starts_with(host)) continue;
    const std::string_view rest = authority.substr(host.size());
    if (rest.empty()) return port == 80;
    char digits[5];
    const auto end = std::to_chars(digits, digits + sizeof digits, port).ptr;
    return rest.front() == ':' &&
           rest.substr(1) == std::string_view(digits, static_cast<std::size_t>(end - digits));
  }
  return false;
}

bool too_large(const request_head& request) noexcept {
  std::size_t bytes = request.method.size() + request.target.size();
  for (const header_field& field : request.fields) bytes += field.name.size() + field.value.size();
  return request.fields.size() > most_fields || bytes > most_head_bytes;
}

verdict check_sender(const request_head& request, const sightings& seen,
                     const premises& of) noexcept {
  if (request.method != "GET" && request.method != "HEAD")
    return refuse(405, "Only GET and HEAD: nothing can be changed here.");
  if (seen.content_length.count != 0 || seen.transfer_encoding.count != 0)
    return refuse(400, "A request without a body has no length.");
  if (too_large(request)) return refuse(431, "The headers are too large.");
  if (seen.host.count != 1) return refuse(400, "A request has exactly one Host.");
  if (!names_this_server(seen.host.value, of.port))
    return refuse(403,
                  "This server answers to 127.0.0.1 and localhost, at its own port; forward it "
                  "under the same port number.");
  constexpr std::string_view scheme = "http://";
  if (seen.origin.count > 1 ||
      (seen.origin.count == 1 &&
       !(seen.origin.value.starts_with(scheme) &&
         names_this_server(seen.origin.value.substr(scheme.size()), of.port))))
    return refuse(403, "Pages of other sites get nothing from here.");
  return {};
}

/// Names that an asset may have: "a/b-1.js"; no name begins with a dot or is empty.
bool plain_path(std::string_view path) noexcept {
  char before = '/';
  for (const char c : path) {
    if (c != '/' && !is_name_character(c)) return false;
    if (before == '/' && (c == '.' || c == '/')) return false;
    before = c;
  }
  return before != '/';
}

/// A file's number as `nopy view` writes it: no sign, no leading zero.
std::optional<std::size_t> read_id(std::string_view text, std::size_t count) noexcept {
  if (text.empty() || text.size() > 7 || (text.size() > 1 && text.front() == '0'))
    return std::nullopt;
  std::size_t id = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    id = id * 10 + static_cast<std::size_t>(c - '0');
  }
  return id < count ? std::optional(id) : std::nullopt;
}

verdict find_route(std::string_view path, const sightings& seen, const premises& of) noexcept {
  constexpr std::string_view file_prefix = "file/";
  if (path.empty()) return {.to = route::asset, .asset = "index.html"};
  if (path == "files.json") return {.to = route::listing};
  if (path.starts_with(file_prefix)) {
    const auto id = read_id(path.substr(file_prefix.size()), of.file_count);
    if (!id) return refuse(404, "No file has this number.");
    for (const sighting* one : {&seen.range, &seen.if_range, &seen.if_match, &seen.if_none_match})
      if (one->count > 1) return refuse(400, "A condition came twice.");
    return {.to = route::file,
            .file = *id,
            .asked = {seen.range.once(), seen.if_range.once(), seen.if_match.once(),
                      seen.if_none_match.once()}};
  }
  if (!plain_path(path)) return refuse(404, "Nothing is here.");
  return {.to = route::asset, .asset = path};
}

}  // namespace

bool same_secret(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;  // how long a token is, is no secret
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | static_cast<unsigned char>(a[i] ^ b[i]));
  return difference == 0;
}

verdict admit(const request_head& request, const premises& of) noexcept {
  const sightings seen = look_through(request.fields);
  const verdict sender = check_sender(request, seen, of);
  if (sender.status != 200) return sender;
  const std::string_view path = request.target.substr(request.target.starts_with('/') ? 1 : 0);
  if (path.size() == request.target.size() ||
      !same_secret(path.substr(0, of.token.size()), of.token))
    return refuse(400,
                  "The address lacks its token: open the whole address that nopy view printed.");
  const std::string_view behind = path.substr(of.token.size());
  if (behind.empty()) return {.to = route::moved, .status = 301};
  if (!behind.starts_with('/')) return refuse(404, "Nothing is here.");
  return find_route(behind.substr(1), seen, of);
}

}  // namespace nopy::view
