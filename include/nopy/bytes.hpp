// SPDX-License-Identifier: MIT
// Byte ranges, sizes with a unit, and the two callable types of the API. Owns the rule that a
// callback stored in options owns its state, while one passed to a running function is only
// borrowed.
#pragma once

#include <nopy/version.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace nopy {
inline namespace v1 {

/// `count` bytes from byte `offset` on.
struct byte_range {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  friend bool operator==(const byte_range&, const byte_range&) = default;
};

namespace literals {
/// 256_MiB: a size that can not overflow silently, as `256 << 20` in an int can. (Not consteval: in a
/// template clang 14 leaves the call for the linker.)
constexpr std::uint64_t operator""_KiB(unsigned long long n) noexcept { return n << 10; }
/// Bytes of so many times 2^20.
constexpr std::uint64_t operator""_MiB(unsigned long long n) noexcept { return n << 20; }
/// Bytes of so many times 2^30.
constexpr std::uint64_t operator""_GiB(unsigned long long n) noexcept { return n << 30; }
}  // namespace literals

template <class Signature>
class function_ref;

/// A borrowed callable: two pointers, valid while the call it is passed to runs.
template <class Result, class... Args>
class function_ref<Result(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> &&
           std::is_invocable_r_v<Result, F&, Args...>) function_ref(F&& f)
  noexcept
      : self_(const_cast<void*>(reinterpret_cast<const void*>(&f))),  // also of a function
        call_([](void* self, Args... args) -> Result {
          return static_cast<Result>(  // void, too, of a callable that returns something
              (*reinterpret_cast<std::add_pointer_t<F>>(self))(std::forward<Args>(args)...));
        }) {}

  Result operator()(Args... args) const { return call_(self_, std::forward<Args>(args)...); }

 private:
  void* self_;
  Result (*call_)(void*, Args...);
};

template <class Signature>
class callback;

/// An owning callable, empty by default. Copies share one state, so a stored options struct never
/// dangles. Where memory for the state runs out it stays empty.
template <class Result, class... Args>
class callback<Result(Args...)> {
 public:
  callback() noexcept = default;
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, callback> &&
           std::is_invocable_r_v<Result, std::decay_t<F>&, Args...>) callback(F&& f)
      : state_(new (std::nothrow) holder<std::decay_t<F>>(std::forward<F>(f))) {}
  callback(const callback& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) __atomic_fetch_add(&state_->owners, 1, __ATOMIC_RELAXED);
  }
  callback(callback&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  callback& operator=(callback other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~callback() {
    if (state_ != nullptr && __atomic_sub_fetch(&state_->owners, 1, __ATOMIC_ACQ_REL) == 0)
      state_->destroy(state_);
  }

  explicit operator bool() const noexcept { return state_ != nullptr; }
  Result operator()(Args... args) const {
    return state_->call(state_, std::forward<Args>(args)...);
  }

 private:
  struct state {
    Result (*call)(state*, Args...);
    void (*destroy)(state*);
    std::size_t owners = 1;
  };
  template <class F>
  struct holder : state {
    explicit holder(F made)
        : state{[](state* self, Args... args) -> Result {
                  return Result(static_cast<holder*>(self)->f(std::forward<Args>(args)...));
                },
                [](state* self) { delete static_cast<holder*>(self); }},
          f(std::move(made)) {}
    F f;
  };
  state* state_ = nullptr;
};

}  // namespace v1
}  // namespace nopy
