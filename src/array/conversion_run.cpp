// SPDX-License-Identifier: MIT
// Runs conversion plans: block by block, step by step, in buffers that stay in the first-level
// cache. Of all values in a block that do not fit the one of the lowest item is reported, so the
// error does not depend on how the items were cut into ranges.
#include "array/conversion_plan.hpp"
#include "array/kernel_order.hpp"
#include "array/type_text.hpp"
#include "bytes/endian.hpp"
#include "kernels/table.hpp"

namespace nopy::inline v1::core {
namespace {

using kernels::narrowing;
using kernels::number;

constexpr std::size_t block_bytes = 32 << 10;
constexpr std::size_t chunk_bytes = 8 << 10;  // of gathered items
constexpr std::size_t chunk_numbers = 512;    // on their way through a wide form
constexpr std::size_t chunk_extended = 128;

/// A run of items: where they begin on both sides, and how far they are apart.
struct lanes {
  std::byte* dst;
  std::ptrdiff_t dst_stride;
  const std::byte* src;
  std::ptrdiff_t src_stride;
  std::size_t count;

  lanes at(std::uint64_t to_offset, std::uint64_t from_offset) const noexcept {
    return {dst + to_offset, dst_stride, src + from_offset, src_stride, count};
  }
};

bool is_integer(number of) noexcept {
  return kernels::limits_of(of).family != decltype(kernels::number_limits::family)::floating;
}

/// At most `chunk_numbers` numbers in native order.
std::size_t convert_native(const conversion_step& step, std::byte* dst, const std::byte* src,
                           std::size_t count) noexcept {
  using family = decltype(kernels::number_limits::family);
  const auto is_float = [](number of) { return kernels::limits_of(of).family == family::floating; };
  if (kernels::is_long_double(step.from) || kernels::is_long_double(step.to)) {
    kernels::extended wide[chunk_extended];
    kernels::load_extended(step.from, wide, src, count);
    return kernels::store_extended(step.to, dst, wide, count, step.narrowing);
  }
  if (is_float(step.from)) {
    double wide[chunk_numbers];
    kernels::load_doubles(step.from, wide, src, count);
    return kernels::store_doubles(step.to, dst, wide, count, step.narrowing);
  }
  std::uint64_t wide[chunk_numbers];
  kernels::load_integers(step.from, wide, src, count);
  const bool has_sign = kernels::limits_of(step.from).family == family::signed_int;
  return kernels::store_integers(step.to, dst, wide,
                                 has_sign ? kernels::sign::has_sign : kernels::sign::has_none,
                                 count, step.narrowing);
}

/// Numbers that lie side by side. Returns the position of the first that does not fit, or `count`.
std::size_t convert_numbers(const conversion_step& step, std::byte* dst, const std::byte* src,
                            std::size_t count) noexcept {
  const bool swap_in = needs_swap(step.from, step.from_endian);
  const bool swap_out = needs_swap(step.to, step.to_endian);
  // The direct loops round floats, and give the low bits of integers.
  const bool can_be_direct = step.narrowing == narrowing::rounding ||
                             step.narrowing == narrowing::truncate ||
                             (step.narrowing == narrowing::exact && is_integer(step.from));
  const auto direct = can_be_direct ? kernels::active().direct(step.from, step.to) : nullptr;
  const auto once = [&](std::byte* to, const std::byte* from, std::size_t n) {
    if (direct == nullptr) return convert_native(step, to, from, n);
    const std::size_t at = direct(to, from, n);
    return step.narrowing == narrowing::truncate ? n : at;
  };
  if (direct != nullptr && !swap_in && !swap_out) return once(dst, src, count);

  alignas(64) std::byte in[16 * chunk_numbers];
  const std::size_t from_bytes = kernels::limits_of(step.from).bytes;
  const std::size_t to_bytes = kernels::limits_of(step.to).bytes;
  const bool slow = kernels::is_long_double(step.from) || kernels::is_long_double(step.to);
  const std::size_t chunk = slow ? chunk_extended : chunk_numbers;
  for (std::size_t first = 0; first < count; first += chunk) {
    const std::size_t n = count - first < chunk ? count - first : chunk;
    const std::byte* from = src + first * from_bytes;
    std::byte* to = dst + first * to_bytes;
    if (swap_in) {
      swap_numbers(in, from, step.from, n);
      from = in;
    }
    const std::size_t at = once(to, from, n);
    if (swap_out) swap_numbers(to, to, step.to, n);
    if (at < n) return first + at;
  }
  return count;
}

std::size_t convert(const conversion_step& step, const lanes& all) noexcept {
  const std::size_t from_bytes =
      static_cast<std::size_t>(step.units) * kernels::limits_of(step.from).bytes;
  const std::size_t to_bytes =
      static_cast<std::size_t>(step.units) * kernels::limits_of(step.to).bytes;
  const auto units = static_cast<std::size_t>(step.units);
  if (all.dst_stride == static_cast<std::ptrdiff_t>(to_bytes) &&
      all.src_stride == static_cast<std::ptrdiff_t>(from_bytes))
    return convert_numbers(step, all.dst, all.src, all.count * units) / units;
  const std::size_t largest = from_bytes > to_bytes ? from_bytes : to_bytes;
  std::byte* dst = all.dst;
  const std::byte* src = all.src;
  if (largest > chunk_bytes / 4) {  // long subarrays: item by item
    for (std::size_t i = 0; i < all.count; ++i, dst += all.dst_stride, src += all.src_stride)
      if (convert_numbers(step, dst, src, units) < units) return i;
    return all.count;
  }
  alignas(64) std::byte in[chunk_bytes];
  alignas(64) std::byte out[chunk_bytes];
  const std::size_t chunk = chunk_bytes / largest;
  for (std::size_t first = 0; first < all.count; first += chunk) {
    const std::size_t n = all.count - first < chunk ? all.count - first : chunk;
    kernels::active().copy_items(in, static_cast<std::ptrdiff_t>(from_bytes), src, all.src_stride,
                                 from_bytes, n);
    const std::size_t at = convert_numbers(step, out, in, n * units);
    if (at < n * units) return first + at / units;
    kernels::active().copy_items(dst, all.dst_stride, out, static_cast<std::ptrdiff_t>(to_bytes),
                                 to_bytes, n);
    dst += all.dst_stride * static_cast<std::ptrdiff_t>(n);
    src += all.src_stride * static_cast<std::ptrdiff_t>(n);
  }
  return all.count;
}

void swap(const conversion_step& step, const lanes& all) noexcept {
  const auto units = static_cast<std::size_t>(step.units);
  const auto bytes = static_cast<std::ptrdiff_t>(units * step.unit_bytes);
  if (all.dst_stride == bytes && all.src_stride == bytes)
    return kernels::active().swap(all.dst, all.src, step.unit_bytes, units * all.count);
  std::byte* dst = all.dst;
  const std::byte* src = all.src;
  for (std::size_t i = 0; i < all.count; ++i, dst += all.dst_stride, src += all.src_stride)
    kernels::active().swap(dst, src, step.unit_bytes, units);
}

/// The first imaginary part that is not 0.
std::size_t need_zero(const conversion_step& step, const lanes& all) noexcept {
  const std::size_t bytes = kernels::limits_of(step.from).bytes;
  std::byte native[16];
  const std::byte* src = all.src;
  for (std::size_t i = 0; i < all.count; ++i, src += all.src_stride) {
    std::memcpy(native, src, bytes);
    if (needs_swap(step.from, step.from_endian)) swap_numbers(native, native, step.from, 1);
    kernels::extended value;
    kernels::load_extended(step.from, &value, native, 1);
    if (value.kind != kernels::extended_class::zero) return i;
  }
  return all.count;
}

/// Reads and writes S and U by characters, so that one loop serves every pair of them.
struct characters {
  bool wide;
  nopy::endian endian;

  std::uint32_t read(const std::byte* from, std::uint64_t at) const noexcept {
    return wide ? bytes::load<std::uint32_t>(from + 4 * at, endian)
                : static_cast<std::uint32_t>(from[at]);
  }
  void write(std::byte* to, std::uint64_t at, std::uint32_t value) const noexcept {
    if (wide) {
      bytes::store<std::uint32_t>(to + 4 * at, value, endian);
    } else {
      to[at] = static_cast<std::byte>(value);
    }
  }
};

std::size_t convert_text(const conversion_step& step, const lanes& all) noexcept {
  const bool from_text =
      step.action == step_action::resize_text || step.action == step_action::text_to_bytes;
  const bool to_text =
      step.action == step_action::resize_text || step.action == step_action::bytes_to_text;
  const characters from{from_text, step.from_endian};
  const characters to{to_text, step.to_endian};
  const bool checked = step.narrowing == narrowing::exact;
  std::byte* dst = all.dst;
  const std::byte* src = all.src;
  for (std::size_t i = 0; i < all.count; ++i, dst += all.dst_stride, src += all.src_stride) {
    for (std::uint64_t at = 0; at < step.to_count; ++at) {
      std::uint32_t value = at < step.from_count ? from.read(src, at) : 0;
      if (from_text != to_text && value > 0x7F) {
        if (checked) return i;
        if (!to_text && value > 0xFF) value = '?';
      }
      to.write(dst, at, value);
    }
    for (std::uint64_t at = step.to_count; checked && at < step.from_count; ++at)
      if (from.read(src, at) != 0) return i;
  }
  return all.count;
}

std::size_t scale_time(const conversion_step& step, const lanes& all) noexcept {
  constexpr std::uint64_t not_a_time = 1ull << 63;
  std::byte* dst = all.dst;
  const std::byte* src = all.src;
  for (std::size_t i = 0; i < all.count; ++i, dst += all.dst_stride, src += all.src_stride) {
    const auto ticks = bytes::load<std::uint64_t>(src, step.from_endian);
    std::uint64_t scaled = ticks;
    if (ticks != not_a_time) {
      const bool negative = ticks >> 63 != 0;
      const std::uint64_t magnitude = negative ? 0 - ticks : ticks;
      if (magnitude > static_cast<std::uint64_t>(INT64_MAX) / step.factor) return i;
      scaled = negative ? 0 - magnitude * step.factor : magnitude * step.factor;
    }
    bytes::store<std::uint64_t>(dst, scaled, step.to_endian);
  }
  return all.count;
}

/// The lowest item that failed, and the step that it failed in.
struct outcome {
  std::size_t item;
  const conversion_step* step;
};

class runner {
 public:
  explicit runner(std::span<const conversion_step> steps) noexcept : steps_(steps) {}

  outcome run(std::size_t first, std::size_t last, const lanes& all) const noexcept {
    outcome lowest{all.count, nullptr};
    for (std::size_t i = first; i < last; ++i) {
      const conversion_step& step = steps_[i];
      outcome one{all.count, &step};
      if (step.action == step_action::each) {
        one = each(i, all.at(step.to_offset, step.from_offset));
        i = step.end - 1;
      } else {
        one.item = leaf(step, all.at(step.to_offset, step.from_offset));
      }
      if (one.item < lowest.item) lowest = one;
    }
    return lowest;
  }

 private:
  outcome each(std::size_t at, const lanes& all) const noexcept {
    const conversion_step& loop = steps_[at];
    outcome lowest{all.count, nullptr};
    const auto inner = [&](const lanes& part, std::size_t items_before, bool along_repetitions) {
      const outcome one = run(at + 1, loop.end, part);
      const std::size_t item = along_repetitions ? items_before : one.item;
      if (one.item < part.count && item < lowest.item) lowest = {item, one.step};
    };
    if (loop.units >= all.count) {  // few items of long subarrays
      lanes part{all.dst, static_cast<std::ptrdiff_t>(loop.to_stride), all.src,
                 static_cast<std::ptrdiff_t>(loop.from_stride),
                 static_cast<std::size_t>(loop.units)};
      for (std::size_t i = 0; i < all.count; ++i) {
        inner(part, i, true);
        part.dst += all.dst_stride;
        part.src += all.src_stride;
      }
      return lowest;
    }
    for (std::uint64_t i = 0; i < loop.units; ++i)
      inner(all.at(i * loop.to_stride, i * loop.from_stride), 0, false);
    return lowest;
  }

  static std::size_t leaf(const conversion_step& step, const lanes& all) noexcept {
    switch (step.action) {
      case step_action::copy:
        kernels::active().copy_items(all.dst, all.dst_stride, all.src, all.src_stride,
                                     static_cast<std::size_t>(step.from_count), all.count);
        return all.count;
      case step_action::swap:
        swap(step, all);
        return all.count;
      case step_action::convert:
        return convert(step, all);
      case step_action::need_zero:
        return need_zero(step, all);
      case step_action::scale_time:
        return scale_time(step, all);
      case step_action::resize_bytes:
      case step_action::resize_text:
      case step_action::bytes_to_text:
      case step_action::text_to_bytes:
        return convert_text(step, all);
      case step_action::each:
        break;
    }
    return all.count;
  }

  std::span<const conversion_step> steps_;
};

/// Integers are shown; other values are not spelled on this floor.
void put_integer(bytes::text_sink& sink, const conversion_step& step,
                 const std::byte* item) noexcept {
  using family = decltype(kernels::number_limits::family);
  const family from = kernels::limits_of(step.from).family;
  if (step.action != step_action::convert || step.units != 1 || from == family::floating) return;
  std::byte native[8];
  std::memcpy(native, item + step.from_offset, kernels::limits_of(step.from).bytes);
  if (needs_swap(step.from, step.from_endian)) swap_numbers(native, native, step.from, 1);
  std::uint64_t wide = 0;
  kernels::load_integers(step.from, &wide, native, 1);
  sink.put(", ");
  if (from == family::signed_int) {
    sink.signed_decimal(static_cast<std::int64_t>(wide));
  } else {
    sink.decimal(wide);
  }
}

error does_not_fit(const dtype& from, const dtype& to, const conversion_step& step,
                   std::uint64_t index, const std::byte* item, bool in_array) noexcept {
  const message_text summary([&](bytes::text_sink& sink) {
    sink.put("the value at index ").decimal(index);
    if (!step.field.empty()) sink.put(", field '").put(bytes::clipped(step.field)).put("',");
    sink.put(" does not fit");
  });
  const message_text found([&](bytes::text_sink& sink) {
    put_type(sink, from);
    if (!in_array) put_integer(sink, step, item);
  });
  const message_text expected([&](bytes::text_sink& sink) { put_type(sink, to); });
  return error({.code = errc::out_of_range,
                .summary = summary,
                .found = found,
                .expected = expected,
                .hint = "load a wider type; or .casting = nopy::casting::saturate takes the "
                        "nearest value that fits"});
}

}  // namespace

result<void> conversion_plan::run(std::byte* dst, const std::byte* src, std::uint64_t count,
                                  std::uint64_t first_index) const noexcept {
  const std::uint64_t largest = from_bytes_ > to_bytes_ ? from_bytes_ : to_bytes_;
  // Steps find the items of a block in the cache; one step alone is a single pass over all.
  const bool one_pass = steps_.size() == 1 && !zero_first_;
  const std::uint64_t block = one_pass                                 ? count
                              : largest >= block_bytes || largest == 0 ? 1
                                                                       : block_bytes / largest;
  const runner all_steps(steps_.span());
  if (largest == 0) return {};
  for (std::uint64_t first = 0; first < count; first += block) {
    const std::uint64_t n = count - first < block ? count - first : block;
    std::byte* to = dst + first * to_bytes_;
    const std::byte* from = src + first * from_bytes_;
    if (zero_first_) std::memset(to, 0, static_cast<std::size_t>(n * to_bytes_));
    const lanes all{to, static_cast<std::ptrdiff_t>(to_bytes_), from,
                    static_cast<std::ptrdiff_t>(from_bytes_), static_cast<std::size_t>(n)};
    const outcome done = all_steps.run(0, steps_.size(), all);
    if (done.item < n) {
      const bool in_array = steps_[0].action == step_action::each || steps_.size() > 1;
      return does_not_fit(from_, to_, *done.step, first_index + first + done.item,
                          from + done.item * from_bytes_, in_array);
    }
  }
  return {};
}

void normalise_bool(std::byte* data, std::uint64_t count) noexcept {
  kernels::active().normalise_bool(data, static_cast<std::size_t>(count));
}

}  // namespace nopy::inline v1::core
