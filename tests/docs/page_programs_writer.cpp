// SPDX-License-Identifier: MIT
// Writes one program of all C++ blocks of the pages: page_programs_writer OUT ROOT PAGE... The
// result runs a block by its place, `programs docs/tutorial.md:31`, and run_page.sh holds what it
// prints against the page. CONTRIBUTING.md says what the comments in front of a block mean.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct block {
  std::string page;
  std::size_t line = 0;  // of the fence
  std::string before, text, after, needs;
  std::size_t before_line = 0, after_line = 0;
  bool file_scope = false;
  bool compiled = true;
  bool is_program = false;
  bool is_table = false;

  [[nodiscard]] std::string name() const { return "block_" + std::to_string(line) + suffix(); }
  [[nodiscard]] std::string place() const { return page + ":" + std::to_string(line); }

 private:
  [[nodiscard]] std::string suffix() const {
    std::string made = "_of_" + page;
    for (char& c : made)
      if (std::string_view("/.-").find(c) != std::string_view::npos) c = '_';
    return made;
  }
};

/// The pieces of one page, line by line.
class page_reader {
 public:
  page_reader(std::string page, std::vector<block>& into) : page_(std::move(page)), into_(into) {}

  void take(const std::string& line) {
    ++line_;
    if (next_.is_table)
      inside_table(line);
    else if (fence_ != fence::none)
      inside_fence(line);
    else if (comment_ != nullptr)
      inside_comment(line);
    else
      outside(line);
  }

 private:
  enum class fence { none, cpp, other };

  void outside(const std::string& line) {
    if (line == "```cpp" || line == "```c") {
      fence_ = fence::cpp;
      next_.page = page_;
      next_.line = line_;
    } else if (line.starts_with("```")) {
      fence_ = fence::other;
    } else if (line == "<!-- table: C++ in column 2, commands in column 3 -->") {
      next_.page = page_;
      next_.line = line_;
      next_.is_table = true;
    } else if (line == "<!-- cpp before") {
      comment_ = &next_.before;
      next_.before_line = line_ + 1;
    } else if (line == "<!-- cpp after") {
      comment_ = &next_.after;
      next_.after_line = line_ + 1;
    } else if (line == "<!-- cpp file scope -->") {
      next_.file_scope = true;
    } else if (line.starts_with("<!-- cpp needs ")) {
      next_.needs = line.substr(15, line.rfind(" -->") - 15);
    } else if (line.starts_with("<!-- cpp not compiled: ")) {
      next_.compiled = false;
    }
  }
  void inside_comment(const std::string& line) {
    if (line == "-->")
      comment_ = nullptr;
    else
      *comment_ += line + "\n";
  }
  /// Each row is a line of text, so that lines keep their numbers.
  void inside_table(const std::string& line) {
    if (line.starts_with('|')) {
      const std::size_t cell = line.find(" | ") + 3, close = line.find("` |", cell + 1);
      const bool has_code = cell < close && close < line.size() && line[cell] == '`';
      next_.text += has_code ? "{ " + line.substr(cell + 1, close - cell - 1) + "; }\n" : "\n";
      return;
    }
    into_.push_back(std::move(next_));
    next_ = {};
  }
  void inside_fence(const std::string& line) {
    if (line != "```") {
      if (fence_ == fence::cpp) next_.text += line + "\n";
      return;
    }
    if (fence_ == fence::cpp) {
      next_.is_program = next_.text.find("int main(") != std::string::npos;
      if (next_.compiled) into_.push_back(std::move(next_));
      next_ = {};
    }
    fence_ = fence::none;
  }

  std::string page_;
  std::vector<block>& into_;
  block next_;
  fence fence_ = fence::none;
  std::string* comment_ = nullptr;
  std::size_t line_ = 0;
};

/// Includes stand in front of everything else, whatever block names them.
std::string without_includes(std::ostream& out, const std::string& text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("#include")) out << line << '\n';
    rest += line.starts_with("#include") ? "\n" : line + "\n";
    at = end + 1;
  }
  return rest;
}

void write_text(std::ostream& out, const block& of, std::size_t line, const std::string& text) {
  out << "#line " << line << " \"" << of.page << "\"\n" << text;
}

/// `int main` becomes a function of another name, with the return that only main may leave out.
void write_program(std::ostream& out, const block& of, std::string text) {
  text.insert(text.rfind('}'), "return 0; ");
  out << "#define main " << of.name() << "_main\n";
  write_text(out, of, of.line + 1, text);
  out << "#undef main\nvoid " << of.name() << "();\nvoid " << of.name() << "() { " << of.name()
      << "_main(); }\n";
}

void write_function(std::ostream& out, const block& of, const std::string& text) {
  const std::string before = without_includes(out, of.before);
  if (of.file_scope) write_text(out, of, of.line + 1, text);
  out << "void " << of.name() << "();\nvoid " << of.name() << "() {\n";
  write_text(out, of, of.before_line, before);
  if (of.is_table)
    out << "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wunused-result\"\n"
           "#pragma GCC diagnostic ignored \"-Wunused-value\"\n";
  if (!of.file_scope) write_text(out, of, of.line + 1, text);
  write_text(out, of, of.after_line, of.after);
  out << (of.is_table ? "}\n#pragma GCC diagnostic pop\n" : "}\n");
}

void write_block(std::ostream& out, const block& of) {
  // A header, or a macro of the build.
  if (!of.needs.empty())
    out << "#if " << (of.needs.starts_with('<') ? "__has_include(" : "defined(") << of.needs
        << ")\n";
  const std::string text = without_includes(out, of.text);
  if (of.is_program)
    write_program(out, of, text);
  else
    write_function(out, of, text);
  if (!of.needs.empty())
    out << "#else\nstatic constexpr void (*" << of.name() << ")() = nullptr;\n#endif\n";
}

constexpr std::string_view tail = R"(};
int main(int argc, char** argv) try {
  for (const auto& one : blocks) {
    if (argc != 2 || std::strcmp(argv[1], one.place) != 0) continue;
    if (one.run == nullptr) return 77;
    one.run();
    return 0;
  }
  std::puts("no such block");
  return 2;
} catch (const std::exception& e) {
  std::fflush(stdout);
  std::puts(e.what());
  return 1;
}
)";

void write_all(std::ostream& out, const std::vector<block>& all) {
  out << "#include <nopy/nopy.hpp>\n#include <cstdio>\n#include <cstring>\n#include <exception>\n";
  for (const block& each : all) write_block(out, each);
  out << "#line 1 \"page_programs\"\nstatic constexpr struct { const char* place; void (*run)(); } "
         "blocks[] = {\n";
  for (const block& each : all) out << "{\"" << each.place() << "\", " << each.name() << "},\n";
  out << tail;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  std::vector<block> all;
  for (int i = 3; i < argc; ++i) {
    std::ifstream in(std::string(argv[2]) + "/" + argv[i]);
    page_reader page(argv[i], all);
    for (std::string line; std::getline(in, line);) page.take(line);
  }
  std::ofstream out(argv[1]);
  write_all(out, all);
  return out.flush() ? 0 : 1;
}
