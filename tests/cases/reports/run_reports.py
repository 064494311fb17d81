#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the tool on the inputs of public bug reports (make_cases.py) and holds what it says against the manifest: errors, values, and
the memory and CPU time of each run. Prints how many reports of each kind of file are as required.

    run_reports.py NOPY FOLDER
"""
import collections
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

from archive_reports import REPLACED, check_archive

TYPE_STRING = re.compile(r"[<>|][a-zA-Z]\d+(\[\w+\])?")


# What one run may take where the report says nothing; the program itself takes some 10 MiB. Sanitizers multiply both.
MOST_MB, MOST_SECONDS = 64, 2
PROGRAM_MB = 16


class Tool:
    def __init__(self, program):
        self.program = program
        self.resident_mb = self.cpu_seconds = 0.0

    def __call__(self, *arguments):
        # Unlike subprocess.run, wait4 says what this child alone took.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen([self.program, *map(str, arguments)], stdout=out, stderr=err, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            self.resident_mb = max(self.resident_mb, usage.ru_maxrss / 1024)
            self.cpu_seconds = max(self.cpu_seconds, usage.ru_utime + usage.ru_stime)
            return subprocess.CompletedProcess(child.args, child.returncode, out.read(), err.read())

    def over(self, limits):
        """What the runs of a case took beyond its limits; the next case begins anew."""
        most_mb = 4 * (limits.get("rss_mb", MOST_MB) + PROGRAM_MB)
        most_seconds = 10 * max(limits.get("seconds", 0), MOST_SECONDS)
        wrong = ["took %d MiB of %d" % (self.resident_mb, most_mb)] if self.resident_mb > most_mb else []
        wrong += ["took %.1f s of %.1f" % (self.cpu_seconds, most_seconds)] if self.cpu_seconds > most_seconds else []
        self.resident_mb = self.cpu_seconds = 0.0
        return wrong

    def json(self, *arguments):
        ran = self(*arguments)
        first = ran.stdout.split(b"\n")[0]  # one line an array; a file may hold several
        return ran, json.loads(first) if first else None


def check_array(tool, path, facts):
    """What is wrong with the array in `path`, against the facts of the manifest."""
    ran, info = tool.json("info", "--json", path)
    if info is None or ran.returncode:
        return ["info: exit %d, %s" % (ran.returncode, ran.stderr.decode()[:300])]
    wrong = []
    expected = {"shape": facts["shape"], "fortran_order": facts["order"] == "F", "version": facts["version"],
                "data_offset": facts["data_offset"], "data_bytes": facts["nbytes"]}
    for key, value in expected.items():
        if info.get(key) != value:
            wrong.append("info: %s is %r, expected %r" % (key, info.get(key), value))
    if TYPE_STRING.fullmatch(facts["descr"]) and info["descr"] != facts["descr"]:
        wrong.append("info: descr is %r, expected %r" % (info["descr"], facts["descr"]))
    if "c_order_le_sha256" in facts:
        raw = tool("convert", path, "-", "--to", "raw", "--order", "C", "--endian", "little")
        if hashlib.sha256(raw.stdout).hexdigest() != facts["c_order_le_sha256"]:
            wrong.append("the elements differ: %d bytes, %s" % (len(raw.stdout), raw.stderr.decode()[:200]))
    return wrong


def check_error(tool, path, error):
    wrong = []
    ran, found = tool.json("check", "--json", path)
    if found is None:
        return ["check --json: no JSON, exit %d, %s" % (ran.returncode, ran.stderr.decode()[:200])]
    errors = [f for f in found["findings"] if f["severity"] == "error"]
    if found["outcome"] != "error" or not errors or ran.returncode != 1:
        return ["check: outcome %s, exit %d" % (found["outcome"], ran.returncode)]
    if errors[0]["kind"] not in error["kinds"]:
        wrong.append("check: kind %s, expected one of %s" % (errors[0]["kind"], error["kinds"]))
    shown = tool("show", path)
    if shown.returncode == 0 and errors[0]["kind"] != "object_dtype":
        wrong.append("show: exit 0")
    text = json.dumps(errors[0]) + shown.stderr.decode()
    for mention in error["mention"]:
        if mention.lower() not in text.lower():
            wrong.append("the message does not mention %r: %s" % (mention, text[:400]))
    return wrong


def check_append(tool, folder, case):
    with tempfile.TemporaryDirectory() as scratch:
        base = pathlib.Path(scratch) / "base.npy"
        shutil.copy(folder / case["files"]["base.npy"]["file"], base)
        ran = tool("append", base, folder / case["files"]["more.npy"]["file"])
        if ran.returncode:
            return ["append: %s" % ran.stderr.decode()]
        return check_array(tool, base, case["array"])


def check_typed(tool, path, case):
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "out.npy"
        refused = tool("convert", path, out, "--dtype", case["ask"], "--casting", "none")
        text = refused.stderr.decode()
        if refused.returncode == 0 or "type_mismatch" not in text:
            wrong.append("convert --casting none: exit %d, %s" % (refused.returncode, text))
        wrong += ["the message does not mention %r: %s" % (m, text) for m in case["error"]["mention"] if m not in text]
        ran = tool("convert", path, out, "--dtype", case["ask"], "--casting", "checked")
        if ran.returncode:
            wrong.append("convert --casting checked: %s" % ran.stderr.decode())
        elif np.load(out).sum() != case["array"]["sum"]:
            wrong.append("the converted sum is %s" % np.load(out).sum())
    return wrong + check_array(tool, path, case["array"])


def check_findings(tool, path):
    ran, found = tool.json("check", "--json", path)
    if found is None or not found["findings"]:
        return ["check: no finding, exit %d" % ran.returncode]
    return []


def check(tool, folder, case):
    if case["verb"] == "append":
        return check_append(tool, folder, case)
    path = folder / case["file"]
    if case["verb"] == "typed-read":
        return check_typed(tool, path, case)
    if case["outcome"] == "error":
        return check_error(tool, path, case["error"])
    wrong = check_array(tool, path, case["array"])
    return wrong + check_findings(tool, path) if case["outcome"] == "ok-warn" else wrong


def is_archive(case):
    names = [case["file"]] if "file" in case else [f["file"] for f in case["files"].values()]
    return any(name.endswith(".npz") for name in names)


def main(program, folder):
    tool, folder = Tool(program), pathlib.Path(folder)
    cases = json.loads((folder / "manifest.json").read_text())["cases"]
    right, of, skipped = collections.Counter(), collections.Counter(), {}
    for case in cases:
        if is_archive(case):
            path = folder / case["file"] if "file" in case else None
            wrong, left_out = check_archive(tool, path, case)
        else:
            wrong, left_out = check(tool, folder, case), []
        for what in left_out:
            skipped.setdefault(what, []).append(case["id"])
        wrong += tool.over(case.get("limits", {}))
        if wrong or REPLACED not in left_out:
            group = "archives" if is_archive(case) else "arrays"
            of[group] += 1
            right[group] += not wrong
        if wrong:
            print("%s (%s): %s\n    %s" % (case["id"], case["kind"], case["expect"], "\n    ".join(wrong)))
    for what, ids in skipped.items():
        print("skipped in %d cases (%s): %s" % (len(ids), what, " ".join(ids)))
    for group, count in sorted(of.items()):
        print("%-14s %4d of %4d" % (group, right[group], count))
    print("%-14s %4d of %4d reports are as required" % ("all", right.total(), of.total()))
    return 0 if of.total() and right == of else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
