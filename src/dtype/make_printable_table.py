#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_printable_table.py > printable_table.hpp: the code points that Python's repr escapes.

Run by hand when a newer Unicode is wanted; the table says which one it holds.
"""
import sys
import unicodedata

ESCAPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}


def escaped_ranges():
    ranges = []
    for point in range(0x80, 0x110000):
        if unicodedata.category(chr(point)) not in ESCAPED:
            continue
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return ranges


def main():
    out = sys.stdout
    out.write(
        "// SPDX-License-Identifier: MIT\n"
        "// Code points above U+007F that Python's repr escapes: general categories Cc, Cf, Cs, Co, Cn, Zl,\n"
        "// Zp, Zs of Unicode %s. Made by make_printable_table.py; ascending, first and last of each range.\n"
        "#pragma once\n\nnamespace nopy::python {\n\n"
        "struct code_point_range {\n  char32_t first;\n  char32_t last;\n};\n\n"
        "// clang-format off\ninline constexpr code_point_range escaped_ranges[] = {\n" % unicodedata.unidata_version)
    row = ""
    for first, last in escaped_ranges():
        item = "{0x%X, 0x%X}," % (first, last)
        if len(row) + len(item) + 3 > 100:
            out.write("  %s\n" % row)
            row = ""
        row += (" " if row else "") + item
    out.write("  %s\n};\n// clang-format on\n\n}  // namespace nopy::python\n" % row)


main()
