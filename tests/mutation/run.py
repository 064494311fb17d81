#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants one bug at a time in the parsers (mutants.py), in a copy of the tree, and says which of them no test notices.

    run.py SCRATCH [--only WORDS]     SCRATCH holds the copy and its build; it may be used again

A mutant is noticed where the unit tests of its floor, those of the floors above that lean on it, or the corpus of the fuzz
targets fail, crash or hang; it does not count where it does not compile. Exit code 1 where one is not noticed.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

from mutants import MUTANTS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = {
    "npy": ["unit/npy/npy_test", "format/format_test"],
    "dtype": ["unit/dtype/dtype_test", "unit/npy/npy_test", "format/format_test"],
    "zip": ["unit/zip/zip_test", "unit/npz/npz_reading_test"],
    "deflate": ["unit/deflate/deflate_test", "fuzz/fuzz_corpus_test"],
    "object": ["unit/object/object_test"],
}
SECONDS = 120


def copy_tree(scratch):
    source = scratch / "source"
    source.mkdir(parents=True, exist_ok=True)
    # Times are kept, so that a second run compiles only what changed.
    subprocess.run(["cp", "-au", *[str(ROOT / name) for name in ("CMakeLists.txt", "cmake", "src", "include", "tests", "fuzz", "viewer", "cli")],
                    str(source)], check=True)
    return source


def ninja(build, targets):
    return subprocess.run(["cmake", "--build", str(build), "-j", str(os.cpu_count()), "--target", *targets], capture_output=True, text=True)


def names_of(programs):
    return [program.rsplit("/", 1)[1] for program in programs]


def noticed_by(build, source, programs):
    """The first test program that fails, or None."""
    for program in programs:
        try:
            ran = subprocess.run([str(build / "tests" / program), "--gtest_fail_fast", "--gtest_brief=1"], cwd=source / "tests",
                                 capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return program + " (hangs)"
        if ran.returncode:
            return program
    return None


def try_one(build, source, mutant):
    """(verdict, what noticed it)."""
    name, path, old, new = mutant
    file = source / "src" / path
    text = file.read_text()
    if text.count(old) != 1:
        return "stale", "the text stands there %d times" % text.count(old)
    programs = TESTS[path.split("/")[0]]
    file.write_text(text.replace(old, new))
    try:
        built = ninja(build, names_of(programs))
        if built.returncode:
            return "stale", "does not compile: " + next((line for line in built.stdout.split("\n") if "error" in line), "")
        by = noticed_by(build, source, programs)
    finally:
        file.write_text(text)
    return ("noticed", by) if by else ("NOT NOTICED", "by %s" % ", ".join(names_of(programs)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("scratch", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    scratch = given.scratch.resolve()
    source, build = copy_tree(scratch), scratch / "build"
    # The tests' own code needs no optimisation; a warning that a mutant gives is no verdict.
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
                    "-DNOPY_TESTS=ON", "-DNOPY_TOOL=OFF", "-DNOPY_BENCH=OFF", "-DNOPY_EXAMPLES=OFF", *launcher], check=True, capture_output=True)
    every = sorted({program for programs in TESTS.values() for program in programs})
    built = ninja(build, names_of(every))
    if built.returncode:
        sys.exit("the tree does not build:\n" + built.stdout[-2000:])
    broken = noticed_by(build, source, every)
    if broken:
        sys.exit("%s fails without any mutant" % broken)
    count = {"noticed": 0, "NOT NOTICED": 0, "stale": 0}
    for mutant in MUTANTS:
        if given.only not in mutant[0]:
            continue
        began = time.monotonic()
        verdict, by = try_one(build, source, mutant)
        count[verdict] += 1
        print("  %-50s %-11s %s, %.0f s" % (mutant[0], verdict, by, time.monotonic() - began), flush=True)
    print("%d mutants noticed, %d not, %d stale" % (count["noticed"], count["NOT NOTICED"], count["stale"]))
    return 1 if count["NOT NOTICED"] or count["stale"] or not count["noticed"] else 0


if __name__ == "__main__":
    sys.exit(main())
