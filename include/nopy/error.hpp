// SPDX-License-Identifier: MIT
// What can go wrong, as values. One vocabulary of kinds for the library, the tool and the viewer;
// each kind has a page docs/errors/<id>.md. An error says what happened to which subject, where,
// what was found, what was expected and what to do about it.
#pragma once

#include <nopy/version.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace nopy {
inline namespace v1 {

/// The kinds of errors and findings. Kinds are API: they only grow, none changes its meaning.
enum class errc : std::uint16_t {
  // Files.
  io,                ///< the operating system refused; `error::system_code()` is its errno
  not_regular,       ///< a directory, FIFO, socket or device
  bad_magic,         ///< neither .npy nor .npz; the message names what it looks like
  bad_version,       ///< an .npy version other than 1.0, 2.0 and 3.0
  header_truncated,  ///< the file ends inside the preamble or the header
  header_too_large,  ///< the header is longer than the limit in force
  header_encoding,   ///< a version 3.0 header that is not UTF-8
  header_syntax,     ///< the header is not the dictionary literal expected
  header_keys,       ///< a key is missing, unknown, or given twice
  header_value,      ///< shape or fortran_order of the wrong type or range
  bad_dtype,         ///< descr is no dtype that this format can hold
  object_dtype,      ///< the elements are Python objects (a pickle, which is never executed)
  too_large,         ///< shape x item size does not fit, or is over the limit in force
  data_truncated,    ///< fewer data bytes than the header promises
  zip_no_directory,  ///< no end of central directory record
  zip_ambiguous,     ///< two readings of the archive are possible
  zip_corrupt,       ///< a directory, record or offset that can not be
  zip_mismatch,      ///< central directory and local header disagree
  zip_overlap,       ///< members overlap each other or the directory
  zip_multidisk,     ///< a split archive
  zip_encrypted,     ///< an encrypted member
  zip_method,        ///< a compression method that this build does not read
  zip_size,          ///< sizes contradict each other or the data
  zip_crc,           ///< the checksum does not match
  zip_inflate,       ///< the compressed stream is invalid
  zip_duplicate,     ///< two members that one key can mean
  zip_name,          ///< a member name that is not usable
  unsafe_name,       ///< extraction refused: the name would leave the folder or is not portable
  limit,             ///< a limit that the caller set was reached
  http_network,      ///< no answer came: no such host, no connection, a time-out
  http_status,       ///< the server answered with a status that is no file
  http_no_ranges,    ///< the server gives whole files only
  http_answer,       ///< an answer that is not what was asked for, or none that can be trusted
  // Requests.
  type_mismatch,   ///< the elements have another type than the one asked for
  rank_mismatch,   ///< the array has another number of dimensions
  shape_mismatch,  ///< an extent differs
  order_mismatch,  ///< the memory order (C or Fortran) differs
  out_of_range,    ///< an index is outside the array, or a value does not fit the type asked for
  unaligned,       ///< the data does not lie at a multiple of the type's alignment
  compressed,      ///< a deflated member can not be mapped
  not_found,       ///< no member of that name
  changed,         ///< the file changed since it was opened
  exists,          ///< the target exists and may not be replaced
  cancelled,       ///< a progress callback said stop
  out_of_memory,   ///< an allocation failed (not `limit`: the cures differ)
  usage,           ///< a request that makes no sense
  no_room,         ///< the header has no room to grow in place
  // Warnings and notes only.
  trailing_bytes,     ///< bytes behind the array
  odd_spelling,       ///< a header that NumPy reads but never writes
  extension_dtype,    ///< a dtype of ml_dtypes
  python2_long,       ///< an integer with Python 2's suffix L
  not_npy,            ///< a member named .npy that holds something else
  bool_value,         ///< a bool byte other than 0 and 1
  metadata,           ///< dtype metadata, which was ignored
  long_double_guess,  ///< which long double the file holds was told from its values
  zip_index_stale,    ///< a chunk table that does not fit its member was not used
};

/// The stable identifier of a kind, as in "header_syntax". Cost: a table look-up.
[[nodiscard]] NOPY_API std::string_view id(errc code) noexcept;

/// How much a finding weighs.
enum class severity : std::uint8_t { note, warning, error };

/// "There is no byte to point at."
inline constexpr std::uint64_t no_offset = UINT64_MAX;

/// What an error is made from. Text is copied; an empty part is left out of the message.
struct error_parts {
  errc code = errc::usage;
  std::uint64_t offset = no_offset;  ///< bytes from the start of the subject
  std::string_view subject{};        ///< the file, or "archive!member"
  std::string_view summary{};        ///< what happened, as a clause without a full stop
  std::string_view found{};          ///< what is there
  std::string_view expected{};       ///< what should be there
  std::string_view hint{};           ///< what to do about it
  int system_code = 0;               ///< errno, for `io`
};

template <class T>
class result;

/// One error: 8 bytes, shared and immutable. Creating one never throws; when memory for its text
/// runs out it keeps its kind and loses the text.
class NOPY_ONE_WORD NOPY_API error {
 public:
  explicit error(const error_parts& parts) noexcept : detail_(made(parts)) {}
  explicit error(errc code, std::string_view summary = {}) noexcept
      : detail_(made(code, summary.data(), summary.size())) {}
  error(const error& other) noexcept : detail_(share(other.detail_)) {}
  error(error&& other) noexcept : detail_(std::exchange(other.detail_, nullptr)) {}
  error& operator=(error other) noexcept {
    std::swap(detail_, other.detail_);
    return *this;
  }
  ~error() {
    if (detail_ != nullptr) give_back(detail_);
  }

  [[nodiscard]] errc code() const noexcept { return parts().code; }
  /// The stable identifier, as in "type_mismatch".
  [[nodiscard]] std::string_view id() const noexcept { return nopy::id(code()); }
  /// Bytes from the start of the subject, or `no_offset`.
  [[nodiscard]] std::uint64_t offset() const noexcept { return parts().offset; }
  [[nodiscard]] std::string_view hint() const noexcept { return parts().hint; }
  [[nodiscard]] int system_code() const noexcept { return parts().system_code; }
  /// Everything at once; the text lives as long as this error.
  [[nodiscard]] const error_parts& parts() const noexcept;

  /// The whole message, several lines: subject (control characters as escapes) and summary, found,
  /// expected, offset, hint, and the kind in brackets.
  [[nodiscard]] std::string message() const {
    std::string out(write_message(nullptr), '\0');
    write_message(out.data());
    return out;
  }
  /// Writes the message to `out` (or counts only, where null); returns its bytes.
  std::size_t write_message(char* out) const noexcept;

  /// The same error about `subject`. A subject that is set already stays behind it: "run.npz" +
  /// "a.npy" reads "run.npz!a.npy".
  [[nodiscard]] error about(std::string_view subject) const noexcept;

 private:
  template <class T>
  friend class result;
  struct detail;
  error() noexcept = default;  // none: only result<void> holds it
  static detail* made(const error_parts& parts) noexcept;
  static detail* made(errc code, const char* summary, std::size_t bytes) noexcept;
  static detail* share(detail* of) noexcept;
  static void give_back(detail* of) noexcept;

  detail* detail_ = nullptr;
};

/// One deviation that a reader noticed and went on: never silent, never fatal under
/// `policy::tolerant`.
struct finding {
  nopy::severity severity;
  nopy::error what;

  [[nodiscard]] errc code() const noexcept { return what.code(); }
  [[nodiscard]] std::uint64_t offset() const noexcept { return what.offset(); }
  [[nodiscard]] std::string message() const { return what.message(); }
};

#if NOPY_EXCEPTIONS
/// What the short verbs throw. `what()` is the error's message.
class NOPY_API exception : public std::exception {
 public:
  explicit exception(nopy::error e) : error_(std::move(e)), what_(error_.message()) {}
  [[nodiscard]] const nopy::error& error() const noexcept { return error_; }
  [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

 private:
  nopy::error error_;
  std::string what_;
};
#endif

/// A value or an error, in the vocabulary of std::expected. An own type, because an alias that
/// changes with the language version would break the one-definition rule between two translation
/// units.
template <class T>
class [[nodiscard]] result {
 public:
  using value_type = T;

  result(T&& value) noexcept(std::is_nothrow_move_constructible_v<T>)
      : value_(std::move(value)), has_value_(true) {}
  result(const T& value) : value_(value), has_value_(true) {}
  result(nopy::error e) noexcept : error_(std::move(e)), has_value_(false) {}
  result(const result& other) : has_value_(other.has_value_) {
    if (has_value_)
      ::new (static_cast<void*>(&value_)) T(other.value_);
    else
      ::new (static_cast<void*>(&error_)) nopy::error(other.error_);
  }
  result(result&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
      : has_value_(other.has_value_) {
    if (has_value_)
      ::new (static_cast<void*>(&value_)) T(std::move(other.value_));
    else
      ::new (static_cast<void*>(&error_)) nopy::error(std::move(other.error_));
  }
  result& operator=(result other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    this->~result();
    return *::new (static_cast<void*>(this)) result(std::move(other));
  }
  ~result() {
    if (has_value_)
      value_.~T();
    else
      error_.~error();
  }

  [[nodiscard]] bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }
  /// The value; undefined where there is none, as for std::expected.
  T& operator*() & noexcept { return value_; }
  const T& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }
  T* operator->() noexcept { return &value_; }
  const T* operator->() const noexcept { return &value_; }
  /// The error; undefined where there is a value.
  [[nodiscard]] const nopy::error& error() const& noexcept { return error_; }
  [[nodiscard]] nopy::error&& error() && noexcept { return std::move(error_); }
  template <class U>
  [[nodiscard]] T value_or(U&& other) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(other));
  }
#if NOPY_EXCEPTIONS
  /// The value, or throws `nopy::exception`.
  T& value() & { return check(), value_; }
  const T& value() const& { return check(), value_; }
  T&& value() && { return check(), std::move(value_); }

 private:
  void check() const { has_value_ ? void() : throw exception(error_); }
#else
 private:
#endif
  union {
    T value_;
    nopy::error error_;
  };
  bool has_value_;
};

/// Success, or an error.
template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;

  result() noexcept = default;
  result(nopy::error e) noexcept : error_(std::move(e)) {}
  // Moving is copying: a failure that was moved from must not turn into success.
  result(const result&) noexcept = default;
  result& operator=(const result&) noexcept = default;

  [[nodiscard]] bool has_value() const noexcept { return error_.detail_ == nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] const nopy::error& error() const& noexcept { return error_; }
#if NOPY_EXCEPTIONS
  void value() const { has_value() ? void() : throw exception(error_); }
#endif

 private:
  nopy::error error_;
};

}  // namespace v1
}  // namespace nopy
