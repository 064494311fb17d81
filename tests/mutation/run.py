#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants one bug at a time in the parsers (mutants.py) and says which of them no test notices.

    run.py BUILD [--only WORDS] [--behind NAME]     BUILD holds the built tests; nothing of it is changed

--only takes those with WORDS in their names; --behind goes on after the one of that name, where a run was cut.

A mutant is one object file, linked in front of the library: its place in the archive is then not looked at. It is noticed
where the unit tests of its floor, or of those above that lean on it, fail, crash or hang; it does not count where it does not
compile. Exit code 1 where one is not noticed.
"""
import argparse
import json
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile
import time

from mutants import MUTANTS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = {
    "npy": ["npy_test", "format_test"],
    "dtype": ["dtype_test", "npy_test", "format_test"],
    "zip": ["zip_test", "npz_reading_test"],
    "deflate": ["deflate_test", "fuzz_corpus_test"],
    "object": ["object_test"],
}
SECONDS = 300
MOST_BYTES = 2 << 30  # of memory, so that a planted bug that makes a loop endless does not take the machine with it


class Commands:
    """How the build compiles a file and links a test."""

    def __init__(self, build):
        self.build = build
        entries = json.loads((build / "compile_commands.json").read_text())
        self.compile = {entry["file"]: shlex.split(entry["command"]) for entry in entries}
        self.links = {}

    def object_of(self, source, mutated, to):
        words = [word for word in self.compile[str(source)] if word != str(source)]
        words[words.index("-o") + 1] = str(to)
        # Compiling takes most of the time; a warning is no verdict.
        return subprocess.run([*words, "-O0", "-w", str(mutated)], cwd=self.build, capture_output=True, text=True)

    def link(self, test, with_object, to):
        if test not in self.links:
            said = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", test], capture_output=True, text=True, check=True).stdout
            last = said.strip().split("\n")[-1]
            words = shlex.split(next(part for part in last.split(" && ") if " -o " in part))
            self.links[test] = words
            # A test that fails without a bug would seem to notice each.
            how = fails(self.build / words[words.index("-o") + 1])
            if how:
                sys.exit("%s %s as it is" % (test, how))
        words = list(self.links[test])
        at = words.index("-o")
        words[at + 1] = str(to)
        words.insert(at + 2, str(with_object))
        subprocess.run(words, cwd=self.build, check=True, capture_output=True)


def bound_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def fails(program):
    """How a test program fails, or None."""
    try:
        ran = subprocess.run([str(program), "--gtest_fail_fast", "--gtest_brief=1"], cwd=ROOT / "tests", capture_output=True, timeout=SECONDS,
                             preexec_fn=bound_memory)
    except subprocess.TimeoutExpired:
        return "hangs"
    return None if ran.returncode == 0 else "fails" if ran.returncode == 1 else "stops by signal %d" % -ran.returncode


def try_one(commands, scratch, mutant):
    """(verdict, what noticed it)."""
    _, path, old, new = mutant
    source = ROOT / "src" / path
    text = source.read_text()
    if text.count(old) != 1:
        return "stale", "the text stands there %d times" % text.count(old)
    mutated, made = scratch / "mutant.cpp", scratch / "mutant.o"
    mutated.write_text(text.replace(old, new))
    compiled = commands.object_of(source, mutated, made)
    if compiled.returncode:
        return "stale", "does not compile: " + next((line for line in compiled.stderr.split("\n") if "error" in line), "")
    tests = TESTS[path.split("/")[0]]
    for test in tests:
        commands.link(test, made, scratch / test)
        how = fails(scratch / test)
        if how:
            return "noticed", "%s %s" % (test, how)
    return "NOT NOTICED", "by %s" % ", ".join(tests)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("build", type=pathlib.Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--behind", default=None)
    given = arguments.parse_args()
    names = [mutant[0] for mutant in MUTANTS]
    first = 0 if given.behind is None else names.index(given.behind) + 1
    commands = Commands(given.build.resolve())
    count = {"noticed": 0, "NOT NOTICED": 0, "stale": 0}
    with tempfile.TemporaryDirectory() as folder:
        for mutant in MUTANTS[first:]:
            if given.only not in mutant[0]:
                continue
            began = time.monotonic()
            verdict, by = try_one(commands, pathlib.Path(folder), mutant)
            count[verdict] += 1
            print("  %-50s %-11s %s, %.0f s" % (mutant[0], verdict, by, time.monotonic() - began), flush=True)
    print("%d planted bugs noticed, %d not, %d stale" % (count["noticed"], count["NOT NOTICED"], count["stale"]))
    return 1 if count["NOT NOTICED"] or count["stale"] or not count["noticed"] else 0


if __name__ == "__main__":
    sys.exit(main())
