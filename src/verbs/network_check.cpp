// SPDX-License-Identifier: MIT
#include "verbs/network_check.hpp"

#include "os/file_system.hpp"
#include "verbs/opened_source.hpp"

namespace nopy::inline v1 {
namespace verbs {

result<void> check_network(int fd, network_map wanted) noexcept {
  if (wanted == network_map::allow) return {};
  const file_system there = os::file_system_of(fd);
  if (there.where != storage::network) return {};
  return error({.code = errc::usage,
                .summary = "the file lies on a network file system: what two machines write "
                           "through mappings is lost",
                .found = there.name,
                .hint = "npy_region_writer writes windows; where this machine alone writes, say "
                        "on_network = network_map::allow"});
}

}  // namespace verbs

result<file_system> try_file_system_of(path_ref path) noexcept {
  const auto opened = verbs::opened_source::open(path, os::file_access::read);
  if (!opened) return opened.error();
  return os::file_system_of(opened->file()->descriptor());
}

}  // namespace nopy::inline v1
