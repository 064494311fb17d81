// SPDX-License-Identifier: MIT
// Makes conversion plans: walks both dtypes, field by field, and writes down what happens to each
// part. Recursion is bounded by the 32 nested records a dtype can have.
#include "array/conversion_plan.hpp"

#include "array/conversion_rules.hpp"
#include "array/in_place.hpp"
#include "array/type_text.hpp"
#include "dtype/field_finder.hpp"

namespace nopy::inline v1::core {

using kernels::narrowing;

/// Builds the steps of one plan.
class plan_maker {
 public:
  explicit plan_maker(casting casting) noexcept : casting_(casting) {}

  result<conversion_plan> make(const dtype& from, const dtype& to) noexcept {
    plan_.from_ = from;
    plan_.to_ = to;
    plan_.from_bytes_ = from.item_bytes();
    plan_.to_bytes_ = to.item_bytes();
    if (from == to && !from.has_objects()) {
      if (!push(copy_of(from.item_bytes()), {})) return error(errc::out_of_memory);
      return std::move(plan_);
    }
    if (!add(plan_.from_, plan_.to_, {})) return failure();
    return std::move(plan_);
  }

 private:
  /// Where a part lies in both items.
  struct place {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::string_view field{};
  };

  static conversion_step copy_of(std::uint64_t bytes) noexcept {
    return {.action = step_action::copy, .from_count = bytes, .to_count = bytes};
  }

  bool push(conversion_step step, const place& at) noexcept {
    step.from_offset = at.from;
    step.to_offset = at.to;
    step.field = at.field;
    if (plan_.steps_.push_back(step)) return true;
    out_of_memory_ = true;
    return false;
  }
  /// Parts that lie side by side in both items are copied as one.
  bool push_copy(std::uint64_t bytes, const place& at) noexcept {
    if (plan_.steps_.size() > first_mergeable_) {
      conversion_step& last = plan_.steps_.back();
      if (last.action == step_action::copy && last.from_offset + last.from_count == at.from &&
          last.to_offset + last.to_count == at.to) {
        last.from_count += bytes;
        last.to_count += bytes;
        return true;
      }
    }
    return push(copy_of(bytes), at);
  }
  bool push_swap(std::uint32_t unit_bytes, std::uint64_t units, const place& at) noexcept {
    return push({.action = step_action::swap, .unit_bytes = unit_bytes, .units = units}, at);
  }

  bool refuse(const dtype& from, const dtype& to, const place& at) noexcept {
    refused_from_ = &from;
    refused_to_ = &to;
    refused_field_ = at.field;
    return false;
  }

  bool add(const dtype& from, const dtype& to, const place& at) noexcept {
    if (from.kind() == kind::object || to.kind() == kind::object) return refuse(from, to, at);
    if (from.kind() == kind::opaque) return add_opaque(from, to, at);
    if (to.kind() == kind::record || from.kind() == kind::record)
      return from.kind() == to.kind() ? add_record(from, to, at) : refuse(from, to, at);
    if (to.kind() == kind::subarray || from.kind() == kind::subarray)
      return from.kind() == to.kind() ? add_subarray(from, to, at) : refuse(from, to, at);
    if (number_of(from) && number_of(to)) return add_number(from, to, at);
    if (to.kind() == kind::opaque)
      return written_as_opaque(from) && from.item_bytes() == to.item_bytes()
                 ? push_copy(to.item_bytes(), at)
                 : refuse(from, to, at);
    const bool text = from.kind() == kind::bytes || from.kind() == kind::text;
    if (text && (to.kind() == kind::bytes || to.kind() == kind::text))
      return add_text(from, to, at);
    if (from.kind() == to.kind()) return add_time(from, to, at);
    return refuse(from, to, at);
  }

  bool add_opaque(const dtype& from, const dtype& to, const place& at) noexcept {
    if (from.item_bytes() != to.item_bytes()) return refuse(from, to, at);
    if (to.kind() == kind::opaque || is_plain_bytes(from, to))
      return push_copy(to.item_bytes(), at);
    if (!written_as_opaque(to)) return refuse(from, to, at);
    const std::uint32_t units = to.kind() == kind::complex ? 2 : 1;
    const auto unit_bytes = static_cast<std::uint32_t>(to.item_bytes() / units);
    const auto written = from.endian() == endian::none ? endian::little : from.endian();
    if (unit_bytes == 1 || written == to.endian()) return push_copy(to.item_bytes(), at);
    return push_swap(unit_bytes, units, at);
  }

  bool add_record(const dtype& from, const dtype& to, const place& at) noexcept {
    if (casting_ == casting::none && from.fields().size() != to.fields().size())
      return refuse(from, to, at);
    std::uint64_t covered = 0;
    field_finder in_from(from);
    for (const dtype_field& field : to.fields()) {
      const dtype_field* there = in_from.find(field.name);
      if (there == nullptr) {
        missing_ = true;
        refuse(from, to, {.field = field.name});
        return false;
      }
      if (!add(there->type, field.type,
               {at.from + there->offset, at.to + field.offset, field.name}))
        return false;
      covered += field.type.item_bytes();
    }
    if (covered != to.item_bytes()) plan_.zero_first_ = true;
    return true;
  }

  bool add_subarray(const dtype& from, const dtype& to, const place& at) noexcept {
    const auto a = from.extents();
    const auto b = to.extents();
    bool same = a.size() == b.size();
    std::uint64_t count = 1;
    for (std::size_t i = 0; same && i < a.size(); ++i) {
      same = a[i] == b[i];
      count *= a[i];  // at most the item's bytes, unless those are 0
    }
    if (!same) return refuse(from, to, at);
    const std::size_t first = plan_.steps_.size();
    conversion_step loop{.action = step_action::each,
                         .units = count,
                         .from_stride = from.base().item_bytes(),
                         .to_stride = to.base().item_bytes()};
    if (!push(loop, at)) return false;
    const std::size_t mergeable = std::exchange(first_mergeable_, first + 1);
    const bool added = add(from.base(), to.base(), {0, 0, at.field});
    first_mergeable_ = mergeable;
    if (!added) return false;
    if (count == 0 || (from.item_bytes() == 0 && to.item_bytes() == 0)) {
      plan_.steps_.shrink(first);
      return true;
    }
    plan_.steps_[first].end = static_cast<std::uint32_t>(plan_.steps_.size());
    flatten(first);
    return true;
  }
  /// A loop over one step that covers its element needs no loop.
  void flatten(std::size_t first) noexcept {
    if (plan_.steps_.size() != first + 2) return;
    const conversion_step loop = plan_.steps_[first];
    conversion_step one = plan_.steps_[first + 1];
    const bool copies = one.action == step_action::copy && one.from_count == loop.from_stride &&
                        one.to_count == loop.to_stride;
    const std::uint64_t swapped = one.units * one.unit_bytes;
    const bool units = (one.action == step_action::swap && swapped == loop.from_stride &&
                        swapped == loop.to_stride) ||
                       (one.action == step_action::convert &&
                        one.units * kernels::limits_of(one.from).bytes == loop.from_stride &&
                        one.units * kernels::limits_of(one.to).bytes == loop.to_stride);
    if (!copies && !units) return;
    one.units *= loop.units;
    one.from_count *= loop.units;
    one.to_count *= loop.units;
    one.from_offset = loop.from_offset;
    one.to_offset = loop.to_offset;
    plan_.steps_.pop_back();
    plan_.steps_.back() = one;
    if (copies) {
      plan_.steps_.pop_back();
      push_copy(one.from_count, {one.from_offset, one.to_offset, one.field});
    }
  }

  bool add_number(const dtype& from, const dtype& to, const place& at) noexcept {
    const auto [a, b] = numbers_of(from, to);
    const bool from_complex = from.kind() == kind::complex;
    const bool to_complex = to.kind() == kind::complex;
    if (a == b && from_complex == to_complex) return add_same_number(from, to, at);
    auto how = narrowing_for(a, b, casting_);
    // A real is a complex without loss; narrower than that, or the other way, is across kinds.
    const bool free = !from_complex && to_complex && keeps_every_value(a, b);
    if (from_complex != to_complex && !(free && casting_ != casting::none) &&
        casting_ <= casting::same_kind)
      return refuse(from, to, at);
    if (!how) return refuse(from, to, at);
    conversion_step step{.action = step_action::convert,
                         .from_endian = from.endian(),
                         .to_endian = to.endian(),
                         .from = a,
                         .to = b,
                         .narrowing = *how,
                         .units = from_complex && to_complex ? 2u : 1u};
    if (to_complex && !from_complex) plan_.zero_first_ = true;
    if (!push(step, at)) return false;
    if (!from_complex || to_complex || casting_ != casting::checked) return true;
    step.action = step_action::need_zero;
    return push(step, {at.from + from.item_bytes() / 2, at.to, at.field});
  }
  bool add_same_number(const dtype& from, const dtype& to, const place& at) noexcept {
    const bool two = from.kind() == kind::complex;
    auto unit_bytes = static_cast<std::uint32_t>(from.item_bytes() / (two ? 2 : 1));
    std::uint64_t units = two ? 2 : 1;
    if (unit_bytes == 1 || from.endian() == to.endian()) return push_copy(from.item_bytes(), at);
    if (*number_of(from) == kernels::number::double_double) {
      unit_bytes /= 2;
      units *= 2;
    }
    return push_swap(unit_bytes, units, at);
  }

  bool add_text(const dtype& from, const dtype& to, const place& at) noexcept {
    const auto count = [](const dtype& type) {
      return type.kind() == kind::text ? type.item_bytes() / 4 : type.item_bytes();
    };
    const bool same = from.kind() == to.kind();
    const bool shorter = count(to) < count(from);
    if (!same && casting_ <= casting::same_kind) return refuse(from, to, at);
    if (same && casting_ == casting::none && count(to) != count(from)) return refuse(from, to, at);
    if (same && casting_ == casting::safe && shorter) return refuse(from, to, at);
    if (same && count(to) == count(from)) {
      if (from.kind() == kind::bytes || from.endian() == to.endian())
        return push_copy(from.item_bytes(), at);
      return push_swap(4, count(from), at);
    }
    const bool to_text = to.kind() == kind::text;
    const step_action action =
        same ? (to_text ? step_action::resize_text : step_action::resize_bytes)
             : (to_text ? step_action::bytes_to_text : step_action::text_to_bytes);
    const bool checked = casting_ <= casting::checked;
    return push({.action = action,
                 .from_endian = from.endian(),
                 .to_endian = to.endian(),
                 .narrowing = checked ? narrowing::exact : narrowing::truncate,
                 .from_count = count(from),
                 .to_count = count(to)},
                at);
  }

  bool add_time(const dtype& from, const dtype& to, const place& at) noexcept {
    if (from.unit() == to.unit() && from.unit_multiple() == to.unit_multiple())
      return from.endian() == to.endian() ? push_copy(8, at) : push_swap(8, 1, at);
    const std::uint64_t factor = time_factor(from, to);
    if (casting_ == casting::none || factor == 0) return refuse(from, to, at);
    return push({.action = step_action::scale_time,
                 .from_endian = from.endian(),
                 .to_endian = to.endian(),
                 .factor = factor},
                at);
  }

  error failure() const noexcept {
    if (out_of_memory_ || refused_from_ == nullptr) return error(errc::out_of_memory);
    if (missing_) return missing_field();
    const message_text summary([&](bytes::text_sink& sink) {
      if (!refused_field_.empty())
        sink.put("field '").put(bytes::clipped(refused_field_)).put("': ");
      sink.put("element type differs");
    });
    const message_text found([&](bytes::text_sink& sink) { put_type(sink, *refused_from_); });
    const message_text expected([&](bytes::text_sink& sink) {
      put_cpp_type(sink, *refused_to_, spelled_for::load);
      sink.put(", ");
      put_type(sink, *refused_to_);
    });
    const message_text hint([&](bytes::text_sink& sink) { put_hint(sink); });
    return error({.code = errc::type_mismatch,
                  .summary = summary,
                  .found = found,
                  .expected = expected,
                  .hint = hint});
  }

  error missing_field() const noexcept {
    const message_text summary([&](bytes::text_sink& sink) {
      sink.put("field '").put(bytes::clipped(refused_field_)).put("' is not in the file");
    });
    const message_text found([&](bytes::text_sink& sink) {
      sink.put("fields");
      std::size_t shown = 0;
      for (const dtype_field& field : refused_from_->fields()) {
        if (++shown > 8) break;
        sink.put(shown == 1 ? " " : ", ").put(bytes::clipped(field.name));
      }
      if (refused_from_->fields().size() > 8) sink.put(", ...");
    });
    return error({.code = errc::type_mismatch,
                  .summary = summary,
                  .found = found,
                  .hint = "a struct may leave fields out, but can not have fields of its own"});
  }

  /// What would convert; or, where nothing does, what reads it as it is.
  void put_hint(bytes::text_sink& sink) const noexcept {
    constexpr struct {
      nopy::casting casting;
      std::string_view hint;
    } wider[] = {
        {casting::safe, ".casting = nopy::casting::safe converts without loss"},
        {casting::same_kind,
         ".casting = nopy::casting::same_kind rounds floats and checks integers"},
        {casting::checked, ".casting = nopy::casting::checked converts, every value checked"},
    };
    for (const auto& row : wider) {
      if (row.casting <= casting_) continue;
      plan_maker trial(row.casting);
      if (!trial.make(*refused_from_, *refused_to_)) continue;
      sink.put(row.hint).put("; ");
      break;
    }
    if (refused_from_->kind() == kind::object) {
      sink.put("the elements are Python objects: nopy::decode_objects reads them as data");
    } else if (refused_from_->kind() == kind::record) {
      sink.put("ask for a struct with these fields, or load() for the type of the file");
    } else {
      put_call(sink, spelled_for::load, *refused_from_, any_rank);
      sink.put("() takes the type of the file");
    }
  }

  casting casting_;
  conversion_plan plan_;
  std::size_t first_mergeable_ = 0;
  bool out_of_memory_ = false;
  bool missing_ = false;
  const dtype* refused_from_ = nullptr;
  const dtype* refused_to_ = nullptr;
  std::string_view refused_field_{};
};

result<conversion_plan> conversion_plan::make(const dtype& from, const dtype& to,
                                              casting casting) noexcept {
  return plan_maker(casting).make(from, to);
}

bool conversion_plan::is_copy() const noexcept {
  return !zero_first_ && from_bytes_ == to_bytes_ && steps_.size() == 1 &&
         steps_[0].action == step_action::copy && steps_[0].from_count == from_bytes_;
}

bool conversion_plan::is_swap_only() const noexcept {
  return !zero_first_ && from_bytes_ == to_bytes_ && steps_.size() == 1 &&
         steps_[0].action == step_action::swap &&
         steps_[0].units * steps_[0].unit_bytes == from_bytes_;
}

}  // namespace nopy::inline v1::core
