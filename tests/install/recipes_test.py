# SPDX-License-Identifier: MIT
"""Recipes that are not run here, held to the project: recipes_test.py SOURCE_FOLDER.

Each names the project's version and no other, sets only options that CMake knows, and sets each codec's; all three parse.
"""
import ast
import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
version = re.search(r"^project\(nopy VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
known, codecs = {"BUILD_SHARED_LIBS"}, set()
for folder in ["src", "cli", "viewer", "bindings", "cmake"]:
    for path in [root / "CMakeLists.txt", *(root / folder).rglob("CMakeLists.txt"), *(root / folder).rglob("*.cmake")]:
        text = path.read_text()
        known |= set(re.findall(r"(?:option|set)\((NOPY_\w+)[ )]", text))
        codecs |= {"NOPY_" + name for name in re.findall(r"^nopy_codec\((\w+)", text, re.M)}
known |= codecs
assert len(codecs) >= 5, codecs
failures = []

for name in ["vcpkg/portfile.cmake", "vcpkg/vcpkg.json", "conan/conanfile.py", "spack/package.py"]:
    text = (root / "packaging" / name).read_text()
    if name.endswith(".py"):
        ast.parse(text)
    if name == "vcpkg/portfile.cmake":
        listed = re.search(r"foreach\(feature IN ITEMS ([\w ]+)\)", text)[1].split()
        asked = {"NOPY_" + feature.upper() for feature in listed}
        missing = set(listed) - set(json.loads((root / "packaging/vcpkg/vcpkg.json").read_text())["features"])
        if missing:
            failures.append(f"vcpkg.json lacks the features {sorted(missing)}")
    elif name == "conan/conanfile.py":
        listed = re.search(r"^REQUIRED = (\{.*?^\})", text, re.M | re.S)[1]
        asked = {"NOPY_" + library.upper() for library in ast.literal_eval(listed)}
    else:
        asked = set()
    asked |= set(re.findall(r"\b(NOPY_[A-Z]\w*)\b", text)) - {"NOPY_SOURCE_URL"}
    if asked - known:
        failures.append(f"{name}: CMake has no option {sorted(asked - known)}")
    if asked and codecs - asked:
        failures.append(f"{name}: says nothing of {sorted(codecs - asked)}")
    said = set(re.findall(r"version(?:\"?: | = |\()\"([\d.]+)\"", text))
    if name != "vcpkg/portfile.cmake" and said != {version}:
        failures.append(f"{name}: version {sorted(said)}, the project's is {version}")

print("\n".join(failures))
sys.exit(bool(failures))
