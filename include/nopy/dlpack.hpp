// SPDX-License-Identifier: MIT
// Tensors of DLPack, which PyTorch, JAX, CuPy and NumPy exchange: nopy's arrays as managed tensors that
// keep their memory alive, and tensors on the CPU as views. No element is copied. What may not be
// written says so (version 1's read-only flag); the older struct has no such flag and is made of
// writable arrays only.
//
// The structs have the layout of DLPack 1.0 under nopy's own names, so that both headers can stand in
// one program: reinterpret_cast between `nopy::dlpack::managed_tensor` and `DLManagedTensorVersioned`.
// Source: https://dmlc.github.io/dlpack/latest/c_api.html
#pragma once

#include <nopy/array.hpp>

namespace nopy::inline v1 {
namespace dlpack {

/// DLPackVersion.
struct version {
  std::uint32_t major = 1;
  std::uint32_t minor = 0;
};
/// DLDevice.
struct device {
  std::int32_t type = 1;  ///< 1: the CPU
  std::int32_t id = 0;
};
/// The numbers of DLDataTypeCode.
enum class code : std::uint8_t {
  signed_int,
  unsigned_int,
  floating,
  opaque_handle,
  bfloat,
  complex,
  boolean
};
/// DLDataType.
struct data_type {
  dlpack::code code;
  std::uint8_t bits;
  std::uint16_t lanes;
};
/// DLTensor.
struct tensor {
  void* data;
  dlpack::device device;
  std::int32_t rank;
  data_type type;
  std::int64_t* shape;
  std::int64_t* strides;  ///< in elements; null: C order
  std::uint64_t byte_offset;
};
inline constexpr std::uint64_t read_only = 1;

/// DLManagedTensorVersioned: whoever receives it calls `deleter(self)` once.
struct managed_tensor {
  dlpack::version version;
  void* context;
  void (*deleter)(managed_tensor* self);
  std::uint64_t flags;
  dlpack::tensor tensor;
};
/// DLManagedTensor, of DLPack before 1.0.
struct managed_tensor_0 {
  dlpack::tensor tensor;
  void* context;
  void (*deleter)(managed_tensor_0* self);
};
static_assert(sizeof(data_type) == 4 && sizeof(device) == 8);
static_assert(sizeof(void*) != 8 || (sizeof(tensor) == 48 && sizeof(managed_tensor) == 80 &&
                                     sizeof(managed_tensor_0) == 64));

/// The type of elements in memory. Errors: type_mismatch (records, text, dates; another byte order).
[[nodiscard]] inline result<data_type> try_data_type(const dtype& of) noexcept {
  const auto bits = static_cast<std::uint8_t>(8 * of.item_bytes());
  if (of.item_bytes() <= 16 && (of.endian() == native_endian || of.endian() == endian::none)) {
    if (of == dtype_of<bfloat16>()) return data_type{code::bfloat, 16, 1};
    if (of.coding() == coding::standard) switch (of.kind()) {
        case kind::boolean:
          return data_type{code::boolean, 8, 1};
        case kind::signed_int:
          return data_type{code::signed_int, bits, 1};
        case kind::unsigned_int:
          return data_type{code::unsigned_int, bits, 1};
        case kind::floating:
          return data_type{code::floating, bits, 1};
        case kind::complex:
          return data_type{code::complex, bits, 1};
        default:
          break;
      }
  }
  return error({.code = errc::type_mismatch,
                .summary = "DLPack has no such element type",
                .expected = "numbers in this machine's byte order",
                .hint = "load it as the type you want: load<float>()"});
}

/// A managed tensor and what it points to.
template <class Managed>
struct exported {
  Managed managed{};
  memory keep;
  std::int64_t numbers[2 * max_rank];
};

/// Makes a tensor of elements that `keep` keeps. Errors: type_mismatch, out_of_memory.
template <class Managed>
[[nodiscard]] result<Managed*> try_export(const dtype& type, const shape& extents, order order,
                                          std::byte* data, memory keep) noexcept {
  const auto found = try_data_type(type);
  if (!found) return found.error();
  auto* made = new (std::nothrow) exported<Managed>;
  if (made == nullptr) return error(errc::out_of_memory);
  made->keep = std::move(keep);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < extents.rank(); ++i) {
    const std::size_t axis = order == order::c ? extents.rank() - 1 - i : i;
    made->numbers[axis] = static_cast<std::int64_t>(extents[axis]);
    made->numbers[max_rank + axis] = stride;
    stride *= static_cast<std::int64_t>(extents[axis]);
  }
  made->managed.tensor = {.data = data,
                          .device = {},
                          .rank = static_cast<std::int32_t>(extents.rank()),
                          .type = *found,
                          .shape = made->numbers,
                          .strides = made->numbers + max_rank,
                          .byte_offset = 0};
  made->managed.context = made;
  made->managed.deleter = [](Managed* self) {
    if (self != nullptr) delete static_cast<exported<Managed>*>(self->context);
  };
  return &made->managed;
}

}  // namespace dlpack

/// A tensor that shares a mapping; read-only where its elements are const. Errors: type_mismatch,
/// out_of_memory.
template <class T, std::size_t Rank, class Layout>
requires(!std::same_as<Layout, layout_stride>)
    [[nodiscard]] result<dlpack::managed_tensor*> try_to_dlpack(
        mapped_array<T, Rank, Layout> from) noexcept {
  using value = std::remove_const_t<T>;
  auto* data = reinterpret_cast<std::byte*>(const_cast<value*>(from.data()));
  const shape extents = from.shape();
  auto made = dlpack::try_export<dlpack::managed_tensor>(
      dtype_of<value>(), extents, std::same_as<Layout, layout_left> ? order::fortran : order::c,
      data, std::move(from).share().owner());
  if (made && std::is_const_v<T>) (*made)->flags = dlpack::read_only;
  return made;
}
/// A tensor that takes an array over. `Managed` may be `dlpack::managed_tensor_0`.
template <class Managed = dlpack::managed_tensor, class T, std::size_t Rank, class Layout>
[[nodiscard]] result<Managed*> try_to_dlpack(array<T, Rank, Layout>&& from) noexcept {
  auto* data = reinterpret_cast<std::byte*>(from.data());
  const shape extents = from.shape();
  return dlpack::try_export<Managed>(dtype_of<T>(), extents,
                                     std::same_as<Layout, layout_left> ? order::fortran : order::c,
                                     data, std::move(from).share().owner());
}
/// A read-only tensor that shares an array of run-time type: of what `load` or `map` gave.
[[nodiscard]] inline result<dlpack::managed_tensor*> try_to_dlpack(const any_array& from) noexcept {
  auto made = dlpack::try_export<dlpack::managed_tensor>(
      from.dtype(), from.shape(), from.header().order, from.memory().data(), from.memory());
  if (made) (*made)->flags = dlpack::read_only;
  return made;
}

/// A tensor as a view; borrowed, so the tensor must outlive it. Errors: usage (it is not on the CPU);
/// type_mismatch (vectors as elements, types that NumPy has not); order_mismatch (neither C nor Fortran
/// order); rank_mismatch.
[[nodiscard]] inline result<any_view> try_view_of(const dlpack::tensor& from) noexcept {
  if (from.device.type != 1)
    return error({.code = errc::usage,
                  .summary = "the tensor is not in the CPU's memory",
                  .hint = "copy it there first: tensor.cpu()"});
  if (from.rank < 0 || from.rank > static_cast<std::int32_t>(max_rank))
    return error(errc::rank_mismatch);
  constexpr kind kinds[] = {kind::signed_int, kind::unsigned_int, kind::floating, kind::opaque,
                            kind::floating,   kind::complex,      kind::boolean};
  const auto which = static_cast<std::size_t>(from.type.code);
  const unsigned bytes = from.type.bits / 8u;
  dtype type;
  if (from.type.code == dlpack::code::bfloat && bytes == 2)
    type = dtype_of<bfloat16>();
  else if (which < std::size(kinds) && from.type.code != dlpack::code::bfloat)
    type = dtype::number(kinds[which], bytes);
  if (from.type.code == dlpack::code::boolean && bytes == 1) type = dtype::boolean();
  if (from.type.lanes != 1 || from.type.bits % 8 != 0 || type.kind() == kind::opaque)
    return error({.code = errc::type_mismatch, .summary = "NumPy has no such element type"});
  shape extents;
  for (std::int32_t axis = 0; axis < from.rank; ++axis)
    extents.push_back(static_cast<std::uint64_t>(from.shape[axis]));
  const auto lies_in = [&](order how) {
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < extents.rank(); ++i) {
      const std::size_t axis = how == order::c ? extents.rank() - 1 - i : i;
      if (extents[axis] != 1 && from.strides[axis] != stride) return false;
      stride *= static_cast<std::int64_t>(extents[axis]);
    }
    return true;
  };
  order how = order::c;
  if (from.strides != nullptr && extents.count() != 0 && !lies_in(order::c)) {
    if (!lies_in(order::fortran))
      return error({.code = errc::order_mismatch,
                    .summary = "the elements of the tensor do not lie one behind the other",
                    .hint = "make it contiguous first: tensor.contiguous()"});
    how = order::fortran;
  }
  const auto* data = static_cast<const std::byte*>(from.data) + from.byte_offset;
  return any_view(type, extents,
                  {data, static_cast<std::size_t>(extents.count() * type.item_bytes())}, how);
}

}  // namespace nopy::inline v1
