# SPDX-License-Identifier: MIT
"""Writes nopy as two files, for projects that take a library as its sources: bundle.py SOURCE_FOLDER OUTPUT_FOLDER.

nopy.hpp is the umbrella with everything it includes; nopy.cpp the core, the os floor and the verbs, each header where it is first
included. Libraries that compress are asked for by macros (-DNOPY_HAS_LIBDEFLATE=1, ...) and off else; the kernels that need compiler
options of their own are left out. What two files call alike inside themselves is renamed in each. Equal sources give equal bytes.
"""
import os
import re
import sys

FLOORS = ["bytes", "deflate", "zip", "dtype", "npy", "array", "kernels", "text", "object", "os", "os/posix", "codec", "verbs"]
HEADERS = ["nopy/nopy.hpp", "nopy/npz_edit.hpp", "nopy/npz_layout.hpp", "nopy/file_system.hpp", "nopy/far.hpp", "nopy/region.hpp", "nopy/stats.hpp", "nopy/threads.hpp", "nopy/reflect.hpp", "nopy/complex.hpp"]
CODECS = ["LIBDEFLATE", "ISAL", "ZSTD", "BZIP2", "LZMA"]
LICENCE = "// SPDX-License-Identifier: MIT\n"

INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"].*$')
DECLARED = re.compile(r"^(?! )(?:\[\[.*?\]\] )?(?:template <.*> ?)?(?:inline |constexpr |static |const )*"
                      r"(?:(?:struct|class|enum class|enum|concept) (\w+)|using (\w+)(?= =)|(?:[\w:<>,&*\s\[\]]+?[\s&*>])(\w+)(?= ?[({=;\[]))")
WORD_KEYS = {"if", "for", "while", "return", "switch", "operator", "requires", "static_assert", "case", "namespace"}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Bundle:
    def __init__(self, root):
        self.root = root
        self.seen = set()
        self.renamed = {}

    def inline(self, path, of_library):
        """The text of a file with what it includes of nopy, each file once."""
        lines, left_out = [], False
        for line in text_of(path).splitlines():
            if line.startswith("#if NOPY_X86_AVX2"):
                left_out = True  # its headers may be needed elsewhere
            elif line.startswith(("#else", "#endif")):
                left_out = False
            found = INCLUDE.match(line)
            if line == "#pragma once" or line == LICENCE.strip():
                continue
            if not found:
                lines.append(line)
                continue
            kind, name = found.groups()
            if kind == "<" and not name.startswith("nopy/"):
                lines.append(line)
                continue
            target = os.path.join(self.root, "include" if kind == "<" else "src", name)
            if kind == "<" and of_library:
                if name not in HEADERS and name not in self.public:
                    raise SystemExit(f"{path} includes {name}, which is not in nopy.hpp")
                continue
            if target not in self.seen and not left_out:
                self.seen.add(target)
                lines.append(self.inline(target, of_library))
        return "\n".join(lines)

    def header(self):
        parts = [LICENCE, "// nopy in two files, made by cmake/bundle.py. Do not edit.\n#pragma once\n"]
        for name in HEADERS:
            path = os.path.join(self.root, "include", name)
            if path not in self.seen:
                self.seen.add(path)
                parts.append(self.inline(path, False))
        self.public = {os.path.relpath(path, os.path.join(self.root, "include")) for path in self.seen}
        return "\n".join(parts) + "\n"

    def sources(self):
        for floor in FLOORS:
            folder = os.path.join(self.root, "src", floor)
            for name in sorted(os.listdir(folder)):
                if name.endswith(".cpp") and not name.startswith("x86_"):
                    yield os.path.join(folder, name)

    def private_names(self, text):
        """What a file declares in its unnamed namespaces."""
        names, depth, inside = set(), 0, None
        for line in text.splitlines():
            code = re.sub(r'"(?:\\.|[^"\\])*"', '""', re.sub(r"//.*", "", line))
            if inside is None and re.match(r"^namespace \{", code):
                inside = depth
            elif inside is not None and depth == inside + 1:
                found = DECLARED.match(code)
                name = found and (found.group(1) or found.group(2) or found.group(3))
                if name and name not in WORD_KEYS:
                    names.add(name)
            depth += code.count("{") - code.count("}")
            if inside is not None and depth <= inside:
                inside = None
        return names

    def source(self):
        files = {path: text_of(path) for path in self.sources()}
        owners = {}
        for path, text in files.items():
            for name in self.private_names(text):
                owners.setdefault(name, []).append(path)
        for floor in FLOORS:  # what headers declare is met by everyone here
            folder = os.path.join(self.root, "src", floor)
            for name in sorted(os.listdir(folder)):
                if name.endswith(".hpp"):
                    for line in text_of(os.path.join(folder, name)).splitlines():
                        found = DECLARED.match(line)
                        if found and any(found.groups()):
                            owners.setdefault(next(filter(None, found.groups())), []).append(name)
        parts = [LICENCE, "// nopy in two files, made by cmake/bundle.py. Do not edit.\n#define NOPY_PORTABLE 1\n"]
        parts += [f"#ifndef NOPY_HAS_{codec}\n#define NOPY_HAS_{codec} 0\n#endif" for codec in CODECS]
        parts.append('#include "nopy.hpp"\n')
        for path, text in files.items():
            body = self.inline(path, True)
            own = text[text.find("namespace"):]
            stem = os.path.relpath(path, os.path.join(self.root, "src")).replace("/", "_").replace(".cpp", "")
            for name in sorted(n for n in self.private_names(text) if len(owners[n]) > 1):
                body = self.rename(body, own, name, f"{name}_of_{stem}")
            parts.append(f"// {os.path.relpath(path, self.root)}\n{body}")
        return "\n".join(parts) + "\n"

    def rename(self, body, own, name, to):
        """Renames in the file's own part; the headers before it stay."""
        start = body.rfind(own.rstrip("\n")[:200])
        start = max(start, 0)
        head, tail = body[:start], body[start:]
        opened = {part for names in re.findall(r"^namespace ([\w: ]+) \{", tail, re.M) for part in re.findall(r"\w+", names)}
        bare = re.sub(rf"(?<![\w.])(?<!->)(?<!::){name}\b", to, tail)
        return head + re.sub(rf"\b({'|'.join(sorted(opened))})::{name}\b", rf"\1::{to}", bare)


def main():
    root, out = sys.argv[1:]
    bundle = Bundle(root)
    os.makedirs(out, exist_ok=True)
    for name, text in (("nopy.hpp", bundle.header()), ("nopy.cpp", bundle.source())):
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)


main()
