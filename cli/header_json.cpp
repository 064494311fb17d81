// SPDX-License-Identifier: MIT
#include "header_json.hpp"

#include "findings.hpp"
#include "item_json.hpp"

#include <fmt/core.h>

namespace nopy::cli {

void write_json_array(json_writer& out, const listed_array& of) {
  const header& head = of.head;
  out.key("name").null().key("member").null();
  out.key("version").text(fmt::format("{}.0", head.major));
  out.key("descr");
  write_json_descr(out, head.dtype);
  out.key("dtype").text(head.dtype.words());
  out.key("shape");
  write_json_shape(out, head.shape);
  out.key("fortran_order").boolean(head.order == order::fortran);
  out.key("header_bytes").number(head.header_bytes);
  out.key("data_offset").number(of.data_offset());
  out.key("data_bytes");
  if (head.dtype.has_objects())
    out.null();
  else
    out.number(head.data_bytes);
  out.key("alignment").number(of.alignment());
  out.key("mappable").boolean(of.mappable());
  out.key("findings");
  write_json_findings(out, {head.findings.begin(), head.findings.end()});
}

}  // namespace nopy::cli
