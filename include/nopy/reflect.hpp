// SPDX-License-Identifier: MIT
// Opt-in: plain aggregates are records, with nothing to declare. Counts the members by brace
// initialisation, binds them by structured bindings, and reads their names from the signature of a
// function whose template argument is a member's address (C++20; g++ 12, clang 14 and newer).
//
//   struct particle { float x, y, z; std::uint16_t charge; };
//   nopy::save("cloud.npy", std::vector<particle>(8));    descr [('x', '<f4'), ('y', '<f4'), ...
//
// For at most 24 members, and C arrays of 64 elements in all; std::array has no such limit. What a
// type says of itself (record.hpp) goes first.
#pragma once

#include <nopy/record.hpp>

namespace nopy {
inline namespace v1 {
namespace reflection {

inline constexpr std::size_t most_members = 24;
inline constexpr std::size_t most_initializers = 64;

/// Initialises anything but an array.
struct anything {
  template <class T>
  constexpr operator T() const noexcept;
};

template <std::size_t>
using one_of_many = anything;

// T{before..., {inner...}, after...} and T{before..., after...} of so many anythings.
template <class T, std::size_t... Before>
[[nodiscard]] consteval bool takes(std::index_sequence<Before...>) {
  return requires { T{one_of_many<Before>{}...}; };
}
template <class T, std::size_t... Before, std::size_t... Inner, std::size_t... After>
[[nodiscard]] consteval bool takes(std::index_sequence<Before...>, std::index_sequence<Inner...>,
                                   std::index_sequence<After...>) {
  return requires {
    T{one_of_many<Before>{}..., {one_of_many<Inner>{}...}, one_of_many<After>{}...};
  };
}

/// How many initialisers T takes when a C array takes one for each of its elements.
template <class T, std::size_t N = 0>
[[nodiscard]] consteval std::size_t initializers() {
  if constexpr (N < most_initializers && takes<T>(std::make_index_sequence<N + 1>()))
    return initializers<T, N + 1>();
  else
    return N;
}

/// How many of them the member takes that begins at initialiser `At`: the elements of a C array
/// (then exactly that many fill it, and the rest still fits), else 1.
template <class T, std::size_t All, std::size_t At, std::size_t N = 2>
[[nodiscard]] consteval std::size_t initializers_of_member() {
  if constexpr (At + N > All) {
    return 1;
  } else {
    using before = std::make_index_sequence<At>;
    using inner = std::make_index_sequence<N>;
    if constexpr (takes<T>(before(), inner(), std::make_index_sequence<All - At - N>()) &&
                  !takes<T>(before(), inner(), std::make_index_sequence<All - At - N + 1>()))
      return N;
    else
      return initializers_of_member<T, All, At, N + 1>();
  }
}

template <class T, std::size_t All = initializers<T>(), std::size_t At = 0>
[[nodiscard]] consteval std::size_t member_count() {
  if constexpr (At >= All)
    return 0;
  else
    return 1 + member_count<T, All, At + initializers_of_member<T, All, At>()>();
}

/// Calls `visit` with a reference to every member.
// clang-format off
template <class T, class Visit>
constexpr decltype(auto) visit_members(T& of, Visit&& visit) {
  constexpr std::size_t count = member_count<std::remove_const_t<T>>();
  static_assert(count >= 1 && count <= most_members, "reflect.hpp knows structs of 1 to 24 members: use NOPY_RECORD");
  if constexpr (count == 1) { auto& [a] = of; return visit(a); }
  else if constexpr (count == 2) { auto& [a, b] = of; return visit(a, b); }
  else if constexpr (count == 3) { auto& [a, b, c] = of; return visit(a, b, c); }
  else if constexpr (count == 4) { auto& [a, b, c, d] = of; return visit(a, b, c, d); }
  else if constexpr (count == 5) { auto& [a, b, c, d, e] = of; return visit(a, b, c, d, e); }
  else if constexpr (count == 6) { auto& [a, b, c, d, e, f] = of; return visit(a, b, c, d, e, f); }
  else if constexpr (count == 7) { auto& [a, b, c, d, e, f, g] = of; return visit(a, b, c, d, e, f, g); }
  else if constexpr (count == 8) { auto& [a, b, c, d, e, f, g, h] = of; return visit(a, b, c, d, e, f, g, h); }
  else if constexpr (count == 9) { auto& [a, b, c, d, e, f, g, h, i] = of; return visit(a, b, c, d, e, f, g, h, i); }
  else if constexpr (count == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = of; return visit(a, b, c, d, e, f, g, h, i, j); }
  else if constexpr (count == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = of; return visit(a, b, c, d, e, f, g, h, i, j, k); }
  else if constexpr (count == 12) { auto& [a, b, c, d, e, f, g, h, i, j, k, l] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l); }
  else if constexpr (count == 13) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  else if constexpr (count == 14) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
  else if constexpr (count == 15) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }
  else if constexpr (count == 16) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }
  else if constexpr (count == 17) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q); }
  else if constexpr (count == 18) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r); }
  else if constexpr (count == 19) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s); }
  else if constexpr (count == 20) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t); }
  else if constexpr (count == 21) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u); }
  else if constexpr (count == 22) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v); }
  else if constexpr (count == 23) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w); }
  else if constexpr (count == 24) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = of; return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x); }
}
// clang-format on

/// An object that is never made, whose members have names and addresses.
template <class T>
struct named {
  T object;
  static const named never_made;
};

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
template <std::size_t Index, class First, class... Rest>
[[nodiscard]] constexpr auto pick(First first, Rest... rest) {
  if constexpr (Index == 0)
    return first;
  else
    return pick<Index - 1>(rest...);
}
template <class Member>
struct address {
  const Member* at;
};
template <class T, std::size_t Index>
[[nodiscard]] consteval auto member_address() {
  return visit_members(named<T>::never_made.object, [](const auto&... member) {
    return pick<Index>(address<std::remove_cvref_t<decltype(member)>>{&member}...);
  });
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

template <auto Address>
[[nodiscard]] consteval auto signature() {
  return std::string_view(__PRETTY_FUNCTION__);
}

/// The last identifier of a signature "... Address = address<float>{(& object.point::x)}]".
[[nodiscard]] consteval std::string_view last_identifier(std::string_view text) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  std::size_t end = text.size();
  while (end > 0 && !in_name(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

template <class T, std::size_t Index>
inline constexpr std::string_view member_name =
    last_identifier(signature<member_address<T, Index>()>());

/// A struct of which all can be told from its shape.
template <class T>
concept plain_struct =
    std::is_class_v<T> && std::is_aggregate_v<T> && std::is_standard_layout_v<T> &&
    std::is_trivially_copyable_v<T> && !std::is_empty_v<T> &&
    !has_fields_variable<T> && !has_fields_friend<T>;

}  // namespace reflection

template <reflection::plain_struct T>
struct element_traits<T> {
  static dtype type() noexcept {
    alignas(T) static constexpr std::byte storage[sizeof(T)]{};
    const T& whole = *reinterpret_cast<const T*>(storage);
    return reflection::visit_members(whole, [](const auto&... member) {
      return record_of(std::make_index_sequence<sizeof...(member)>(), storage, member...);
    });
  }

 private:
  template <std::size_t... Index, class... Member>
  static dtype record_of(std::index_sequence<Index...>, const std::byte* start,
                         const Member&... member) noexcept {
    std::array<dtype_field, sizeof...(Member)> list;
    const bool whole = (describe<Index>(list[Index], start, member) && ...);
    if (!whole) return {};
    const auto made = dtype::record(list, sizeof(T));
    return made ? *made : dtype{};
  }
  template <std::size_t Index, class Member>
  static bool describe(dtype_field& to, const std::byte* start, const Member& member) noexcept {
    static_assert(element<std::remove_all_extents_t<Member>>,
                  "a member is no element type: see docs/types.md (text is fixed_bytes<N>)");
    auto made = member_dtype<Member>(false);
    if (!made) return false;
    to.name = reflection::member_name<T, Index>;
    to.type = *std::move(made);
    to.offset = static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(&member) - start);
    return true;
  }
};

}  // namespace v1
}  // namespace nopy
