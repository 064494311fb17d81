// SPDX-License-Identifier: MIT
// Work that stops where bytes are missing: a coroutine that gives a result<T>. A task starts when
// it is awaited; what it awaits in turn runs at once, and only a read leaves the caller of
// `job::step` waiting. Invariant: a task that ends wakes its awaiter through `wake`, never by a
// nested call, so the stack stays as deep as tasks are nested, however often they loop.
#pragma once

#include <nopy/error.hpp>

#include <coroutine>
#include <memory>

namespace nopy::engine {

/// What runs next once the running coroutine stops. One job steps at a time.
inline std::coroutine_handle<> wake{};

template <class T>
class NOPY_ONE_WORD task {
 public:
  struct promise_type {
    result<T> value = not_yet();        // until the coroutine returns
    std::coroutine_handle<> awaiter{};  // set once it waits

    static task get_return_object_on_allocation_failure() noexcept { return task(nullptr); }
    task get_return_object() noexcept {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    auto final_suspend() const noexcept {
      struct waking {
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<promise_type> ended) const noexcept {
          if (ended.promise().awaiter) wake = ended.promise().awaiter;
        }
        void await_resume() const noexcept {}
      };
      return waking{};
    }
    void return_value(result<T> made) noexcept { std::construct_at(&value, std::move(made)); }
    void unhandled_exception() const noexcept {}
  };

  task() noexcept = default;
  task(task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~task() {
    if (handle_) end(handle_);
  }

  bool await_ready() const noexcept { return !handle_; }
  bool await_suspend(std::coroutine_handle<> awaiter) noexcept {
    handle_.resume();
    if (handle_.done()) return false;
    handle_.promise().awaiter = awaiter;
    return true;
  }
  result<T> await_resume() noexcept {
    if (!handle_) return error(errc::out_of_memory);
    return std::move(handle_.promise().value);
  }

 private:
  /// What stands in a result before there is one; it owns nothing.
  static result<T> not_yet() noexcept {
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return error(errc::out_of_memory);
  }
  explicit task(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}
  /// Not inlined: where clang 14 sees both ends of a frame it puts it into its caller's, and frees it all the same.
  [[gnu::noinline]] static void end(std::coroutine_handle<> handle) noexcept { handle.destroy(); }
  std::coroutine_handle<promise_type> handle_{};
};

}  // namespace nopy::engine
