// SPDX-License-Identifier: MIT
// Reads a URL through nopy::http for the tests: `http_probe URL read OFFSET COUNT`, `http_probe URL
// all` (in one read), `http_probe URL sum KEY` (loads a member); options as NAME=VALUE behind. The
// bytes go to stdout, what it came to as one line of words to stderr.
#include <nopy/http.hpp>
#include <nopy/npz.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using nopy::http::object;

[[noreturn]] void fail(const nopy::error& why) {
  std::fprintf(stderr, "%s\n%s\n", std::string(why.id()).c_str(), why.message().c_str());
  std::exit(1);
}

nopy::http::options options_of(int argc, char** argv) {
  nopy::http::options how;
  how.pause_milliseconds = 10;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || i == 1) continue;
    const std::string name = text.substr(0, equals);
    const auto value = static_cast<std::uint32_t>(std::stoul(text.substr(equals + 1)));
    if (name == "whole") how.whole_bytes = value;
    if (name == "silent") how.silent_milliseconds = value;
    if (name == "attempts") how.attempts = value;
    if (name == "redirects") how.redirects = value;
    if (name == "first") how.first_bytes = value;
    if (name == "piece") how.piece_bytes = value;
    if (name == "connections") how.connections = value;
    if (name == "cancel")
      how.progress = [value](const nopy::progress& now) { return now.done_bytes < value; };
  }
  return how;
}

void read_to_stdout(const object& from, std::uint64_t offset, std::uint64_t count) {
  std::vector<std::byte> room(static_cast<std::size_t>(count));
  const auto read = from.reader().read_at(offset, room);
  if (!read) fail(read.error().about(from.name()));
  std::fwrite(room.data(), 1, room.size(), stdout);
}

void print_sum(const object& from, const std::string& key) {
  const auto archive = nopy::npz_reader::open(from);
  if (!archive) fail(archive.error());
  const auto member = archive->try_get(key);
  if (!member) fail(member.error());
  const auto values = member->try_load<double>();
  if (!values) fail(values.error());
  double sum = 0;
  for (std::size_t i = 0; i < values->size(); ++i) sum += values->data()[i];
  std::printf("%.17g\n", sum);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string command = argv[2];
  const auto from = object::open(argv[1], options_of(argc, argv));
  if (!from) fail(from.error());
  if (command == "read")
    read_to_stdout(*from, std::stoull(argv[3]), std::stoull(argv[4]));
  else if (command == "all")
    read_to_stdout(*from, 0, from->total_bytes());
  else
    print_sum(*from, argv[3]);
  const nopy::http::traffic all = from->traffic();
  std::fprintf(stderr, "ok %llu bytes, %llu requests, %llu received\n",
               static_cast<unsigned long long>(from->total_bytes()),
               static_cast<unsigned long long>(all.requests),
               static_cast<unsigned long long>(all.body_bytes));
  return 0;
}
