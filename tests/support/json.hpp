// SPDX-License-Identifier: MIT
// Reads JSON for tests: strict (RFC 8259), small, and throwing. Numbers keep their text, objects
// keep their order.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nopy::test {

/// A JSON value.
class json {
 public:
  enum class kind { null, boolean, number, string, array, object };

  /// Parses a whole text. Throws std::runtime_error with the byte where it is no JSON.
  [[nodiscard]] static json parse(std::string_view text);
  [[nodiscard]] static json parse_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("can not open " + path);
    std::ostringstream all;
    all << file.rdbuf();
    return parse(all.str());
  }

  [[nodiscard]] kind what() const noexcept { return what_; }
  [[nodiscard]] bool is_null() const noexcept { return what_ == kind::null; }
  [[nodiscard]] bool as_bool() const { return expect(kind::boolean).text_ == "true"; }
  [[nodiscard]] const std::string& number_text() const { return expect(kind::number).text_; }
  [[nodiscard]] std::int64_t as_int() const { return std::stoll(number_text()); }
  [[nodiscard]] double as_double() const { return std::stod(number_text()); }
  [[nodiscard]] const std::string& as_string() const { return expect(kind::string).text_; }

  /// Of an array: its elements; of an object: its values.
  [[nodiscard]] const std::vector<json>& items() const noexcept { return items_; }
  /// Of an object: its keys, as many as `items()`.
  [[nodiscard]] const std::vector<std::string>& keys() const noexcept { return keys_; }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] const json& operator[](std::size_t i) const {
    return expect(kind::array).items_.at(i);
  }

  /// The value of a key, or null where there is none.
  [[nodiscard]] const json* find(std::string_view key) const {
    expect(kind::object);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      if (keys_[i] == key) return &items_[i];
    return nullptr;
  }
  [[nodiscard]] const json& operator[](std::string_view key) const {
    if (const json* value = find(key)) return *value;
    throw std::runtime_error("no key " + std::string(key));
  }

 private:
  friend class json_parser;
  const json& expect(kind wanted) const {
    if (what_ != wanted) throw std::runtime_error("a JSON value of another kind");
    return *this;
  }

  kind what_ = kind::null;
  std::string text_;
  std::vector<json> items_;
  std::vector<std::string> keys_;
};

class json_parser {
 public:
  explicit json_parser(std::string_view text) : text_(text) {}

  json whole() {
    json made = value(0);
    blanks();
    if (at_ != text_.size()) fail();
    return made;
  }

 private:
  static constexpr int most_depth = 100;

  [[noreturn]] void fail() const {
    throw std::runtime_error("no JSON at byte " + std::to_string(at_));
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }
  void take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) fail();
    at_ += word.size();
  }
  bool taken(char c) {
    blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  json value(int depth) {
    blanks();
    json made;
    switch (peek()) {
      case '{':
        container(made, json::kind::object, '}', depth);
        break;
      case '[':
        container(made, json::kind::array, ']', depth);
        break;
      case '"':
        made.what_ = json::kind::string, made.text_ = string();
        break;
      case 't':
        word(made, "true");
        break;
      case 'f':
        word(made, "false");
        break;
      case 'n':
        take("null");
        break;
      default:
        made.what_ = json::kind::number, made.text_ = number();
    }
    return made;
  }
  void word(json& made, std::string_view text) {
    take(text);
    made.what_ = json::kind::boolean;
    made.text_ = text;
  }
  void container(json& made, json::kind what, char end, int depth) {
    if (depth == most_depth) fail();
    made.what_ = what;
    ++at_;
    if (taken(end)) return;
    do {
      if (what == json::kind::object) {
        blanks();
        if (peek() != '"') fail();
        made.keys_.push_back(string());
        if (!taken(':')) fail();
      }
      made.items_.push_back(value(depth + 1));
    } while (taken(','));
    if (!taken(end)) fail();
  }
  void digits() {
    if (peek() < '0' || peek() > '9') fail();
    while (peek() >= '0' && peek() <= '9') ++at_;
  }
  std::string number() {
    const std::size_t begin = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0')
      ++at_;
    else
      digits();
    if (peek() == '.') ++at_, digits();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return std::string(text_.substr(begin, at_ - begin));
  }
  std::uint32_t hex4() {
    std::uint32_t unit = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) fail();
      unit = 16 * unit + static_cast<std::uint32_t>(digit);
    }
    return unit;
  }
  static void put(std::string& out, std::uint32_t point) {
    const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
    if (point < 0x80) {
      byte(point);
    } else if (point < 0x800) {
      byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F));
    } else {
      byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 0x3F));
      byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F));
    }
  }
  void escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    const char c = peek();
    ++at_;
    if (c == 'u') {
      std::uint32_t point = hex4();
      if (point >= 0xD800 && point < 0xDC00 && text_.substr(at_, 2) == "\\u") {
        const std::size_t second = at_;
        at_ += 2;
        const std::uint32_t low = hex4();
        if (low >= 0xDC00 && low < 0xE000)
          point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        else
          at_ = second;
      }
      put(out, point);
      return;
    }
    const std::size_t which = letters.find(c);
    if (which == std::string_view::npos) fail();
    out += meant[which];
  }
  std::string string() {
    std::string out;
    ++at_;
    while (peek() != '"') {
      if (at_ >= text_.size() || static_cast<unsigned char>(peek()) < 0x20) fail();
      const char c = text_[at_++];
      if (c == '\\')
        escape(out);
      else
        out += c;
    }
    ++at_;
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline json json::parse(std::string_view text) { return json_parser(text).whole(); }

}  // namespace nopy::test
