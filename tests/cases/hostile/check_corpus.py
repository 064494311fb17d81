#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The corpus through the tool: `nopy check --json [--strict]` on every file gives the outcome, the kind and the exit code that the
manifest requires, for every member of an archive too, and what must load is shown by `nopy info` and written by `nopy convert` as
the value the manifest gives. Through a pipe the file gets the same findings as by its path. One process per file, policy and way.

    check_corpus.py NOPY FOLDER   (made by make_corpus.py)
"""
import collections
import concurrent.futures
import contextlib
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SIMPLE_DESCR = re.compile(r"[<>|][a-zA-Z]\d+(\[\w+\])?")
UNREADABLE = ("io", "not_regular", "usage")


class Ran:
    """A finished process: exit code, stdout, stderr, and the most memory it held."""

    def __init__(self, *arguments, piped=None, **how):
        # Unlike subprocess.run, wait4 says what this child alone took.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen(arguments, stdout=out, stderr=err, stdin=subprocess.PIPE if piped is not None else subprocess.DEVNULL, **how)
            if piped is not None:
                with contextlib.suppress(BrokenPipeError), child.stdin:
                    child.stdin.write(piped)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = self.code = os.waitstatus_to_exitcode(status)
            self.resident_kib = usage.ru_maxrss
            for file, name in ((out, "stdout"), (err, "stderr")):
                file.seek(0)
                setattr(self, name, file.read())


def first_error(checked, members=None):
    """The first error of the findings, of those members where some are named."""
    for one in checked["findings"]:
        if one["severity"] == "error" and (members is None or one["member"] in members):
            return one
    return None


def judge(required, case, strict, error):
    """What is wrong with this error (or none) of an array, or None."""
    kind = error and error["kind"]
    outcome = required["outcome"]
    if outcome == "reject" and case["policy"] == "strict" and not strict:
        return "refused as %s, although NumPy opens it" % kind if kind else None
    if outcome == "reject":
        return "accepted" if not kind else None if kind in required["errors"] else "refused as " + kind
    if outcome == "either" and kind in required["errors"]:
        return None if strict or case["tolerant"] != "load" else "refused as %s, although NumPy opens it" % kind
    return "refused as " + kind if kind else None


def wrong_shape(checked, ran, path):
    """What every answer must keep, whatever the file."""
    wrong = []
    if checked["file"] != path:
        wrong.append("file %r" % checked["file"])
    severities = [one["severity"] for one in checked["findings"]]
    outcome = "error" if "error" in severities else "findings" if "warning" in severities else "ok"
    if checked["outcome"] != outcome:
        wrong.append("outcome %s with findings %s" % (checked["outcome"], severities))
    error = first_error(checked)
    code = 0 if not error else 2 if error["kind"] in UNREADABLE else 1
    if ran.code != code:
        wrong.append("exit code %d, expected %d" % (ran.code, code))
    for one in checked["findings"]:
        if set(one) != {"severity", "kind", "member", "offset", "message", "hint"} or not one["message"]:
            wrong.append("finding %r" % one)
    return wrong


def wrong_value(nopy, argument, value, lazy):
    """What info and convert say of an array that must load."""
    ran = Ran(nopy, "info", "--json", *argument)
    if ran.code:
        return ["info: exit code %d, %s" % (ran.code, ran.stderr.decode()[:200])]
    info = json.loads(ran.stdout.split(b"\n")[0])
    wrong = ["info: %s %r, expected %r" % (key, info[key], expected)
             for key, expected in (("shape", value["shape"]), ("fortran_order", value["fortran_order"]), ("data_bytes", value["nbytes"]))
             if info[key] != expected]
    descr = value["descr"]
    if isinstance(descr, str) and descr.startswith("="):
        descr = "<>"[sys.byteorder == "big"] + descr[1:]
    if isinstance(descr, str) and SIMPLE_DESCR.fullmatch(descr) and SIMPLE_DESCR.fullmatch(info["descr"]) and info["descr"] != descr:
        wrong.append("info: descr %r, expected %r" % (info["descr"], descr))
    if value.get("data_sha256") and not lazy:
        raw = Ran(nopy, "convert", *argument[:1], "-", "--to", "raw", *argument[1:])
        if hashlib.sha256(raw.stdout).hexdigest() != value["data_sha256"]:
            wrong.append("convert: other bytes (%d of them), %s" % (len(raw.stdout), raw.stderr.decode()[:200]))
    return wrong


def check_members(nopy, case, path, checked, strict):
    wrong = []
    outcomes = {}
    for one in checked["members"]:
        outcomes.setdefault(one["name"], []).append(one["outcome"])
    at_open = first_error(checked) if not checked["members"] else None
    for key, required in case["members"].items():
        listed = outcomes.get(key, outcomes.get(key + ".npy", []))
        # A member under another name (one with a NUL) is judged as the archive is.
        error = at_open or first_error(checked, (key, key + ".npy") if listed else None)
        judged = judge(required, case, strict, error)
        if judged:
            wrong.append("%s: %s" % (key, judged))
        if not listed and not error:
            wrong.append("%s: not among the members %s" % (key, list(outcomes)[:5]))
        if listed and ("error" in listed) != bool(error):
            wrong.append("%s: outcomes %s" % (key, listed))
        if not error and not strict and "value" in required:
            wrong += wrong_value(nopy, (path, "--member", key), required["value"], required.get("lazy"))
    if not case["members"]:
        error = first_error(checked)
        judged = judge(case, case, strict, error)
        if judged:
            wrong.append(judged)
    return wrong


def without_name(checked):
    """What is said of a file, but for its name and for messages, which may hold it."""
    return checked["outcome"], [(one["severity"], one["kind"], one["member"], one["offset"]) for one in checked["findings"]], checked.get("members")


def through_pipe(nopy, path, policy, checked, code):
    """A stream has no size before its end, and no position to go back to."""
    ran = Ran(nopy, "check", "--json", *policy, "-", piped=pathlib.Path(path).read_bytes())
    if ran.code != code or ran.stdout.count(b"\n") != 1:
        return ["through a pipe: exit code %d, %r, %r" % (ran.code, ran.stdout[:200], ran.stderr[:200])]
    piped = without_name(json.loads(ran.stdout))
    return [] if piped == without_name(checked) else ["through a pipe: %s, by its path %s" % (piped, without_name(checked))]


@contextlib.contextmanager
def as_nobody(nopy, folder):
    """Options of a process that is not root; relative paths and an open descriptor need no right to the folders above."""
    program = os.open(nopy, os.O_RDONLY)
    try:
        yield dict(executable="/proc/self/fd/%d" % program, pass_fds=(program,), cwd=folder, user=65534, group=65534, extra_groups=[])
    finally:
        os.close(program)


def run_as_nobody(nopy, folder, case, strict):
    with as_nobody(nopy, folder) as how:
        if Ran(nopy, "check", "npy/head-order.npy", **how).code:
            return ["nobody can not read the other files either"]
        ran = Ran(nopy, "check", "--json", *(["--strict"] if strict else []), case["file"], **how)
    checked = json.loads(ran.stdout)
    judged = judge(case, case, strict, first_error(checked))
    return wrong_shape(checked, ran, case["file"]) + ([judged] if judged else [])


def run_case(nopy, folder, case, strict):
    if case.get("needs_nonroot") and os.geteuid() == 0:
        return run_as_nobody(nopy, folder, case, strict)
    path = str(folder / case["file"])
    policy = ["--strict"] if strict else []
    ran = Ran(nopy, "check", "--json", *policy, path)
    if ran.code not in (0, 1, 2) or ran.stdout.count(b"\n") != 1 or ran.stderr:
        return ["exit code %d, %r, %r" % (ran.code, ran.stdout[:200], ran.stderr[:200])]
    checked = json.loads(ran.stdout)
    wrong = wrong_shape(checked, ran, path)
    if "members" in case:
        wrong += check_members(nopy, case, path, checked, strict)
    else:
        error = first_error(checked)
        judged = judge(case, case, strict, error)
        if judged:
            wrong.append(judged)
        if not error and not strict and case.get("value"):
            wrong += wrong_value(nopy, (path,), case["value"], False)
    if case["class"] != "special" and not case["big"]:
        wrong += through_pipe(nopy, path, policy, checked, ran.code)
    # The limit is of one reading; sanitizers multiply it.
    if ran.resident_kib > 4 * 1024 * (case["limits"]["rss_mb"] + 16):
        wrong.append("took %d MiB" % (ran.resident_kib // 1024))
    return wrong


def main(nopy, folder):
    folder = pathlib.Path(folder)
    cases = json.loads((folder / "manifest.json").read_text())["cases"]
    jobs = [(case, strict) for case in cases for strict in (False, True)]
    right, of = collections.Counter(), collections.Counter(case["class"] for case in cases)
    bad = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (case, strict), wrong in zip(jobs, pool.map(lambda job: run_case(nopy, folder, *job), jobs)):
            if wrong:
                bad.add(case["id"])
                print("%s (%s), %s\n    %s" % (case["id"], "strict" if strict else "tolerant", case["what"], "\n    ".join(wrong)))
    right.update(case["class"] for case in cases if case["id"] not in bad)
    for group, count in sorted(of.items()):
        print("%-14s %4d of %4d" % (group, right[group], count))
    print("%-14s %4d of %4d files are as required: checked by path and through a pipe, under both policies" % ("all", right.total(), of.total()))
    return 1 if bad or not cases else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
