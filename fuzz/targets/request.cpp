// SPDX-License-Identifier: MIT
// Any request at the gate of `nopy view`: what gets in has the token, one Host that is this machine
// and no body; what it is given lies inside the file.
//
// The first byte says what is right already (the method, the Host, the token, the way to a file, the
// unit of a range); then come lines: the target's rest, the range's rest, and headers, whose name is a
// letter for one that the gate looks at.
#include "gate.hpp"
#include "target.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace nopy::view;
using nopy::fuzz::check;

constexpr std::string_view token = "0123456789abcdef0123456789abcdef";
constexpr std::string_view authority = "127.0.0.1:8080";
constexpr std::string_view names[] = {"Host",           "Origin",           "Range",
                                      "If-Range",       "If-Match",         "If-None-Match",
                                      "Content-Length", "Transfer-Encoding"};
constexpr premises here{.token = token, .port = 8080, .file_count = 3};

std::string_view take_line(std::string_view& rest) {
  const std::string_view line = rest.substr(0, rest.find('\n'));
  rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  return line;
}

struct owned_field {
  std::string name;
  std::string value;
};

owned_field read_field(std::string_view line) {
  const std::size_t colon = std::min(line.find(':'), line.size());
  std::string_view name = line.substr(0, colon);
  if (name.size() == 1 && name[0] >= 'a' && name[0] < 'a' + static_cast<int>(std::size(names)))
    name = names[name[0] - 'a'];
  return {std::string(name), std::string(line.substr(std::min(line.size(), colon + 1)))};
}

/// Bits of the first byte.
enum given : unsigned { method = 1, host = 2, page = 4, file = 8, range = 16 };

std::string read_target(unsigned right, std::string_view line) {
  std::string target;
  if (right & given::page) target = std::string("/").append(token).append("/");
  if (right & given::file) target += "file/";
  return target + std::string(line);
}

std::vector<owned_field> read_fields(unsigned right, std::string_view rest) {
  std::vector<owned_field> fields;
  if (right & given::host) fields.push_back({"Host", std::string(authority)});
  if (right & given::range)
    fields.push_back({"Range", std::string("bytes=").append(take_line(rest))});
  while (!rest.empty() && fields.size() <= most_fields)
    fields.push_back(read_field(take_line(rest)));
  return fields;
}

void check_answer(const conditions& asked, std::uint64_t bytes) {
  const file_state state{bytes, "\"5-1-2\""};
  const file_answer head = answer_head(asked, state);
  check(head.status == 200 || head.status == 304 || head.status == 412);
  const file_answer got = answer_get(asked, state);
  const bool whole = got.status == 200 && got.offset == 0 && got.count == bytes;
  const bool part = got.status == 206 && got.count > 0 && got.offset < bytes &&
                    got.count <= bytes - got.offset && asked.range;
  const bool nothing = got.count == 0 && got.offset == 0 &&
                       (got.status == 304 || got.status == 412 || got.status == 416);
  check(whole || part || nothing);
}

void check_admitted(const request_head& request, const verdict& got) {
  check(request.method == "GET" || request.method == "HEAD");
  check(request.target.substr(1, token.size()) == token);
  std::size_t hosts = 0;
  for (const header_field& field : request.fields) {
    if (field.name == "Host") {
      ++hosts;
      check(field.value == authority || field.value == "localhost:8080");
    }
    check(field.name != "Content-Length" && field.name != "Transfer-Encoding");
    check(field.name != "Origin" || field.value == "http://127.0.0.1:8080" ||
          field.value == "http://localhost:8080");
  }
  check(hosts <= 1);  // none where its name came in other letters
  check(std::string("/").append(got.asset).find("/.") == std::string::npos);
  check(got.asset.find_first_of("%\\?") == std::string_view::npos);
  check(got.file < here.file_count);
}

void run(nopy::fuzz::input bytes) {
  nopy::fuzz::choices from(bytes);
  const unsigned right = from.byte();
  std::string_view rest = from.rest_text();
  const std::string target = read_target(right, take_line(rest));
  const std::string method(right & given::method ? "GET" : take_line(rest));
  const std::vector<owned_field> owned = read_fields(right, rest);
  std::vector<header_field> fields;
  for (const owned_field& one : owned) fields.push_back({one.name, one.value});
  const request_head request{method, target, fields};
  const verdict got = admit(request, here);
  if (got.to == route::refused) {
    check(got.status >= 400 && got.status < 500 && !got.reason.empty());
    return;
  }
  check_admitted(request, got);
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1000}, UINT64_MAX})
    check_answer(got.asked, count);
}

const nopy::fuzz::target self("request", run);

}  // namespace
