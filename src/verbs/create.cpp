// SPDX-License-Identifier: MIT
// create: a header, and a hole that reads as zeros.
#include <nopy/create.hpp>
#include <nopy/header.hpp>

#include "array/view_blocks.hpp"
#include "bytes/checked.hpp"
#include "os/atomic_file.hpp"
#include "os/writing.hpp"
#include "verbs/network_check.hpp"

namespace nopy {
namespace {

result<void> create_at(path_ref path, const dtype& type, const shape& extents,
                       const create_options& options, network_map on_network) noexcept {
  const auto data_bytes = core::data_bytes_of(type, extents);
  if (!data_bytes) return data_bytes.error();
  // The order is written as said even where it makes no difference, as open_memmap does.
  const auto header = core::encode_header(type, extents, options.order);
  if (!header) return header.error();
  const auto file_bytes = checked::add(header->bytes().size(), *data_bytes);
  if (!file_bytes) return error(errc::too_large);
  auto file = os::atomic_file::create(path, options.existing, durability::none);
  if (!file) return file.error();
  // The sibling lies in the folder of the file: asked before anything is replaced.
  if (const auto safe = verbs::check_network(file->descriptor(), on_network); !safe)
    return safe.error();
  auto written = os::write_all_at(file->descriptor(), header->bytes(), 0);
  if (written && *data_bytes != 0) written = os::set_size(file->descriptor(), *file_bytes);
  if (!written) return written;
  return file->commit();
}

}  // namespace

inline namespace v1 {

result<void> try_create(path_ref path, const dtype& type, const shape& extents,
                        const create_options& options) noexcept {
  auto created = create_at(path, type, extents, options, network_map::allow);
  if (!created) return created.error().about(path.view());
  return created;
}

result<void> try_create_to_map(path_ref path, const dtype& type, const shape& extents,
                               const create_options& options) noexcept {
  auto created = create_at(path, type, extents, options, options.on_network);
  if (!created) return created.error().about(path.view());
  return created;
}

}  // namespace v1
}  // namespace nopy
