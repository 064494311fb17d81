// SPDX-License-Identifier: MIT
#include "commands/objects.hpp"

#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {

object_value read_objects(const input& from, const header& head, const request& asked) {
  for (const std::string_view option : {"--as", "--dtype", "--casting"})
    if (asked.has(option))
      refuse(fmt::format("{} says nothing of Python objects", option), from.title());
  if (from.argument().slice)
    refuse("objects can not be sliced: their pickle is read whole", *from.argument().slice,
           "without the slice all of them are shown");
  from.verify();
  const std::string pickle = from.read(head.data_offset, from.size_bytes() - head.data_offset);
  auto decoded = decode_objects(head, std::as_bytes(std::span(pickle)));
  if (!decoded) throw exception(from.about(decoded.error()));
  return *std::move(decoded);
}

}  // namespace nopy::cli
