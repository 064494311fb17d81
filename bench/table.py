# SPDX-License-Identifier: MIT
"""The table of speeds: every row is a ratio of medians of CPU time, measured interleaved in one run.

usage: table.py --programs DIRECTORY [--json] [--repetitions N] [ROW...]

`limit` is the same work by raw system calls (or memcpy), `reach` the ratio nopy promises; a row is met at up to
1.15 x reach. The NumPy column is the same work by python3-numpy, held against the same limit.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

# row: (reach, limit, unit); a ratio where the unit is empty, else nopy's own time.
ROWS = {
    "1": (1.03, 1.00, ""),
    "2": (1.85, 1.6, ""),
    "3": (1.15, 1.0, ""),
    "4": (1.05, 1.0, ""),
    "5": (2.0, 1.0, ""),
    "6": (1.5, 1.0, ""),
    "7": (200, 75, "ns"),
    "8": (10000, 5000, "ns"),
    "9": (1.10, 1.0, ""),
    "10": (1.05, 1.0, ""),
    "11a": (1.3, 1.0, ""),
    "12a": (1.5, 1.0, ""),
    "12b": (3.0, 1.0, ""),
    "16": (1.12, 1.0, ""),
    "17a": (0.002, 0.001, ""),
    "17b": (0.01, 0.002, ""),
    "18": (0.6, 0.27, ""),
    "19": (0.10, 0.03, ""),
    "20a": (1.5, 0.9, ""),
    "20b": (1.35, 0.9, ""),
    "21a": (0.65, 0.5, ""),
    "21b": (0.55, 0.38, ""),
    "22": (0.9, 0.76, ""),
    "23a": (0.67, 0.43, ""),
    "23b": (1.33, 0.77, ""),
    "24": (1.67, 1.0, ""),
}
# Rows whose promise is about the geometric mean of their cases: in time as above, in bytes beside zlib 6's where they have sizes.
MEANS = {"18": 1.02, "19": 1.20, "24": None}
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def wanted(row, asked):
    return not asked or row in asked or row.rstrip("abc") in asked


def measure(program, rows, repetitions):
    """Median CPU time in nanoseconds by (row, name, side), all rows of one case interleaved; sizes by (row, name)."""
    command = [
        program,
        "--benchmark_filter=^(" + "|".join(rows) + ")/",
        "--benchmark_repetitions=%d" % repetitions,
        "--benchmark_enable_random_interleaving=true",
        "--benchmark_min_time=0.05",
        "--benchmark_format=json",
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    times, sizes = {}, {}
    for one in json.loads(done.stdout)["benchmarks"]:
        if one["run_type"] != "iteration":
            continue
        row, name, side = one["run_name"].split("/")[:3]
        # What ran in another process says its CPU time itself.
        spent = one["real_time" if "manual_time" in one["run_name"] else "cpu_time"]
        cpu = spent * NANOSECONDS[one["time_unit"]]
        times.setdefault((row, name, side), []).append(cpu)
        if "size" in one:
            sizes[row, name] = one["size"]
    return {key: statistics.median(values) for key, values in times.items()}, sizes


def numpy_times(rows):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numpy_rows.py")
    try:
        done = subprocess.run([sys.executable, script] + rows, stdout=subprocess.PIPE, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {}
    return json.loads(done.stdout)


def rows_of(times, sizes, numpy):
    made = []
    for row, name, side in sorted(times, key=lambda key: (int(key[0].rstrip("abc")), key[0])):
        if side != "nopy":
            continue
        reach, limit, unit = ROWS[row]
        base = times.get((row, name, "limit"), 1.0) if not unit else 1.0
        ratio = times[(row, name, side)] / base
        made.append(
            {
                "row": row,
                "name": name,
                "ratio": round(ratio, 3),
                "reach": reach,
                "met": ratio <= 1.15 * reach,
                "numpy": round(numpy[row] / base, 2) if row in numpy else None,
                "limit": limit,
                "unit": unit,
                "note": "CPU time of one call" if unit else "CPU time against the limit's",
            }
        )
        if (row, name) in sizes:
            made[-1].update(size=round(sizes[row, name], 3))
        if row in MEANS:
            made[-1].update(met=True)
    return made + [mean_of(row, [one for one in made if one["row"] == row]) for row in MEANS
                   if any(one["row"] == row for one in made)]


def mean_of(row, cases):
    reach, limit, unit = ROWS[row]
    mean = statistics.geometric_mean(one["ratio"] for one in cases)
    made = {"row": row, "name": "geometric mean", "ratio": round(mean, 3), "reach": reach, "met": mean <= 1.15 * reach,
            "numpy": None, "limit": limit, "unit": unit, "note": "CPU time against the limit's"}
    if MEANS[row] is not None:
        size = statistics.geometric_mean(one["size"] for one in cases)
        made.update(size=round(size, 3), met=made["met"] and size <= MEANS[row], numpy=1.0, note="CPU time and bytes against zlib 6's")
    return made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    rows = [row for row in ROWS if wanted(row, options.rows)]
    if not rows:
        parser.error("no such row; there are " + ", ".join(ROWS))
    times, sizes = measure(os.path.join(options.programs, "nopy_bench"), rows, options.repetitions)
    made = rows_of(times, sizes, numpy_times(rows))
    if options.json:
        print(json.dumps({"rows": made}, indent=1))
        return
    print("%-4s %-36s %10s %8s %8s %8s" % ("row", "", "nopy", "reach", "limit", "NumPy"))
    for one in made:
        form = "%.0f " + one["unit"] if one["unit"] else "%.4f" if one["row"].startswith("17") else "%.2f"
        cells = [form % value if value is not None else "-" for value in
                 (one["ratio"], one["reach"], one["limit"], one["numpy"])]
        name = "%s, size %.2f" % (one["name"], one["size"]) if "size" in one else one["name"]
        print("%-4s %-36s %10s %8s %8s %8s  %s" % (one["row"], name, *cells, "" if one["met"] else "not met"))


if __name__ == "__main__":
    main()
