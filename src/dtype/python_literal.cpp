// SPDX-License-Identifier: MIT
// Parses Python literals with a stack of brackets instead of recursion. Source: docs/format.md,
// "Grammar".
#include "dtype/python_literal.hpp"

#include "bytes/slice.hpp"
#include "dtype/shown_text.hpp"
#include "dtype/string_scan.hpp"

#include <cstring>

namespace nopy::python {
namespace {

/// The header's dict, 32 records of "[(" each, and a shape.
constexpr std::size_t most_brackets = 66;

constexpr bool is_name(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

struct no_emit {
  void byte(char) noexcept {}
  void point(char32_t) noexcept {}
};

}  // namespace

/// Walks over the text once. `failed` holds the error of a step that answers false.
class literal_parser {
 public:
  literal_parser(literal& into, std::string_view text, const literal_options& options) noexcept
      : into_(into), text_(text), options_(options) {
    into_.text_ = text;
    into_.encoding_ = options.encoding;
    into_.spilled_ = false;
    into_.any_seen_ = false;
    into_.size_ = 0;
    for (std::uint32_t& at : into_.seen_) at = UINT32_MAX;
  }

  [[nodiscard]] result<void> run() noexcept {
    while (true) {
      if (!skip_blanks()) return failed();
      if (whole_) return end();
      if (at_ >= text_.size()) return unfinished();
      const bool stepped = wants_value_ ? value() : separator();
      if (!stepped) return failed();
    }
  }

 private:
  struct bracket {
    std::uint32_t node;
    char closer;
    bool comma;  // seen
    bool key;    // in a dict: the value before or after the cursor is a key
  };

  // Errors.
  [[gnu::cold, gnu::noinline]] bool fail(std::size_t at, std::string_view summary,
                                         std::string_view found = {},
                                         std::string_view expected = {},
                                         std::string_view hint = {}) noexcept {
    error_ = error({.code = errc::header_syntax,
                    .offset = options_.first_offset + at,
                    .summary = summary,
                    .found = found,
                    .expected = expected,
                    .hint = hint});
    return false;
  }
  [[gnu::cold, gnu::noinline]] bool unexpected(std::string_view expected) noexcept {
    const char c = text_[at_];
    if (c == '\0') return fail(at_, "a NUL byte in the header", {}, expected);
    std::size_t end = at_ + 1;
    if (is_name(c))
      while (end < text_.size() && end - at_ < 40 && is_name(text_[end])) ++end;
    return fail(at_, "the header is no Python literal", shown(bytes::slice(text_, at_, end - at_)),
                expected);
  }
  [[nodiscard]] result<void> failed() noexcept { return *std::move(error_); }
  [[nodiscard]] result<void> unfinished() noexcept {
    if (depth_ == 0) {
      fail(at_, "the header holds no value", "only blanks", "a dictionary");
      return failed();
    }
    const bracket& open = brackets_[depth_ - 1];
    const bytes::short_text<80> found([&](bytes::text_sink& sink) {
      sink.put("the end of the text; the bracket opened at byte ")
          .decimal(options_.first_offset + into_[open.node].begin)
          .put(" is still open");
    });
    const char expected[] = {open.closer, '\0'};
    fail(at_, "the header ends inside a bracket", found, expected);
    return failed();
  }
  [[nodiscard]] result<void> end() noexcept {
    if (at_ == text_.size()) return {};
    if (text_[at_] == '\0') {
      std::size_t rest = at_;
      while (rest < text_.size() &&
             (text_[rest] == '\0' || text_[rest] == ' ' || text_[rest] == '\n'))
        ++rest;
      see(oddity::nul_padding, at_);
      if (rest == text_.size()) return {};
    }
    fail(at_, "text follows the dictionary", shown(bytes::slice(text_, at_)), "only blanks");
    return failed();
  }

  // Nodes.
  void see(oddity one, std::size_t at) noexcept {
    std::uint32_t& first = into_.seen_[static_cast<std::size_t>(one)];
    if (first == UINT32_MAX) first = static_cast<std::uint32_t>(at);
    into_.any_seen_ = true;
  }
  [[nodiscard]] node& at(std::uint32_t index) noexcept {
    return into_.spilled_ ? into_.more_[index] : into_.few_[index];
  }
  [[nodiscard]] node* add(node_kind what, std::size_t begin, std::size_t end) noexcept {
    const node made{static_cast<std::uint32_t>(begin),
                    static_cast<std::uint32_t>(end),
                    into_.size_ + 1,
                    what,
                    false,
                    false};
    if (!into_.spilled_) {
      if (into_.size_ < literal::inline_nodes) {
        into_.few_[into_.size_] = made;
        return &into_.few_[into_.size_++];
      }
      if (!spill()) return out_of_memory();
    }
    if (!into_.more_.push_back(made)) return out_of_memory();
    return &into_.more_[into_.size_++];
  }
  /// Moves the nodes to a list that grows.
  [[gnu::cold, gnu::noinline]] bool spill() noexcept {
    // One allocation for ordinary records: a field takes 3 nodes and about 16 bytes of text.
    const std::size_t guess = into_.size_ + 16 + (text_.size() - at_) / 5;
    const std::size_t most = 4096;
    into_.more_.clear();
    into_.spilled_ = into_.more_.reserve(guess < most ? guess : most) &&
                     into_.more_.append({into_.few_, into_.size_});
    return into_.spilled_;
  }
  [[gnu::cold, gnu::noinline]] node* out_of_memory() noexcept {
    error_ = error(errc::out_of_memory);
    return nullptr;
  }

  /// The padding of a header is most of it, so its spaces are skipped by the word.
  [[nodiscard]] std::size_t skip_spaces(std::size_t at) const noexcept {
    constexpr std::uint64_t eight_spaces = 0x2020202020202020;
    std::uint64_t word = 0;
    while (text_.size() - at >= sizeof word) {
      std::memcpy(&word, text_.data() + at, sizeof word);
      if (word != eight_spaces) break;
      at += sizeof word;
    }
    return at;
  }

  // Blanks between tokens: also line ends, comments and joined lines.
  [[nodiscard]] bool skip_blanks() noexcept {
    std::size_t at = at_;
    if (at < text_.size() && text_[at] == ' ') ++at;
    if (at < text_.size() && text_[at] > '#' && text_[at] != '\\') {  // most tokens
      at_ = at;
      return true;
    }
    return skip_more(at);
  }
  [[nodiscard]] bool skip_more(std::size_t at) noexcept {
    for (at = skip_spaces(at); at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f') continue;
      if (c == '#') {
        see(oddity::comment, at);
        while (at + 1 < text_.size() && text_[at + 1] != '\n' && text_[at + 1] != '\r' &&
               text_[at + 1] != '\0')
          ++at;
      } else if (c == '\\') {
        const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
        if (next != '\n' && next != '\r')
          return fail(at, "a backslash outside a string", {}, "a line end behind it");
        see(oddity::line_joining, at);
      } else {
        break;
      }
    }
    at_ = at;
    return true;
  }

  // One value, or the bracket that ends a container.
  [[nodiscard]] bool value() noexcept {
    const char c = text_[at_];
    if (depth_ != 0 && c == brackets_[depth_ - 1].closer) return may_close() && close();
    if (c == '(' || c == '[' || c == '{') return open(c);
    if (is_digit(c) || c == '-' || c == '+' || c == '.') return number() && after_value();
    if (is_quote(c) || string_prefix(text_, at_)) return string() && after_value();
    if (is_name(c)) return name() && after_value();
    return unexpected(depth_ == 0 ? "a dictionary" : "a value or a closing bracket");
  }
  [[nodiscard]] bool may_close() noexcept {
    const bracket& top = brackets_[depth_ - 1];
    const bool empty = into_.size_ == top.node + 1;
    // Behind a comma only: {'a': } and (,) are none.
    if (empty ? !top.comma && top.key : top.key || top.closer != '}') return true;
    return unexpected("a value");
  }
  [[nodiscard]] bool open(char c) noexcept {
    if (depth_ == most_brackets)
      return fail(at_, "brackets are nested too deep", {}, "at most 66 levels");
    const node_kind what = c == '('   ? node_kind::tuple
                           : c == '[' ? node_kind::list
                                      : node_kind::dict;
    const std::uint32_t index = into_.size_;
    if (add(what, at_, at_ + 1) == nullptr) return false;
    brackets_[depth_++] = {index, c == '(' ? ')' : c == '[' ? ']' : '}', false, true};
    ++at_;
    return true;
  }
  [[nodiscard]] bool close() noexcept {
    const bracket& top = brackets_[--depth_];
    node& closed = at(top.node);
    closed.end = static_cast<std::uint32_t>(++at_);
    closed.next = into_.size_;
    if (closed.what == node_kind::tuple && !top.comma && into_.size_ != top.node + 1) {
      closed.what = node_kind::group;
      see(oddity::parentheses, closed.begin);
    }
    return after_value();
  }
  [[nodiscard]] bool after_value() noexcept {
    wants_value_ = false;
    whole_ = depth_ == 0;
    return true;
  }
  [[nodiscard]] bool separator() noexcept {
    bracket& top = brackets_[depth_ - 1];
    const bool dict = top.closer == '}';
    const char c = text_[at_];
    if (dict && top.key) {
      if (c != ':') return unexpected(": behind a key");
      top.key = false;
    } else if (c == top.closer) {
      return close();
    } else if (c == ',') {
      top.comma = true;
      top.key = true;
    } else {
      const char expected[] = {',', ' ', 'o', 'r', ' ', top.closer, '\0'};
      return unexpected(expected);
    }
    ++at_;
    wants_value_ = true;
    return true;
  }

  // Strings, with their neighbours.
  /// Ordinary names and type strings, with a comma, a colon or a bracket behind; answers false for
  /// all others.
  [[nodiscard]] bool plain_string() noexcept {
    const char quote = text_[at_];
    if (!is_quote(quote)) return false;
    std::size_t at = at_ + 1;
    while (at < text_.size() && ordinary.of[static_cast<unsigned char>(text_[at])]) ++at;
    if (at + 1 >= text_.size() || text_[at] != quote) return false;
    const char behind = text_[at + 1];
    if (behind != ',' && behind != ':' && behind != ')') return false;
    node* made = add(node_kind::string, at_, at + 1);
    if (made == nullptr) return false;
    made->plain = true;
    at_ = at + 1;
    return true;
  }
  [[nodiscard]] bool string() noexcept {
    if (plain_string()) return true;
    if (error_) return false;
    const std::size_t begin = at_;
    std::size_t end = at_;
    bool is_bytes = false;
    bool plain = true;
    for (bool first = true; string_prefix(text_, at_); first = false) {
      const std::size_t piece = at_;
      no_emit nowhere;
      string_scan<no_emit> scan(text_, at_, nowhere);
      if (const char* wrong = scan.run()) return fail(at_ < text_.size() ? at_ : piece, wrong);
      if (!first) {
        see(oddity::concatenation, piece);
        if (scan.looks.is_bytes != is_bytes) return fail(piece, "bytes and text side by side");
      }
      if (scan.looks.prefixed) see(oddity::string_prefix, piece);
      if (scan.looks.triple) see(oddity::triple_quotes, piece);
      is_bytes = scan.looks.is_bytes;
      plain = plain && first && !scan.looks.prefixed && !scan.looks.triple && !scan.looks.escaped &&
              !scan.looks.high;
      end = at_;
      if (!skip_blanks()) return false;
    }
    node* made = add(is_bytes ? node_kind::bytes : node_kind::string, begin, end);
    if (made == nullptr) return false;
    made->plain = plain;
    return true;
  }

  [[nodiscard]] bool name() noexcept {
    std::size_t end = at_;
    while (end < text_.size() && is_name(text_[end])) ++end;
    const std::string_view word = bytes::slice(text_, at_, end - at_);
    const bool truth = word == "True" || word == "False";
    if (!truth && word != "None") return unknown_name(word);
    node* made = add(truth ? node_kind::truth : node_kind::none, at_, end);
    if (made == nullptr) return false;
    made->negative = word == "False";
    at_ = end;
    return true;
  }
  [[nodiscard]] bool unknown_name(std::string_view word) noexcept {
    constexpr std::string_view expected = "a string, an integer, True, False or a bracket";
    const std::size_t stop = text_.find_first_of(",{}[]'\"\n", at_);
    const std::string_view seen =
        bytes::slice(text_, at_, stop == std::string_view::npos ? 60 : stop - at_);
    if (word == "np" || word == "numpy")
      return fail(at_, "the header holds a NumPy scalar instead of an integer", shown(seen),
                  "a plain integer",
                  "numpy.lib.format.open_memmap writes this for a shape of NumPy integers; "
                  "`nopy repair` rewrites the header, the data is good");
    if (word == "true" || word == "false" || word == "null")
      return fail(at_, "the header is written as JSON, not as Python", word, "True, False or None");
    if (string_prefix(text_, at_ + 1) && text_.find_first_of("'\"", at_) == at_ + word.size())
      return fail(at_, "a string with a prefix that no literal has", word, expected);
    return fail(at_, "the header is no Python literal", shown(seen), expected);
  }

  // Integers.
  /// Ordinary extents, digits with a comma or a bracket behind; answers false for all others.
  [[nodiscard]] bool plain_number() noexcept {
    std::size_t at = at_;
    while (at < text_.size() && is_digit(text_[at])) ++at;
    if (at == at_ || at == text_.size() || (text_[at] != ',' && text_[at] != ')')) return false;
    if (text_[at_] == '0' && at != at_ + 1) return false;
    if (add(node_kind::integer, at_, at) == nullptr) return false;
    at_ = at;
    return true;
  }
  [[nodiscard]] bool number() noexcept {
    if (plain_number()) return true;
    if (error_) return false;
    const std::size_t begin = at_;
    bool negative = false;
    if (text_[at_] == '-' || text_[at_] == '+') {
      negative = text_[at_] == '-';
      if (!negative) see(oddity::plus_sign, at_);
      ++at_;
      if (!skip_blanks()) return false;
      if (at_ >= text_.size() || (!is_digit(text_[at_]) && text_[at_] != '.'))
        return fail(begin, "a sign without a number", {}, "an integer");
    }
    const std::size_t digits = at_;
    if (!take_digits()) return false;
    if (at_ < text_.size() && (text_[at_] == '.' || is_name(text_[at_]))) {
      const char c = text_[at_];
      const bool long_suffix =
          (c == 'L' || c == 'l') && (at_ + 1 == text_.size() || !is_name(text_[at_ + 1]));
      if (!long_suffix) return not_integer(digits);
    }
    node* made = add(node_kind::integer, begin, at_);
    if (made == nullptr) return false;
    made->negative = negative;
    return take_long_suffix();
  }
  [[nodiscard]] bool not_integer(std::size_t digits) noexcept {
    std::size_t end = at_;
    while (end < text_.size() && (is_name(text_[end]) || text_[end] == '.')) ++end;
    return fail(digits, no_integer, shown(bytes::slice(text_, digits, end - digits)), "an integer");
  }
  /// Steps over 12, 1_2, 0x1f, 0o17, 0b101.
  [[nodiscard]] bool take_digits() noexcept {
    const std::size_t begin = at_;
    const char letter = at_ + 1 < text_.size() ? static_cast<char>(text_[at_ + 1] | 0x20) : ' ';
    const bool based = text_[at_] == '0' && (letter == 'x' || letter == 'o' || letter == 'b');
    const int base = !based ? 10 : letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    if (based) {
      see(oddity::number_base, at_);
      at_ += 2;
    }
    bool digit = false;
    for (; at_ < text_.size(); ++at_) {
      const int one = hex_digit(text_[at_]);
      if (one >= 0 && one < base) {
        digit = true;
        continue;
      }
      const int next = at_ + 1 < text_.size() ? hex_digit(text_[at_ + 1]) : -1;
      if (text_[at_] != '_' || next < 0 || next >= base || !(digit || based)) break;
      see(oddity::underscore, at_);
    }
    if (!digit) return not_integer(begin);
    if (!based && text_[begin] == '0' &&
        bytes::slice(text_, begin, at_ - begin).find_first_not_of("0_") != std::string_view::npos)
      return fail(begin, "a decimal number that begins with 0",
                  shown(bytes::slice(text_, begin, at_ - begin)), "a number without leading zeros");
    return true;
  }
  /// Python 2 wrote 3L; NumPy also takes "3 L".
  [[nodiscard]] bool take_long_suffix() noexcept {
    const std::size_t number_end = at_;
    if (!skip_blanks()) return false;
    if (at_ >= text_.size() || (text_[at_] != 'L' && text_[at_] != 'l')) return true;
    const bool alone =
        at_ + 1 == text_.size() || (!is_name(text_[at_ + 1]) && !is_quote(text_[at_ + 1]));
    if (!alone || (text_[at_] == 'l' && at_ != number_end)) return true;
    const bool python2 = text_[at_] == 'L' && options_.python2;
    see(python2 ? oddity::long_suffix : oddity::late_long_suffix, at_);
    ++at_;
    return true;
  }

  literal& into_;
  std::string_view text_;
  literal_options options_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool wants_value_ = true;
  bool whole_ = false;
  std::optional<error> error_;
  bracket brackets_[most_brackets];
};

result<void> parse_literal(literal& into, std::string_view text,
                           const literal_options& options) noexcept {
  return literal_parser(into, text, options).run();
}

}  // namespace nopy::python
