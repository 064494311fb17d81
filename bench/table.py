# SPDX-License-Identifier: MIT
"""The table of speeds: every row is a ratio of medians of CPU time, measured interleaved in one run.

usage: table.py --programs DIRECTORY [--json] [--repetitions N] [ROW...]
       table.py --markdown docs/performance.md [FILE.json...]   writes the table of what --json printed into that page

`limit` is the ratio that the same work by raw system calls (or memcpy) allows, `reach` the ratio nopy promises; a row is
met at up to 1.15 x reach (at least reach / 1.15 for speeds). A row of several cases has the ratio of its worst case, or
their geometric mean where its promise is about that. The NumPy column is the same work by python3-numpy, held against the
same limit; the contenders are written for this table (contenders.cpp).
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

SLACK = 1.15
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class Row:
    """What a row promises. `bench`: the benchmarks it is made of; `kind`: what its ratio is of."""

    def __init__(self, name, reach, limit, unit="", kind="time", bench=None, note="", each=None):
        self.name, self.reach, self.limit, self.unit, self.kind = name, reach, limit, unit, kind
        self.bench, self.note, self.each = bench, note, each


MEAN = "geometric mean of six data sets; "
FRESH = "both into fresh huge pages"
MAPPED = "4 GiB" if "NOPY_LONG" in os.environ else "256 MiB"  # of rows 32, as in stats.cpp

ROWS = {
    "1": Row("load_into, warm memory, 256 MiB", 1.03, 1.00, note="against pread"),
    "2": Row("load into fresh memory, 256 MiB", 1.85, 1.6, note="against pread into warm memory"),
    "3": Row("load 1 MiB again and again", 1.15, 1.0, note="against pread into warm memory"),
    "4": Row("map and sum 256 MiB", 1.05, 1.0, note="against mmap and the same sum"),
    "5": Row("open, map and close 1 TB", 2.0, 1.0, note="against open, mmap, munmap, close"),
    "6": Row("open, 64 KiB of 100 GB", 1.5, 1.0, note="against open, pread, close"),
    "7": Row("header, simple", 200, 75, "ns"),
    "8": Row("header of 100 fields", 10000, 5000, "ns"),
    "9": Row("headers of many files", 1.10, 1.0, note="against open, pread of 1 KiB, close; 2 000 files"),
    "10": Row("save 256 MiB to a new file", 1.05, 1.0, note="against writev"),
    "11a": Row("save 64 KiB to a new npy", 1.3, 1.0, note="against open, writev, close"),
    "11b": Row("save 64 KiB to a new npz", 2.0, 1.0, note="against open, writev, close"),
    "12a": Row("load a npy of 64 KiB", 1.5, 1.0, note="against open, pread, close"),
    "12b": Row("open a npz, load a member of 64 KiB", 3.0, 1.0, note="against open, pread, close"),
    "13": Row("load and verify a stored member, 64 MiB", 1.35, 1.05, note="against pread, warm memory"),
    "14": Row("map and verify a stored member, 64 MiB", 0.8, 0.57, note="against pread, warm memory"),
    "15": Row("load a deflated member", 0.45, 0.33, kind="mean", each=0.70, note=MEAN + "against np.load"),
    "16a": Row("64 MiB in chunks by two threads, all CPU", 1.12, 1.0, note="against libdeflate and its CRC"),
    "16b": Row("the same, wall time", 0.65, 0.5, kind="wall", note="against libdeflate and its CRC"),
    "17a": Row("64 KiB of 1 GiB in chunks", 0.002, 0.001, note="against loading all of it"),
    "17b": Row("64 KiB of 1 GiB deflated, a second time", 0.01, 0.002, note="against inflating all of it"),
    "18a": Row("compress, standard level: time", 0.6, 0.27, kind="mean", bench="18", note=MEAN + "against zlib 6"),
    "18b": Row("compress, standard level: bytes", 1.02, 1.0, kind="size", bench="18", note=MEAN + "against zlib 6"),
    "19a": Row("compress, fast level: time", 0.10, 0.03, kind="mean", bench="19", note=MEAN + "against zlib 6"),
    "19b": Row("compress, fast level: bytes", 1.20, 1.0, kind="size", bench="19", note=MEAN + "against zlib 6"),
    "20a": Row("Fortran to C, 2048 x 2048 f8", 1.5, 0.9, note="against memcpy"),
    "20b": Row("Fortran to C, 2048 x 2048 f4", 1.35, 0.9, note="against memcpy"),
    "21a": Row("f2 to f4", 0.65, 0.5, note="against memcpy of 32 MiB, 4 Mi elements"),
    "21b": Row("f4 to f2", 0.55, 0.38, note="against memcpy of 32 MiB, 4 Mi elements"),
    "22": Row("byte swap f8", 0.9, 0.76, note="against memcpy"),
    "23a": Row("own inflate beside zlib", 1.5, 2.3, kind="speed", note="speed, the least of six data sets"),
    "23b": Row("own inflate beside libdeflate", 0.75, 1.3, kind="speed", note="speed, the least of six data sets"),
    "24": Row("own inflate in wasm, time", 1.67, 1.0, kind="mean", note=MEAN + "against the native one"),
    "25": Row("headers of 5 000 deflated members", 1.5, 1.0, note="against the directory and 1 KiB a member"),
    "26a": Row("open 1 000 000 members", 4.0, 2.3, note="against reading the directory's bytes"),
    "26b": Row("open and find one of 1 000 000", 20.0, 2.3, note="against reading the directory's bytes"),
    "27": Row("memory beside the array", 8.0, 0.0, "MiB", kind="value", note="resident peak, 64 MiB arrays"),
    "28": Row("one member from cold pages, load and sum", 1.1, 1.0, note="wall time against pread, 256 MiB of 1 GiB, " + FRESH),
    "29a": Row("save 200 tensors, 1 GiB, stored", 1.1, 1.0, note="against writev"),
    "29b": Row("load 200 tensors, 1 GiB", 1.1, 1.0, note="against pread, " + FRESH),
    "30": Row("p99 of 64 KiB windows, 8 threads", 1.2, 1.0, note="CPU time of the reading thread against pread's"),
    "31a": Row("system calls to open and read a header", 4, 3, "calls", kind="value"),
    "31b": Row("allocations of a load", 2, 1, "calls", kind="value"),
    "32a": Row("map, all statistics of %s of f8" % MAPPED, 2.5, 1.0, note="against memcpy"),
    "32b": Row("map, all statistics of %s of f4" % MAPPED, 2.5, 1.0, note="against memcpy"),
    "32c": Row("map, all statistics of %s of u1" % MAPPED, 2.5, 1.0, note="against memcpy"),
    "32d": Row("the same by two threads, wall time", 1.25, 0.5, kind="wall", note="against memcpy by one"),
    "33a": Row("compress 1 000 members of 32 KiB by two threads", 0.75, 0.6, note="CPU of both, against zlib 6 and its CRC"),
    "33b": Row("the same, wall time", 0.65, 0.5, kind="wall", note="against one thread"),
}
for _row, _what in ROWS.items():
    _what.bench = _what.bench or _row


def wanted(row, asked):
    return not asked or row in asked or row.rstrip("abcd") in asked


def key_of(row):
    return int(row.rstrip("abcd")), row


class Measured:
    """Medians in nanoseconds by (benchmark, case, side), sizes and values of the same."""

    def __init__(self):
        self.times, self.sizes, self.numpy, self.values = {}, {}, {}, {}

    def cases(self, bench):
        return list(dict.fromkeys(case for one, case, side in self.times if one == bench and side == "nopy"))

    def sides(self, bench, case):
        return {side: time for (one, its, side), time in self.times.items() if (one, its) == (bench, case)}


def measure(into, program, benches, repetitions):
    """Runs the benchmarks, all of one row interleaved at random."""
    for bench in benches:
        command = [
            program,
            "--benchmark_filter=^%s/" % bench,
            "--benchmark_repetitions=%d" % (repetitions if bench not in ("28", "29a", "29b") else 5),
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_min_time=0.05",
            "--benchmark_format=json",
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        if not done.stdout.strip():
            continue
        found = {}
        for one in json.loads(done.stdout)["benchmarks"]:
            if one["run_type"] != "iteration":
                continue
            name, case, side = one["run_name"].split("/")[:3]
            # Wall time where two threads matter; what ran in another process says its CPU time itself.
            wall = one["run_name"].endswith(("/real_time", "/manual_time"))
            time = one["real_time" if wall else "cpu_time"] * NANOSECONDS[one["time_unit"]]
            found.setdefault((name, case, side), []).append(one.get("value", time))
            if "size" in one:
                into.sizes[name, case] = one["size"]
        into.times.update({key: statistics.median(values) for key, values in found.items()})


def measure_footprint(into, program):
    if not os.path.exists(program):
        return
    done = subprocess.run([program], stdout=subprocess.PIPE, check=True, text=True)
    for line in done.stdout.splitlines():
        one = json.loads(line)
        into.values.setdefault(one["row"], {})[one["name"]] = one["value"]


def numpy_script(*arguments):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy_rows.py")
    return subprocess.run(["/usr/bin/python3", script, *arguments], stdout=subprocess.PIPE, check=True).stdout


def case_ratio(measured, bench, case, what):
    """The ratio of a case, and that of every other program beside it."""
    sides = measured.sides(bench, case)
    numpy = measured.numpy.get(bench)
    numpy = numpy.get(case) if isinstance(numpy, dict) else numpy
    if what.kind == "size":
        return {"ratio": measured.sizes[bench, case]}
    if what.kind == "speed":
        return {"ratio": sides["limit"] / sides["nopy"]}
    base = 1.0 if what.unit else sides["limit"]
    if bench == "15" and numpy:
        base = numpy
    made = {"ratio": sides["nopy"] / base}
    if numpy:
        made["numpy"] = numpy / base
    for side, time in sides.items():
        if side not in ("limit", "nopy"):
            made[side] = time / base
    return made


def row_of(measured, row, what):
    note, calibrated = what.note, True
    if what.kind == "value":
        cases = [{"name": name, "ratio": value} for name, value in measured.values.get(what.bench, {}).items()]
    else:
        cases = [{"name": case, **case_ratio(measured, what.bench, case, what)} for case in measured.cases(what.bench)]
    if not cases:
        return None
    ratios = [one["ratio"] for one in cases]
    if what.kind in ("mean", "size"):
        ratio = statistics.geometric_mean(ratios)
    else:
        ratio = min(ratios) if what.kind == "speed" else max(ratios)
    met = ratio >= what.reach / SLACK if what.kind == "speed" else ratio <= what.reach * SLACK
    if what.each:
        met = met and max(ratios) <= what.each * SLACK
    if row == "15" and row not in measured.numpy:
        note = MEAN + "against zlib and its CRC: NumPy was not found"
    if what.kind == "wall":
        gain = 2 * measured.times[what.bench, "calibration", "one"] / measured.times[what.bench, "calibration", "two"]
        note += "; two threads did %.2f times the work of one" % gain
        calibrated = gain >= 1.7
    others = [one["numpy"] for one in cases if "numpy" in one]
    made = {
        "row": row,
        "name": what.name,
        "ratio": rounded(ratio),
        "reach": what.reach,
        "met": met if calibrated else None,
        "numpy": rounded(statistics.geometric_mean(others)) if others else 1.0 if row in ("18a", "18b", "19a", "19b")
        else None,
        "limit": what.limit,
        "unit": what.unit,
        "note": note if calibrated else note + ": not measurable now",
    }
    if what.kind == "speed":
        made["higher_is_better"] = True
    contenders = {side: rounded(value) for side, value in cases[0].items() if side.endswith("-like")}
    if contenders:
        made["contenders"] = contenders
    if len(cases) > 1:
        made["cases"] = [{"name": one["name"], "ratio": rounded(one["ratio"])} for one in cases]
    return made


def rounded(value):
    return float("%.3g" % value) if value < 100 else round(value)


def form(value, unit=""):
    if value is None:
        return "-"
    text = "%.3g" % value if value < 0.1 else "%.2f" % value if not unit and value < 100 else "%.4g" % value
    return text + (" " + unit if unit else "")


def print_table(made):
    print("%-4s %-42s %10s %9s %9s %8s" % ("row", "", "nopy", "reach", "limit", "NumPy"))
    for one in made:
        cells = [form(one[what], one["unit"]) for what in ("ratio", "reach", "limit")] + [form(one["numpy"])]
        verdict = {True: "", False: "not met", None: "not measurable now"}[one["met"]]
        print("%-4s %-42s %10s %9s %9s %8s  %s" % (one["row"], one["name"], *cells, verdict))
        for case in one.get("cases", []):
            print("       %-39s %10s" % (case["name"], form(case["ratio"], one["unit"])))
        for side, ratio in one.get("contenders", {}).items():
            print("       %-39s %10s" % (side, form(ratio)))


BEGIN, END = "<!-- table: ./dev bench -->", "<!-- end of the table -->"


def markdown(rows):
    yield "| row | what | nopy | reach | limit | NumPy | |"
    yield "|---|---|---|---|---|---|---|"
    for one in rows:
        cells = [form(one[what], one["unit"]) for what in ("ratio", "reach", "limit")] + [form(one["numpy"])]
        more = [one["note"]] if one["note"] else []
        more += ["%s %s" % (side, form(ratio)) for side, ratio in one.get("contenders", {}).items()]
        if len(one.get("cases", [])) > 1:
            ratios = [case["ratio"] for case in one["cases"]]
            more.append("%s to %s" % (form(min(ratios)), form(max(ratios), one["unit"])))
        verdict = {True: "", False: "**not met**; ", None: ""}[one["met"]]
        yield "| %s | %s | %s | %s%s |" % (one["row"], one["name"], " | ".join(cells), verdict, "; ".join(more))


def write_page(page, files):
    rows = {}
    for name in files:
        with open(name, encoding="utf-8") as source:
            rows.update({one["row"]: one for one in json.load(source)["rows"]})
    with open(page, encoding="utf-8") as source:
        before, rest = source.read().split(BEGIN + "\n", 1)
    behind = rest.split(END, 1)[1]
    table = "\n".join(markdown([rows[row] for row in sorted(rows, key=key_of)]))
    with open(page, "w", encoding="utf-8") as out:
        out.write(before + BEGIN + "\n" + table + "\n" + END + behind)


def main():
    parser = argparse.ArgumentParser(usage="./dev bench [--json] [--repetitions N] [ROW...]")
    parser.add_argument("--programs")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--markdown", metavar="PAGE")
    parser.add_argument("--understood", action="store_true", help="measure nothing: whether the other arguments are understood")
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    if options.markdown:
        return write_page(options.markdown, options.rows)
    rows = {row: what for row, what in ROWS.items() if wanted(row, options.rows)}
    for asked in options.rows:
        if not any(wanted(row, [asked]) for row in ROWS):
            parser.error("no row %s; there are %s" % (asked, ", ".join(ROWS)))
    if options.understood:
        return
    if not options.programs:
        parser.error("--programs is missing")
    measured = Measured()
    with tempfile.TemporaryDirectory(prefix="nopy-bench-", dir=os.environ.get("NOPY_BENCH_DIR", "/var/tmp")) as sets:
        program = os.path.join(options.programs, "nopy_bench")
        try:
            if "15" in rows:
                subprocess.run([program, "--write-sets", sets], check=True)
                numpy_script("--compress", sets)
                os.environ["NOPY_BENCH_SETS"] = sets
            measured.numpy = json.loads(numpy_script(*rows))
        except (OSError, subprocess.CalledProcessError):
            print("NumPy was not found: its column is empty", file=sys.stderr)
        os.environ["NOPY_BENCH_FOLDER"] = sets  # files are made once, for all rows
        benches = list(dict.fromkeys(what.bench for what in rows.values() if what.kind != "value"))
        measure(measured, program, benches, options.repetitions)
    if any(what.kind == "value" for what in rows.values()):
        measure_footprint(measured, os.path.join(options.programs, "nopy_footprint"))
    made = [one for one in (row_of(measured, row, what) for row, what in rows.items()) if one]
    if options.json:
        print(json.dumps({"rows": made}, indent=1))
    else:
        print_table(made)


if __name__ == "__main__":
    main()
