# SPDX-License-Identifier: MIT
"""The types of what libnopy exports, as a C++ file whose debug information says how they are laid out: type_variables.py EXPORTED INCLUDE_FOLDER.

For each type that a line of EXPORTED names (an argument's, or the class of a member function) or that something marked NOPY_API returns
there is a variable, and for each function of the C API one of the function's type. Templates are left out, but for what their users fill in.
"""
import glob
import os
import re
import sys

NOT_TYPES = {"nopy::v1", "nopy::v1::core"}
LEFT_OUT = ("::detail", "::opened", "::callback", "::function_ref", "::result")  # private, or templates


def exported_types(lines):
    for line in lines:
        function, bracket, arguments = line.partition("(")
        if bracket:
            yield from re.findall(r"(?<![\w:])nopy::v1(?:::\w+)+", arguments)
            yield re.sub(r"\[abi:\w+\]", "", function).rpartition("::")[0]


def returned_types(texts):
    for text in texts:
        for name in re.findall(r"NOPY_API(?: static)? result<(\w+)>", text):
            if name != "void":
                yield "nopy::v1::" + name


def main():
    exported, include = sys.argv[1:]
    with open(exported, encoding="utf-8") as file:
        lines = file.read().splitlines()
    headers = {}
    for path in sorted(glob.glob(os.path.join(include, "nopy", "*.h*"))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if re.search(r"\bNOPY(_C)?_API\b", text):
            headers[os.path.relpath(path, include)] = text
    types = {name for name in exported_types(lines) if name.startswith("nopy::v1")}
    for name in returned_types(headers.values()):
        if name.replace("v1::", "v1::core::") not in types:
            types.add(name)
    types = sorted(name for name in types - NOT_TYPES if not name.endswith(LEFT_OUT))
    functions = sorted(line for line in lines if re.fullmatch(r"nopy_\w+", line))
    if len(types) < 40 or len(functions) < 20:
        sys.exit(f"{exported} names {len(types)} types and {len(functions)} functions of C: was it read as it is written?")
    print("\n".join(f"#include <{name}>" for name in headers))
    for name in types:
        print(f"{name} *promised_{name.replace('::', '_')};")
    for name in functions:
        print(f"decltype(&::{name}) promised_{name};")


main()
