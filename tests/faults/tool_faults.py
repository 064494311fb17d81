#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every system call of the tool fails, once and for good, or falls short: a success is the whole result, an error leaves
every file as it was and no other behind, and nothing ends by a signal.    tool_faults.py NOPY FAILING_CALLS.so

NOPY_LONG=1 (./dev test --long): every errno, once and for good."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

NOPY, SHIM = map(os.path.abspath, sys.argv[1:3])
EINTR, EIO, ENOSPC, EDQUOT = "4", "5", "28", "122"
FAULTS = [(EIO, False), (ENOSPC, True), (EINTR, False), ("short", True)]
if os.environ.get("NOPY_LONG"):
    FAULTS = [(code, good) for code in (EIO, ENOSPC, EINTR, EDQUOT, "short") for good in (False, True)]


def make_inputs(folder):
    """One archive, arrays, a table, and damaged files."""
    rng = np.random.default_rng(20261130)
    at = lambda name: os.path.join(folder, name)
    np.save(at("a.npy"), rng.normal(size=(50, 3)))
    np.save(at("old.npy"), np.arange(7))
    np.savez_compressed(at("a.npz"), x=rng.integers(0, 9, 70_000), y=rng.normal(size=(40, 5)))
    with open(at("t.csv"), "w") as table:
        table.write("".join(f"{i},{i * 0.5}\n" for i in range(500)))
    whole = open(at("a.npz"), "rb").read()
    with open(at("cut.npz"), "wb") as cut:
        cut.write(whole[:-30])
    rows = open(at("a.npy"), "rb").read()
    with open(at("torn.npy"), "wb") as torn:  # 49 whole rows and a piece of one
        torn.write(rows[:-13])


# What is run, and what it writes; nothing else may change. "->" is stdout.
COMMANDS = [
    ("convert a.npy new.npy", ["new.npy"]),
    ("convert -f a.npy old.npy", ["old.npy"]),
    ("convert a.npz:x new.npy", ["new.npy"]),
    ("convert -f a.npz:y old.csv", ["old.csv"]),
    ("convert t.csv new.npy", ["new.npy"]),
    ("create new.npy --dtype f8 --shape 30,4", ["new.npy"]),
    ("append --rewrite old.npy old.npy", ["old.npy"]),
    ("pack new.npz a.npy old.npy", ["new.npz"]),
    ("add a.npz a.npy", ["a.npz"]),
    ("rm a.npz y", ["a.npz"]),
    ("mv a.npz y z", ["a.npz"]),
    ("repack -f --store a.npz", ["a.npz"]),
    ("salvage cut.npz new.npz", ["new.npz"]),
    ("repair torn.npy new.npy", ["new.npy"]),
    ("unpack a.npz", ["x.npy", "y.npy"]),
    ("show a.npz:x", []),
    ("show --json a.npy", []),
    ("ls a.npz a.npy", []),
    ("check a.npz a.npy", []),
    ("diff a.npz:y a.npy", []),
    ("info a.npz:x", []),
]


def contents(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in sorted(os.listdir(folder))}


def run(command, before, **faults):
    """Exit code, stdout, stderr, the files behind it, calls made, and the first that was hit."""
    with tempfile.TemporaryDirectory(prefix="nopy-test-") as folder, tempfile.NamedTemporaryFile() as log:
        for name, content in before.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        environment = dict(os.environ, LD_PRELOAD=SHIM, NOPY_FAULT_LOG=log.name, TMPDIR=folder, **faults)
        done = subprocess.run([NOPY, *command.split()], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL,
                              timeout=120)
        calls, hit = open(log.name).read().split()
        return done.returncode, done.stdout, done.stderr.decode(), contents(folder), int(calls), hit


def judge(command, written, before, good, got, hit):
    """What is wrong with a run, or None."""
    code, out, err, after, _, _ = got
    if code not in (0, 1, 2):
        return f"ended by {code}"
    said_no = good[0] == 1 and code == 1
    if (code == good[0]) and (code == 0 or said_no):
        # What can not be removed stays.
        stayed = {name for name in after if name.startswith(".nopy-") and hit.startswith("unlink")}
        if {name: after[name] for name in after if name not in stayed} != good[3]:
            return "a success, and the files are not the whole result"
        return None if out == good[1] else "a success, and its output is not the whole one"
    if "nopy: " not in err and not (command.startswith("check") and b"[io]" in out):
        return "an error without a message"
    for name in sorted(set(before) | set(after)):
        same = after.get(name) == before.get(name)
        whole = name in written and after.get(name) == good[3].get(name)
        # Members are unpacked one by one; and the result may be there before stdout fails, or its folder's fsync.
        if same or whole and (hit in ("fsync", "unlink", "unlinkat") or command.startswith("unpack") or "stdout: " in err):
            continue
        # What can not be removed stays.
        if name not in before and name not in written and hit in ("unlink", "unlinkat"):
            continue
        # An appended file may be longer than its header says; what it says is the old array.
        if command.startswith("append") and after[name].startswith(before[name]):
            continue
        return f"an error ({hit}), and {name} is {'left behind' if name not in before else 'changed'}"
    return None


def every_fault(command, written, before):
    good = run(command, before)
    if good[0] not in (0, 1):
        return 0, [f"{command}: {good[2]}"]
    count, wrong = 0, []
    for fault, for_good in FAULTS:
        for at in range(10_000):
            faults = {"NOPY_FAULT_AT": str(at), "NOPY_FAULT": fault}
            if for_good:
                faults["NOPY_FAULT_FOR_GOOD"] = "1"
            got = run(command, before, **faults)
            hit = got[5]
            if hit == "-":
                break
            count += 1
            complaint = judge(command, written, before, good, got, hit)
            if complaint:
                wrong.append(f"nopy {command}: fault {fault}{' for good' if for_good else ''} at call {at} ({hit}): {complaint}\n"
                             f"    exit code {got[0]}, stderr: {got[2][:300]}")
    return count, wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(folder)
        before = contents(folder)
    total, wrong = 0, []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [(command, pool.submit(every_fault, command, written, before)) for command, written in COMMANDS]
        for command, job in jobs:
            count, complaints = job.result()
            print(f"{count:6} faults: nopy {command}", flush=True)
            total += count
            wrong += complaints
    print(f"{total} faults, {len(wrong)} wrong")
    for line in wrong[:60]:
        print(line)
    assert total > 1000 or wrong, total
    sys.exit(1 if wrong else 0)


main()
