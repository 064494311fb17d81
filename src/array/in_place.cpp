// SPDX-License-Identifier: MIT
// The checks between what a file holds and what an in-place view asks for. The first that fails, in
// the order type, rank, order, alignment, is the error.
#include "array/in_place.hpp"

#include <nopy/any.hpp>

#include "array/conversion_plan.hpp"
#include "array/rearrange.hpp"
#include "array/type_text.hpp"
#include "bytes/tuple_text.hpp"

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

bool same_extents(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

bool same_number(const dtype& found, const dtype& asked) noexcept {
  const bool coding_fits = found.coding() == asked.coding() ||
                           (found.coding() == coding::extended &&
                            (asked.coding() == coding::x87 || asked.coding() == coding::quad ||
                             asked.coding() == coding::double_double));
  return coding_fits && found.endian() == asked.endian() && found.unit() == asked.unit() &&
         found.unit_multiple() == asked.unit_multiple();
}

}  // namespace

bool written_as_opaque(const dtype& asked) noexcept {
  const bool number = asked.kind() == kind::floating || asked.kind() == kind::complex ||
                      asked.kind() == kind::signed_int || asked.kind() == kind::unsigned_int;
  return number && asked.coding() >= coding::bfloat16;
}

bool is_plain_bytes(const dtype& found, const dtype& asked) noexcept {
  return found.kind() == kind::opaque && asked.kind() == kind::subarray &&
         asked.base().kind() == kind::opaque && asked.base().item_bytes() == 1 &&
         asked.item_bytes() == found.item_bytes();
}

bool same_in_place(const dtype& found, const dtype& asked) noexcept {
  if (found.item_bytes() != asked.item_bytes()) return false;
  if (is_plain_bytes(found, asked)) return true;
  if (found.kind() == kind::opaque && written_as_opaque(asked))
    return found.endian() == endian::none || found.endian() == asked.endian() ||
           asked.endian() == endian::none;
  if (found.kind() != asked.kind()) return false;
  switch (found.kind()) {
    case kind::record:
      for (const dtype_field& field : asked.fields()) {
        const dtype_field* there = found.find(field.name);
        if (there == nullptr || there->offset != field.offset ||
            !same_in_place(there->type, field.type))
          return false;
      }
      return true;
    case kind::subarray:
      return same_extents(found.extents(), asked.extents()) &&
             same_in_place(found.base(), asked.base());
    case kind::bytes:
    case kind::opaque:
    case kind::object:
      return true;
    default:
      return same_number(found, asked);
  }
}

namespace {

/// What makes a field of a record unfit, by name; empty where every field is at its place.
const dtype_field* first_unfit_field(const dtype& found, const dtype& asked) noexcept {
  for (const dtype_field& field : asked.fields()) {
    const dtype_field* there = found.find(field.name);
    if (there == nullptr || there->offset != field.offset ||
        !same_in_place(there->type, field.type))
      return &field;
  }
  return nullptr;
}

void put_field(bytes::text_sink& sink, const dtype_field* field) noexcept {
  if (field == nullptr) {
    sink.put("no such field");
    return;
  }
  put_type(sink, field->type);
  sink.put(" at offset ").decimal(field->offset);
}

void put_type_hint(bytes::text_sink& sink, const header& found,
                   const in_place_request& asked) noexcept {
  const bool by_default =
      conversion_plan::make(found.dtype, asked.type, casting::same_kind).has_value();
  if (by_default || conversion_plan::make(found.dtype, asked.type, casting::checked)) {
    put_call(sink, spelled_for::load, asked.type, asked.rank);
    sink.put(by_default ? "() converts; "
                        : "(source, {.casting = nopy::casting::checked}) converts; ");
  }
  if (found.dtype.kind() == kind::record && asked.type.kind() != kind::record) {
    sink.put("map() gives the record as it is");
    return;
  }
  put_call(sink, spelled_for::map, found.dtype, asked.rank);
  sink.put("() reads in place");
}

error record_differs(const header& found, const in_place_request& asked) noexcept {
  const dtype_field* field = first_unfit_field(found.dtype, asked.type);
  const message_text there([&](bytes::text_sink& sink) {
    if (field == nullptr) {
      sink.put("records of ").decimal(found.dtype.item_bytes()).put(" bytes");
    } else {
      put_field(sink, found.dtype.find(field->name));
    }
  });
  const message_text wanted([&](bytes::text_sink& sink) {
    if (field == nullptr) {
      sink.put("records of ").decimal(asked.type.item_bytes()).put(" bytes");
    } else {
      put_field(sink, field);
    }
  });
  const message_text summary([&](bytes::text_sink& sink) {
    if (field == nullptr) {
      sink.put("size of the record differs");
    } else {
      sink.put("field '").put(bytes::clipped(field->name)).put("' differs");
    }
  });
  return error({.code = errc::type_mismatch,
                .summary = summary,
                .found = there,
                .expected = wanted,
                .hint = "load moves fields to their places by name; map needs them there"});
}

error type_differs(const header& found, const in_place_request& asked) noexcept {
  if (found.dtype.kind() == kind::record && asked.type.kind() == kind::record)
    return record_differs(found, asked);
  const message_text there([&](bytes::text_sink& sink) { put_type(sink, found.dtype); });
  const message_text wanted([&](bytes::text_sink& sink) {
    put_cpp_type(sink, asked.type, spelled_for::map);
    sink.put(", ");
    put_type(sink, asked.type);
  });
  const message_text hint([&](bytes::text_sink& sink) { put_type_hint(sink, found, asked); });
  return error({.code = errc::type_mismatch, .found = there, .expected = wanted, .hint = hint});
}

error rank_differs(const header& found, const in_place_request& asked) noexcept {
  const message_text there([&](bytes::text_sink& sink) {
    sink.decimal(found.shape.rank()).put(" dimensions, shape ");
    bytes::put_tuple(sink, found.shape);
  });
  const message_text wanted(
      [&](bytes::text_sink& sink) { sink.decimal(asked.rank).put(" dimensions"); });
  const message_text hint([&](bytes::text_sink& sink) {
    sink.put("ask for rank ").decimal(found.shape.rank());
    sink.put(", or for nopy::any_rank, which takes every rank");
  });
  return error({.code = errc::rank_mismatch, .found = there, .expected = wanted, .hint = hint});
}

error order_differs(const header& found, const in_place_request& asked) noexcept {
  const bool fortran = found.order == order::fortran;
  const message_text hint([&](bytes::text_sink& sink) {
    put_call(sink, spelled_for::load, asked.type, asked.rank);
    sink.put("() rearranges; in place: ask for nopy::");
    sink.put(fortran ? "layout_left" : "layout_right");
    sink.put(", or nopy::layout_stride, which takes both");
  });
  return error(
      {.code = errc::order_mismatch,
       .found = fortran ? "Fortran order" : "C order",
       .expected = fortran ? "C order (nopy::layout_right)" : "Fortran order (nopy::layout_left)",
       .hint = hint});
}

error not_aligned(const header& found, const in_place_request& asked) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(asked.address);
  const message_text there([&](bytes::text_sink& sink) {
    sink.put("data ").decimal(address % asked.alignment).put(" bytes behind a multiple of ");
    sink.decimal(asked.alignment);
  });
  const message_text wanted([&](bytes::text_sink& sink) {
    sink.put("data at a multiple of ").decimal(asked.alignment).put(", which ");
    put_cpp_type(sink, asked.type, spelled_for::map);
    sink.put(" needs");
  });
  const message_text hint([&](bytes::text_sink& sink) {
    sink.put("map<nopy::packed<");
    put_cpp_type(sink, asked.type, spelled_for::map);
    sink.put(">>() reads in place; ");
    put_call(sink, spelled_for::load, asked.type, asked.rank);
    sink.put("() copies");
  });
  return error({.code = errc::unaligned,
                .offset = found.data_offset == 0 ? no_offset : found.data_offset,
                .found = there,
                .expected = wanted,
                .hint = hint});
}

}  // namespace
}  // namespace core

result<void> check_in_place(const header& found, const in_place_request& asked) noexcept {
  if (!core::same_in_place(found.dtype, asked.type)) return core::type_differs(found, asked);
  if (asked.rank != any_rank && asked.rank != found.shape.rank())
    return core::rank_differs(found, asked);
  if (!asked.any_order && asked.order != found.order && !core::orders_agree(found.shape))
    return core::order_differs(found, asked);
  const auto address = reinterpret_cast<std::uintptr_t>(asked.address);
  if (asked.address != nullptr && found.shape.count() != 0 && asked.alignment > 1 &&
      address % asked.alignment != 0)
    return core::not_aligned(found, asked);
  return {};
}

}  // namespace v1
}  // namespace nopy
