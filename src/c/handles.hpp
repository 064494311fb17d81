// SPDX-License-Identifier: MIT
// What stands behind the handles of nopy.h, and the two rules of every call there: no exception gets
// out, and a handle is known by its tag before anything else of it is touched.
#pragma once

#include <nopy/nopy.h>
#include <nopy/file.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include "os/file.hpp"

#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace nopy::inline v1::c {

/// The first word of a handle. A pointer to something else has another one there.
enum class tag : std::uint32_t { file = 0x4e504631, array = 0x4e504131, writer = 0x4e505731 };

/// What a nopy_header points into. The public struct comes first: its address is the whole's.
struct header_text {
  nopy_header shown{};
  bool given_out = false;  // by itself: who has it gives it back; an array's goes with the array
  std::string descr;
  std::string words;
  std::vector<std::uint64_t> shape;
  std::vector<nopy_finding> findings;

  header_text() = default;
  header_text(const header_text&) = delete;
  header_text& operator=(const header_text&) = delete;
  ~header_text();
};

/// Fills `into` with what `from` says. Throws std::bad_alloc.
void describe(const header& from, bool mappable, header_text& into);

/// The public form of an error; never null. Where memory runs out it says only that.
[[nodiscard]] nopy_error* make_error(const error& what) noexcept;
/// Hands an error out, and says -1.
int fail(nopy_error** out, const error& what) noexcept;
int fail_usage(nopy_error** out, std::string_view summary, std::string_view hint = {}) noexcept;

/// Runs `body`, which returns a result<void>; what it throws (no more than memory running out) becomes
/// an error as well.
template <class Body>
int guarded(nopy_error** out, Body&& body) noexcept {
  if (out != nullptr) *out = nullptr;
  try {
    const result<void> done = body();
    return done ? 0 : fail(out, done.error());
  } catch (...) {
    return fail(out, error(errc::out_of_memory));
  }
}

[[nodiscard]] error null_argument(std::string_view name) noexcept;
[[nodiscard]] error wrong_handle(std::string_view wanted) noexcept;

/// The order a number of the caller's means. Errors: usage.
[[nodiscard]] result<order> order_of(nopy_order asked, order otherwise) noexcept;

/// What a request (null: none) says of conversions. Errors: usage.
[[nodiscard]] result<casting> casting_of(const nopy_request* asked) noexcept;

/// A view of the caller's elements. Errors: usage, and those of `dtype::parse`.
[[nodiscard]] result<any_view> view_of(const nopy_view* view) noexcept;

/// Whether a handle is there and of that kind.
template <class Handle>
[[nodiscard]] bool usable(const Handle* handle) noexcept {
  return handle != nullptr && handle->kind == Handle::own_kind;
}
template <class Handle>
[[nodiscard]] result<void> check_handle(const Handle* handle) noexcept {
  if (handle == nullptr) return null_argument(Handle::name);
  return usable(handle) ? result<void>() : result<void>(wrong_handle(Handle::name));
}

/// Gives a handle back; another kind is left alone.
template <class Handle>
void give_back(Handle** handle) noexcept {
  if (handle == nullptr || !usable(*handle)) return;
  delete *handle;
  *handle = nullptr;
}

/// How an array is reached: through the file that was opened, or, to be written to, by its name once more.
enum class reach : unsigned char { opened, by_name };

/// An array that is there, before anything of it is read.
struct found_array {
  source from;
  header head;
};

}  // namespace nopy::inline v1::c

/// An open file. A .npy is held by its descriptor, so that every call reads the file that was opened.
struct nopy_file {
  static constexpr auto own_kind = nopy::c::tag::file;
  static constexpr std::string_view name = "nopy_file";

  nopy::c::tag kind = own_kind;
  std::string path;  // empty: bytes in memory
  nopy::os::file descriptor;
  std::span<const std::byte> bytes{};
  nopy::load_options options{};
  nopy::npz_reader* archive = nullptr;
  std::string keys;  // of the members, each with a NUL behind it
  std::vector<std::size_t> key_offsets;

  nopy_file() = default;
  nopy_file(const nopy_file&) = delete;
  nopy_file& operator=(const nopy_file&) = delete;
  ~nopy_file() { delete archive; }

  [[nodiscard]] bool in_memory() const noexcept { return path.empty(); }
  /// Errors: usage, no such index.
  [[nodiscard]] nopy::result<nopy::source> source_of(std::size_t index) const noexcept;
  /// The same with the array's header. Errors: usage, and what reading it gives, as of this file.
  [[nodiscard]] nopy::result<nopy::c::found_array> find(
      std::size_t index, nopy::c::reach how = nopy::c::reach::opened) const noexcept;
  /// An error of such a source, as one of this file.
  [[nodiscard]] nopy::error named(const nopy::error& what) const noexcept;
  /// The array opened for windows; what was opened before is kept, up to `most_windows` of them.
  [[nodiscard]] nopy::result<nopy::npy_file> windows_of(std::size_t index,
                                                        nopy::casting casting) const;

 private:
  static constexpr std::size_t most_windows = 64;
  struct window {
    std::size_t index;
    nopy::casting casting;
    nopy::npy_file open;
  };
  mutable std::mutex mutex_;
  mutable std::deque<window> windows_;
};

struct nopy_array {
  static constexpr auto own_kind = nopy::c::tag::array;
  static constexpr std::string_view name = "nopy_array";

  nopy::c::tag kind = own_kind;
  bool writable = false;
  nopy::memory memory;
  nopy::c::header_text text;
};

struct nopy_writer {
  static constexpr auto own_kind = nopy::c::tag::writer;
  static constexpr std::string_view name = "nopy_writer";

  explicit nopy_writer(nopy::npz_writer made) noexcept : out(std::move(made)) {}
  nopy::c::tag kind = own_kind;
  nopy::npz_writer out;
};
