// SPDX-License-Identifier: MIT
// Integers of any length as text, and decimal floats, rounded to nearest even. Exact by plain
// multi-word arithmetic: pickles of protocol 0 are small and rare, so simple is better than fast.
#include "object/numbers.hpp"

#include "bytes/endian.hpp"
#include "bytes/slice.hpp"

#include <bit>
#include <limits>

namespace nopy::object {
namespace {

using limbs = bytes::growing<std::uint32_t>;

/// Room for 19 digits times or divided by 10^400, so that no float fails for lack of memory.
class float_limbs {
 public:
  static constexpr std::size_t most = 48;

  void push_back(std::uint32_t limb) noexcept { limbs_[size_++] = limb; }
  void pop_back() noexcept { --size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint32_t& operator[](std::size_t i) noexcept { return limbs_[i]; }
  [[nodiscard]] std::uint32_t back() const noexcept { return limbs_[size_ - 1]; }

 private:
  std::uint32_t limbs_[most];
  std::size_t size_ = 0;
};

/// Divides in place, drops leading zero words, returns the remainder.
template <class Limbs>
std::uint32_t divide(Limbs& number, std::uint32_t by) noexcept {
  std::uint64_t rest = 0;
  for (std::size_t i = number.size(); i-- > 0;) {
    const std::uint64_t part = rest << 32 | number[i];
    number[i] = static_cast<std::uint32_t>(part / by);
    rest = part % by;
  }
  while (!number.empty() && number.back() == 0) number.pop_back();
  return static_cast<std::uint32_t>(rest);
}

void multiply(float_limbs& number, std::uint32_t by) noexcept {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    carry += std::uint64_t{number[i]} * by;
    number[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) number.push_back(static_cast<std::uint32_t>(carry));
}

/// The magnitude of a two's complement integer.
bool magnitude(std::span<const std::byte> bytes, bool negative, limbs& out) noexcept {
  std::uint64_t carry = negative ? 1 : 0;
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::uint32_t limb = negative ? UINT32_MAX : 0;
    for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
      limb &= ~(std::uint32_t{0xFF} << (8 * i));
      limb |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    }
    carry += negative ? ~limb : limb;
    if (!out.push_back(static_cast<std::uint32_t>(carry))) return false;
    carry >>= 32;
  }
  // Nothing is carried out of the last word: only of 0, which is not negative.
  while (!out.empty() && out.back() == 0) out.pop_back();
  return true;
}

void reverse(char* first, char* last) noexcept {
  while (first < last) std::swap(*first++, *--last);
}

/// m * 2^exponent, where bits below m were lost if `sticky`; `m` has its top bit set.
double round_to_double(std::uint64_t m, std::int64_t exponent, bool sticky) noexcept {
  const std::int64_t top = exponent + 63;  // the power of two of the top bit
  if (top > 1023) return std::numeric_limits<double>::infinity();
  const std::int64_t kept = top >= -1022 ? 53 : 53 - (-1022 - top);
  if (kept < 0) return 0.0;
  std::uint64_t bits = kept == 0 ? 0 : m >> (64 - kept);
  const std::uint64_t below = kept == 0 ? m : m << kept;
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  if (below > half || (below == half && (sticky || (bits & 1) != 0))) ++bits;
  if (top < -1022) return std::bit_cast<double>(bits);  // a carry makes the least normal by itself
  const std::uint64_t biased = static_cast<std::uint64_t>(top + 1022);  // the hidden bit adds one
  return std::bit_cast<double>((biased << 52) + bits);
}

/// `digits` * 10^power.
double scale(std::uint64_t digits, std::int64_t power, bool sticky) noexcept {
  constexpr std::int64_t most_power = 400;
  constexpr std::int64_t most_words = (64 + (most_power * 3402) / 1024) / 32 + 1;
  static_assert(most_words + 2 <= std::int64_t{float_limbs::most});
  if (digits == 0 || power < -most_power) return 0.0;
  if (power > most_power) return std::numeric_limits<double>::infinity();
  float_limbs number;
  std::int64_t exponent = 0;
  if (power < 0) {  // room for the quotient: 2^64 * 10^-power, in whole words
    const std::int64_t words = (64 + (-power * 3402) / 1024) / 32 + 1;
    for (std::int64_t i = 0; i < words; ++i) number.push_back(0);
    exponent = -32 * words;
  }
  number.push_back(static_cast<std::uint32_t>(digits));
  number.push_back(static_cast<std::uint32_t>(digits >> 32));
  for (std::int64_t i = power; i < 0; ++i) sticky |= divide(number, 10) != 0;
  for (std::int64_t i = 0; i < power; ++i) multiply(number, 10);
  while (number.back() == 0) number.pop_back();  // it is not 0
  const std::size_t count = number.size();
  const int lead = std::countl_zero(number.back());
  std::uint64_t m = 0;
  for (std::size_t i = 0; i < 3; ++i) {  // the top 64 bits out of three words
    const std::uint64_t limb = i < count ? number[count - 1 - i] : 0;
    if (i < 2) {
      m = m << 32 | limb;
    } else if (lead != 0) {
      m = m << lead | limb >> (32 - lead);
      sticky |= (limb << lead & UINT32_MAX) != 0;
    } else {
      sticky |= limb != 0;
    }
  }
  for (std::size_t i = 3; i < count; ++i) sticky |= number[count - 1 - i] != 0;
  exponent += 32 * (static_cast<std::int64_t>(count) - 2) - lead;
  return round_to_double(m, exponent, sticky);
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

bool write_integer(std::span<const std::byte> bytes, bytes::growing<char>& out) noexcept {
  const bool negative = !bytes.empty() && (bytes.back() & std::byte{0x80}) != std::byte{0};
  limbs number;
  if (!magnitude(bytes, negative, number)) return false;
  const bool decimal = bytes.size() <= most_decimal_bytes;
  if (number.empty()) return out.push_back('0');
  const std::string_view head = decimal ? "-" : "-0x";
  if (!out.append(nopy::bytes::slice(head, negative ? 0 : 1))) return false;
  const std::size_t first = out.size();
  if (!decimal) {
    for (std::size_t i = 0; i < number.size() * 8; ++i)
      if (!out.push_back("0123456789abcdef"[number[i / 8] >> (4 * (i % 8)) & 15])) return false;
    while (out.back() == '0') out.pop_back();
  }
  while (decimal && !number.empty()) {
    std::uint32_t nine = divide(number, 1'000'000'000);
    for (int i = 0; i < 9 && (nine != 0 || !number.empty()); ++i, nine /= 10)
      if (!out.push_back(static_cast<char>('0' + nine % 10))) return false;
  }
  reverse(out.data() + first, out.end());
  return true;
}

std::optional<std::string_view> canonical_integer(std::string_view text) noexcept {
  if (text.ends_with('L')) text.remove_suffix(1);
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  if (text.size() == sign) return std::nullopt;
  for (std::size_t i = sign; i < text.size(); ++i)
    if (!is_digit(text[i])) return std::nullopt;
  if (text[sign] == '0' && text.size() > 1) return std::nullopt;  // as Python: no leading zeros
  return text;
}

std::optional<double> parse_float(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const double sign = negative ? -1.0 : 1.0;
  if (text == "inf") return sign * std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  std::uint64_t digits = 0;
  std::int64_t power = 0;
  std::size_t at = 0;
  bool any = false, point = false, sticky = false;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    any = true;
    const auto digit = static_cast<unsigned>(text[at] - '0');
    if (digits < 1'000'000'000'000'000'000) {
      digits = digits * 10 + digit;
      power -= point ? 1 : 0;
    } else {
      sticky |= digit != 0;
      power += point ? 0 : 1;
    }
  }
  if (!any) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool down = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) return std::nullopt;
    std::int64_t exponent = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
      if (exponent < 100'000) exponent = exponent * 10 + (text[at] - '0');
    power += down ? -exponent : exponent;
  }
  if (at != text.size()) return std::nullopt;
  return sign * scale(digits, power, sticky);
}

}  // namespace nopy::object
