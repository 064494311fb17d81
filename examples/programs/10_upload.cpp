// SPDX-License-Identifier: MIT
// A service reads uploads that nobody vouched for, held in a string.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
using namespace nopy::literals;
std::string handle(const std::string& body) {
  std::string log;
  const auto note = [&](const nopy::finding& f) { log += f.message(); };
  const auto a = nopy::try_load(
      nopy::source::memory(std::as_bytes(std::span(body))),
      {.policy = nopy::policy::strict, .limits = {.array_bytes = 256_MiB}, .on_finding = note});
  if (!a) return std::string(a.error().id());
  return a->dtype().words() + log;
}
// [end]

int main() {
  std::string body = "\x93NUMPY\x01";
  std::printf("%s\n", handle(body).c_str());
  body.append(1, '\0').append("\x3a", 1).append(1, '\0');
  body += "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n";
  std::printf("%s\n", handle(body).c_str());
  std::printf("%s\n", handle(body + std::string(4, '\0')).c_str());
}
