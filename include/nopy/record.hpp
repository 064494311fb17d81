// SPDX-License-Identifier: MIT
// C++ structs as records. Owns the four ways of saying a struct's fields; the first that is there
// is used:
//
//   template <> inline constexpr auto nopy::fields<T> = nopy::record<T>(nopy::field("x", &T::x));
//   NOPY_RECORD(lidar::particle, x, y, z);    the same, with the members' own names
//   friend constexpr auto nopy_fields(nopy::type<T>) { return nopy::record<T>(...); }    in T
//   #include <nopy/reflect.hpp>               plain aggregates: nothing to say
//
// Fields are matched by name and checked by type; a map also checks offsets and the item's size.
#pragma once

#include <nopy/element.hpp>

namespace nopy {
inline namespace v1 {

/// A tag for `nopy_fields`.
template <class T>
struct type {};

/// One field of a record: its name in the file, and the member that holds it.
template <class Class, class Member>
struct member_field {
  std::string_view name;
  Member Class::*member;
  bool is_text = false;
};

/// Names a field.
template <class Class, class Member>
[[nodiscard]] consteval member_field<Class, Member> field(std::string_view name,
                                                          Member Class::*member) {
  static_assert(
      !std::is_same_v<std::remove_extent_t<Member>, char> || !std::is_array_v<Member>,
      "a char array is text or numbers? say nopy::text(name, member), or use std::int8_t");
  return {name, member};
}
/// Names a field whose char array is the text of an 'S' field.
template <class Class, std::size_t N>
[[nodiscard]] consteval member_field<Class, char[N]> text(std::string_view name,
                                                          char (Class::*member)[N]) {
  return {name, member, true};
}

/// All fields of T: `each(visit)` calls `visit` with every one. A closure, because `<tuple>` costs
/// its users 1 500 lines.
template <class T, class Each>
struct member_fields {
  std::size_t count;
  Each each;
};
/// All fields of a record, in any order.
template <class T, class... Members>
[[nodiscard]] constexpr auto record(member_field<T, Members>... fields) {
  const auto each = [fields...](auto&& visit) { (visit(fields), ...); };
  return member_fields<T, std::remove_const_t<decltype(each)>>{sizeof...(fields), each};
}

/// "Nobody said the fields of this type here."
struct not_a_record {};
/// Specialise for types one does not own.
template <class T>
inline constexpr auto fields = not_a_record{};

template <class T>
concept has_fields_variable = !std::same_as<std::remove_cv_t<decltype(fields<T>)>, not_a_record>;
template <class T>
concept has_fields_friend = requires {
  nopy_fields(type<T>{});
};

/// T is a struct whose fields were said.
template <class T>
concept record_type = std::is_class_v<T> && std::is_standard_layout_v<T> &&
    std::is_trivially_copyable_v<T> &&(has_fields_variable<T> || has_fields_friend<T>);

/// The dtype of a member of a struct; C arrays are subarrays.
template <class Member>
[[nodiscard]] result<dtype> member_dtype(bool is_text) noexcept {
  if constexpr (std::is_array_v<Member>) {
    using Item = std::remove_all_extents_t<Member>;
    if constexpr (std::same_as<Item, char>) {
      if (is_text) return dtype::bytes(static_cast<std::uint32_t>(std::extent_v<Member>));
      return dtype::subarray(dtype::number(kind::signed_int, 1), {std::extent_v<Member>});
    } else if constexpr (std::rank_v<Member> == 1) {
      return dtype::subarray(dtype_of<Item>(), {std::extent_v<Member, 0>});
    } else if constexpr (std::rank_v<Member> == 2) {
      return dtype::subarray(dtype_of<Item>(),
                             {std::extent_v<Member, 0>, std::extent_v<Member, 1>});
    } else {
      static_assert(std::rank_v<Member> == 3, "array members have at most three extents");
      return dtype::subarray(dtype_of<Item>(), {std::extent_v<Member, 0>, std::extent_v<Member, 1>,
                                                std::extent_v<Member, 2>});
    }
  } else {
    return dtype_of<Member>();
  }
}

template <class T, std::size_t N>
struct element_traits<std::array<T, N>> {
  static dtype type() noexcept {
    const auto made = dtype::subarray(dtype_of<T>(), {N});
    return made ? *made : dtype{};
  }
};

template <record_type T>
struct element_traits<T> {
  static dtype type() noexcept {
    constexpr auto described = [] {
      if constexpr (has_fields_variable<T>)
        return fields<T>;
      else
        return nopy_fields(nopy::type<T>{});
    }();
    std::array<dtype_field, described.count> list;
    bool whole = true;
    std::size_t filled = 0;
    described.each([&](const auto& one) { whole = describe(one, list[filled++]) && whole; });
    if (!whole) return {};
    sort_by_offset(list);
    const auto made = dtype::record(list, sizeof(T));
    return made ? *made : dtype{};
  }

 private:
  template <class Member>
  static bool describe(const member_field<T, Member>& from, dtype_field& to) noexcept {
    alignas(T) static constexpr std::byte storage[sizeof(T)]{};
    auto made = member_dtype<Member>(from.is_text);
    if (!made) return false;
    const T* whole = reinterpret_cast<const T*>(storage);
    const auto* part = reinterpret_cast<const std::byte*>(&(whole->*from.member));
    to.name = from.name;
    to.type = *std::move(made);
    to.offset = static_cast<std::uint64_t>(part - storage);
    return true;
  }
  static void sort_by_offset(std::span<dtype_field> list) noexcept {
    for (std::size_t i = 1; i < list.size(); ++i)
      for (std::size_t j = i; j > 0 && list[j].offset < list[j - 1].offset; --j)
        std::swap(list[j], list[j - 1]);
  }
};

}  // namespace v1
}  // namespace nopy

// NOPY_RECORD(particle, x, y, z) at namespace scope, outside every namespace: up to 32 members.
#define NOPY_RECORD(TYPE, ...)               \
  template <>                                \
  inline constexpr auto nopy::fields<TYPE> = \
      nopy::record<TYPE>(NOPY_RECORD_EACH(TYPE, __VA_ARGS__))
#define NOPY_RECORD_ONE(TYPE, NAME) nopy::field(#NAME, &TYPE::NAME)
#define NOPY_RECORD_PARENS ()
#define NOPY_RECORD_EXPAND(...) \
  NOPY_RECORD_EXPAND2(NOPY_RECORD_EXPAND2(NOPY_RECORD_EXPAND2(__VA_ARGS__)))
#define NOPY_RECORD_EXPAND2(...) \
  NOPY_RECORD_EXPAND1(NOPY_RECORD_EXPAND1(NOPY_RECORD_EXPAND1(__VA_ARGS__)))
#define NOPY_RECORD_EXPAND1(...) \
  NOPY_RECORD_EXPAND0(NOPY_RECORD_EXPAND0(NOPY_RECORD_EXPAND0(__VA_ARGS__)))
#define NOPY_RECORD_EXPAND0(...) __VA_ARGS__
#define NOPY_RECORD_EACH(TYPE, ...) NOPY_RECORD_EXPAND(NOPY_RECORD_STEP(TYPE, __VA_ARGS__))
#define NOPY_RECORD_STEP(TYPE, NAME, ...) \
  NOPY_RECORD_ONE(TYPE, NAME) __VA_OPT__(, NOPY_RECORD_AGAIN NOPY_RECORD_PARENS(TYPE, __VA_ARGS__))
#define NOPY_RECORD_AGAIN() NOPY_RECORD_STEP
