// SPDX-License-Identifier: MIT
// create: a header, and a hole that reads as zeros.
#include <nopy/header.hpp>
#include <nopy/save.hpp>

#include "array/view_blocks.hpp"
#include "bytes/checked.hpp"
#include "os/atomic_file.hpp"
#include "os/writing.hpp"

namespace nopy {
namespace {

result<void> create_at(path_ref path, const dtype& type, const shape& extents,
                       const create_options& options) noexcept {
  const auto data_bytes = core::data_bytes_of(type, extents);
  if (!data_bytes) return data_bytes.error();
  // The order is written as said even where it makes no difference, as open_memmap does.
  const auto header = core::encode_header(type, extents, options.order);
  if (!header) return header.error();
  const auto file_bytes = checked::add(header->bytes().size(), *data_bytes);
  if (!file_bytes) return error(errc::too_large);
  auto file = os::atomic_file::create(path, options.existing, durability::none);
  if (!file) return file.error();
  auto written = os::write_all_at(file->descriptor(), header->bytes(), 0);
  if (written && *data_bytes != 0) written = os::set_size(file->descriptor(), *file_bytes);
  if (!written) return written;
  return file->commit();
}

}  // namespace

inline namespace v1 {

result<void> try_create(path_ref path, const dtype& type, const shape& extents,
                        const create_options& options) noexcept {
  auto created = create_at(path, type, extents, options);
  if (!created) return created.error().about(path.view());
  return created;
}

}  // namespace v1
}  // namespace nopy
