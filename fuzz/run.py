#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs fuzz targets for so many seconds of CPU time each, and keeps the sums of what was tried.

    run.py BUILD [TARGET...] [--seconds N]   what is found lies in BUILD/findings, the inputs tried in BUILD/found/TARGET
    run.py BUILD [TARGET...] --record        adds the sums since the last record to docs/security.md, and makes the smallest
                                             inputs that reach every edge the corpus of the target, fuzz/corpus/TARGET.zip

CPU time, since a machine that is busy with other things runs a target for a part of the time only.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "security.md"
VECTORS = HERE.parent / "tests" / "vectors"
# dictionary, longest input, folder of seeds, bytes of choices in front of a seed
OPTIONS = {
    "append": ("header", 512, "npy", 16),
    "directory": ("zip", 1024, "npz", 0),
    "dtype": ("header", 256, None, 0),
    "edit": ("zip", 1024, "npz", 32),
    "header": ("header", 1024, "npy", 0),
    "inflate": (None, 1024, None, 0),
    "kernels": (None, 512, None, 0),
    "literal": ("header", 256, None, 0),
    "naive": (None, 256, None, 0),
    "npy": ("header", 512, "npy", 8),
    "npz": ("zip", 2048, "npz", 0),
    "object": (None, 512, None, 0),
    "request": ("request", 512, None, 0),
    "slice": ("slice", 64, None, 0),
    "text": ("header", 128, None, 0),
}
CHOICES = bytes(range(3, 35))


class Sums:
    """What was tried since the last record."""

    def __init__(self, build):
        self.path = build / "sums.json"
        self.all = json.loads(self.path.read_text()) if self.path.exists() else {}

    def add(self, name, executions, cpu_seconds, edges):
        one = self.all.setdefault(name, {"executions": 0, "cpu_seconds": 0.0, "edges": 0})
        one["executions"] += executions
        one["cpu_seconds"] += cpu_seconds
        one["edges"] = max(one["edges"], edges)
        self.write()

    def write(self):
        self.path.write_text(json.dumps(self.all, indent=1, sort_keys=True) + "\n")


def corpus_file(name):
    return HERE / "corpus" / (name + ".zip")


def unpack(name, folder):
    """The committed inputs, those that once found something, and the seeds, as files."""
    folder.mkdir(parents=True, exist_ok=True)
    if corpus_file(name).exists():
        with zipfile.ZipFile(corpus_file(name)) as archive:
            archive.extractall(folder)
    for found in sorted((HERE / "findings" / name).glob("*")):
        shutil.copy(found, folder / found.name)
    _, longest, seeds, choices = OPTIONS[name]
    for seed in sorted((VECTORS / seeds).iterdir()) if seeds else []:
        if seed.stat().st_size + choices <= longest:
            (folder / ("seed-" + seed.name)).write_bytes(CHOICES[:choices] + seed.read_bytes())


def pack(name, folder):
    """The same inputs always give the same archive."""
    inputs = {hashlib.sha256(one.read_bytes()).hexdigest()[:8]: one.read_bytes() for one in folder.iterdir()}
    corpus_file(name).parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(corpus_file(name), "w") as archive:
        for key, content in sorted(inputs.items()):
            archive.writestr(zipfile.ZipInfo(key), content, zipfile.ZIP_DEFLATED, 9)
    return len(inputs)


def cpu_seconds(pid):
    fields = pathlib.Path("/proc/%d/stat" % pid).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def command(build, name):
    dictionary, longest, _, _ = OPTIONS[name]
    made = [str(build / "fuzz" / (name + "_fuzz")), "-max_len=%d" % longest]
    if dictionary:
        made.append("-dict=%s" % (HERE / "dictionaries" / (dictionary + ".dict")))
    # The limit of one input is wall time: a starved process can need minutes for the milliseconds it takes.
    return made + ["-timeout=1200", "-rss_limit_mb=1024", "-print_final_stats=1", "-artifact_prefix=%s/" % (build / "findings" / name)]


def environment():
    """Files of the targets that write some go where there is no disk behind."""
    return dict(os.environ, TMPDIR="/dev/shm") if os.access("/dev/shm", os.W_OK) else None


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run(build, name, seconds):
    """True where nothing was found."""
    (build / "findings" / name).mkdir(parents=True, exist_ok=True)
    (build / "logs").mkdir(exist_ok=True)
    found = build / "found" / name
    unpack(name, found)
    log = build / "logs" / (name + ".log")
    with open(log, "wb") as out:
        child = subprocess.Popen(command(build, name) + [str(found)], stdout=out, stderr=out, env=environment())
        while cpu_seconds(child.pid) < seconds:
            time.sleep(0.2)
            if os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                break
        os.kill(child.pid, signal.SIGUSR1)  # libFuzzer ends after the input it is at; send_signal would reap it
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    text = log.read_text(errors="replace")
    executions, edges = number(r"stat::number_of_executed_units: *(\d+)", text), number(r" cov: (\d+)", text)
    cpu = usage.ru_utime + usage.ru_stime
    Sums(build).add(name, executions, cpu, edges)
    verdict = "nothing found" if child.returncode == 0 else "FOUND something: %s" % log
    print("  %-10s %9d inputs in %5.1f s of CPU time, %5d edges: %s" % (name, executions, cpu, edges, verdict), flush=True)
    return child.returncode == 0


def minimise(build, name):
    """The fewest inputs that reach every edge; how often each is reached does not count."""
    with tempfile.TemporaryDirectory() as scratch:
        smallest, all_inputs = pathlib.Path(scratch) / "smallest", build / "found" / name
        smallest.mkdir()
        unpack(name, all_inputs)
        subprocess.run(command(build, name) + ["-merge=1", "-use_counters=0", str(smallest), str(all_inputs)],
                       check=True, capture_output=True, env=environment())
        return pack(name, smallest)


def spaced(count):
    return "{:,}".format(count).replace(",", " ")


def record(build, names):
    sums = Sums(build)
    lines = PAGE.read_text().split("\n")
    for at, line in enumerate(lines):
        cells = line.split(" | ")
        name = cells[0].lstrip("| ")
        if len(cells) != 6 or name not in sums.all or name not in names:
            continue
        inputs = minimise(build, name)
        new = sums.all.pop(name)
        cells[2] = spaced(int(cells[2].replace(" ", "")) + new["executions"])
        cells[3] = "%.1f" % (float(cells[3]) + new["cpu_seconds"] / 60)
        cells[4] = spaced(max(int(cells[4].replace(" ", "")), new["edges"]))
        lines[at] = " | ".join(cells)
        print("  %-10s %s inputs in sum, %s CPU minutes; corpus: %d inputs" % (name, cells[2], cells[3], inputs), flush=True)
    PAGE.write_text("\n".join(lines))
    sums.write()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("build", type=pathlib.Path)
    arguments.add_argument("targets", nargs="*")
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--record", action="store_true")
    given = arguments.parse_args()
    build = given.build.resolve()
    there = [name for name in sorted(OPTIONS) if (build / "fuzz" / (name + "_fuzz")).exists()]
    names = given.targets or there
    for name in names:
        if name not in there:
            sys.exit("no fuzz target named %s; there are %s" % (name, ", ".join(there)))
    if given.record:
        return record(build, names)
    return 0 if all([run(build, name, given.seconds) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
