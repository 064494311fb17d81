# SPDX-License-Identifier: MIT
"""Instructions of the pure loops, counted by callgrind, held against those that were recorded.

usage: instructions.py PROGRAM [--record]

A count says nothing about speed, but it is the same on a busy machine and on a quiet one: a loop that fell back to its slow
way shows at once. It belongs to a compiler (named in the record) and to AVX2, which valgrind needs from the processor.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")
SLACK = 1.03


def counts(program):
    """{name: instructions} of one run."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="nopy-instructions-") as folder:
        command = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=" + folder + "/out", program]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for name in glob.glob(folder + "/out.*"):
            with open(name, encoding="utf-8") as source:
                text = source.read()
            what = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)
            if what and total:
                found[int(name.rsplit(".", 1)[1])] = what[1], int(total[1])
    return dict(found[part] for part in sorted(found))


def compiler():
    return subprocess.run(["c++", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    found = counts(options.program)
    if not found:
        sys.exit("instructions.py: valgrind counted nothing")
    if options.record:
        with open(RECORD, "w", encoding="utf-8") as out:
            json.dump({"compiler": compiler(), "instructions": found}, out, indent=1)
            out.write("\n")
    with open(RECORD, encoding="utf-8") as source:
        record = json.load(source)
    same = record["compiler"] == compiler()
    if not same:
        print("recorded with another compiler, so only looked at: " + record["compiler"])
    print("%-34s %12s %12s %6s" % ("", "instructions", "recorded", "ratio"))
    worse = 0
    for name, now in found.items():
        before = record["instructions"].get(name)
        ratio = now / before if before else None
        worse += same and ratio is not None and ratio > SLACK
        print("%-34s %12d %12s %6s%s" % (name, now, before or "-", "%.3f" % ratio if ratio else "-",
                                         "  more than before" if ratio and ratio > SLACK else ""))
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
