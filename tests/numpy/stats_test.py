#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`nopy stats` against NumPy: random arrays of every dtype, order and shape, with NaN, infinities, -0.0, subnormals and sums that
overflow, as files, members and slices, along axes and as histograms; and every array in Debian's scipy, numpy and matplotlib
packages.    python3 stats_test.py NOPY"""
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np

NOPY = sys.argv[1]
FOLDERS = ["/usr/lib/python3/dist-packages/numpy", "/usr/lib/python3/dist-packages/joblib",
           "/usr/lib/python3/dist-packages/scipy", "/usr/share/matplotlib"]
rng = np.random.default_rng(20261130)
warnings.simplefilter("ignore")
np.seterr(all="ignore")
failures = []


def nopy(*arguments):
    done = subprocess.run([NOPY, "stats", "--json", *arguments], capture_output=True, encoding="utf-8")
    if done.returncode:
        raise AssertionError("nopy stats %s: %s" % (" ".join(arguments), done.stderr))
    return [json.loads(line) for line in done.stdout.splitlines()]


def number(value):
    return {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.get(value, value)


def near(told, true, scale):
    told = number(told)
    if told is None or math.isnan(true) or math.isinf(true) or math.isnan(told):
        return told is not None and (told == true or (math.isnan(told) and math.isnan(true)))
    return abs(told - true) <= 4e-15 * scale + 1e-320


def faults_of_floats(found, numbers):
    """What is told must be what NumPy and math.fsum say of the numbers as float64; extremes are told in as many digits as
    tell apart the numbers of their type."""
    array, told = numbers.astype("f8"), np.promote_types(numbers.dtype, "f2").newbyteorder("=").type
    if np.dtype(told).itemsize > 8:
        told = np.float64
    flat = array.ravel()
    known = flat[~np.isnan(flat)]
    if (found["count"], found["nan"], found["inf"]) != (flat.size, int(np.isnan(flat).sum()), int(np.isinf(flat).sum())):
        yield "counts"
    if found["zeros"] != int((flat == 0).sum()) or found["negative"] != int((flat < 0).sum()):
        yield "zeros or negative"
    if known.size == 0:
        if any(found[key] is not None for key in ["min", "max", "mean", "std"]) or found["sum"] != 0:
            yield "values of nothing"
        return
    for key, extreme, place in [("min", np.nanmin, np.nanargmin), ("max", np.nanmax, np.nanargmax)]:
        at = np.unravel_index(place(array), array.shape)
        if tuple(found[key + "_index"]) != tuple(int(i) for i in at) or told(number(found[key])) != told(extreme(array)):
            yield "%s %s at %s, not %s at %s" % (key, found[key], found[key + "_index"], extreme(array), at)
    if np.isinf(known).any():
        total, mean, deviation = known.sum(), known.sum(), math.nan
        size = 0
    else:
        exponent = max(math.frexp(float(np.abs(known).max()))[1], -900)
        small = np.ldexp(known, -exponent)  # so that nothing overflows here
        mean = math.ldexp(math.fsum(small) / known.size, exponent)
        try:
            total = math.fsum(known)
        except OverflowError:
            total = math.copysign(math.inf, mean)
        deviation = math.sqrt(math.fsum((small - math.fsum(small) / known.size) ** 2) / known.size)
        deviation = math.inf if exponent > 505 and deviation else math.ldexp(deviation, exponent)
        if exponent > 505 and number(found["std"]) < math.inf:
            deviation = number(found["std"])  # at the edge of overflow
        if exponent < -500:
            deviation = number(found["std"])  # the squares are subnormal
        size = float(np.abs(known).max())
    if not near(found["mean"], mean, abs(mean) + size * 1e-15):
        yield "mean %r, not %r" % (found["mean"], mean)
    if not near(found["sum"], total, abs(total) + size * known.size * 1e-17):
        yield "sum %r, not %r" % (found["sum"], total)
    if not near(found["std"], deviation, 100 * abs(deviation) + size * 1e-9 * (deviation == 0)):
        yield "std %r, not %r" % (found["std"], deviation)


def faults_of_integers(found, array):
    flat = [int(value) for value in array.ravel().tolist()]
    total = sum(flat)
    if (found["count"], found["nan"], found["inf"]) != (len(flat), 0, 0):
        yield "counts"
    if found["zeros"] != flat.count(0) or found["negative"] != sum(value < 0 for value in flat):
        yield "zeros or negative"
    if found["sum"] != total:
        yield "sum %r, not %r" % (found["sum"], total)
    if not flat:
        return
    for key, extreme, place in [("min", min, np.argmin), ("max", max, np.argmax)]:
        at = np.unravel_index(place(array), array.shape)
        if tuple(found[key + "_index"]) != tuple(int(i) for i in at) or int(found[key]) != extreme(flat):
            yield "%s %s at %s, not %s" % (key, found[key], found[key + "_index"], at)
    mean = total / len(flat)
    if not near(found["mean"], mean, abs(mean)):
        yield "mean %r, not %r" % (found["mean"], mean)
    squares = len(flat) * sum(value * value for value in flat) - total ** 2  # their deviations', as often as there are values
    deviation = math.sqrt(squares / len(flat) ** 2) if squares.bit_length() < 1000 else number(found["std"])
    if not near(found["std"], deviation, 100 * deviation + 1e-6 * (deviation < 1e-3)):
        yield "std %r, not %r" % (found["std"], deviation)


def faults_of_times(found, array):
    ticks = array.astype("i8" if array.dtype.isnative else array.dtype.newbyteorder("=")).view("i8").ravel()
    known = ticks[~np.isnat(array.ravel())]
    if (found["count"], found["nan"]) != (ticks.size, ticks.size - known.size):
        yield "counts"
    if known.size:
        # NumPy's nanargmin finds NaT.
        at = np.unravel_index(np.argmin(np.where(np.isnat(array.ravel()), np.iinfo("i8").max, ticks)), array.shape)
        if tuple(found["min_index"]) != tuple(int(i) for i in at):
            yield "min at %s, not %s" % (found["min_index"], at)


def faults(found, array):
    kind = array.dtype.kind
    if kind in "fe":
        yield from faults_of_floats(found, array)
    elif kind in "iub":
        yield from faults_of_integers(found, array)
    elif kind in "mM":
        yield from faults_of_times(found, array)
    elif kind == "c":
        for part, values in zip(found["parts"], [array.real, array.imag]):
            yield from ("%s: %s" % (part["part"], wrong) for wrong in faults_of_floats(part, values))
    elif kind in "SU":
        flat = array.ravel().tolist()
        if found["count"] != len(flat) or found["empty"] != sum(not word for word in flat):
            yield "counts"
        if flat and kind == "U" and (found["min"], found["max"]) != (min(flat), max(flat)):
            yield "min and max"
        if flat and (found["shortest"], found["longest"]) != (min(map(len, flat)), max(map(len, flat))):
            yield "lengths"
    elif kind == "V" and array.dtype.names:
        for name in array.dtype.names:
            told = [part for part in found["parts"] if part["part"] == name]
            if told and array.dtype[name].base.kind in "fiub":
                yield from ("%s: %s" % (name, wrong) for wrong in faults(told[0], array[name]))


def check(what, found, array):
    for wrong in faults(found, array):
        failures.append("%s (%s %s): %s" % (what, array.dtype, array.shape, wrong))


def floats(dtype, shape, way):
    made = rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4, shape)
    if way == "far":
        made = 1e6 + rng.normal(size=shape)
    if way == "subnormal":
        made = rng.normal(size=shape) * np.finfo(dtype).tiny
    if way == "huge":
        made = rng.uniform(0.4, 1, size=shape) * float(np.finfo(dtype).max)
    made = made.astype(dtype)
    if way == "special":
        for value, share in [(np.nan, 5), (np.inf, 40), (-np.inf, 60), (-0.0, 7), (0.0, 7)]:
            made = np.where(rng.integers(0, share, shape) == 0, np.asarray(value, dtype), made)
    if way == "nan":
        made = np.full(shape, np.nan, dtype)
    return made


def random_array(code, shape):
    dtype = np.dtype(code)
    if dtype.kind == "f":
        ways = ["plain", "far", "huge", "special", "nan"]
        if dtype.char != "g":  # of nothing but subnormals nopy takes quad to be as likely as x87
            ways.append("subnormal")
        return floats(dtype, shape, rng.choice(ways))
    if dtype.kind == "c":
        part = np.dtype("f%d" % (dtype.itemsize // 2))
        made = np.empty(shape, dtype)
        made.real, made.imag = floats(part, shape, "special"), floats(part, shape, "plain")
        return made
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "mM":
        return np.where(rng.integers(0, 5, shape) == 0, np.array("NaT", dtype), rng.integers(-10**9, 10**9, shape).astype(dtype))
    if dtype.kind in "SU":
        return np.array(["".join(rng.choice(list("aбz\U0001f600" if dtype.kind == "U" else "abz"), rng.integers(0, 4)))
                         for _ in range(math.prod(shape))], dtype).reshape(shape)
    limits = np.iinfo(dtype)
    if rng.integers(0, 3) == 0:
        return rng.integers(0, 3, shape).astype(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def cases():
    for code in ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g", "c8", "c16", "M8[ns]", "m8[s]",
                 "S5", "U4"]:
        for shape in [(), (0,), (1,), (7,), (3, 0), (40, 50), (5, 7, 9), (30001,), (2, 4099)]:
            array = random_array(code, shape)
            yield array
            if array.dtype.itemsize > 1 and array.dtype.char not in "gS":  # of '>f16' nothing says that it is x87
                yield array.astype(array.dtype.newbyteorder(">"))
            if array.ndim > 1:
                yield np.asfortranarray(array)


def check_lines(path, array):
    for axis in range(array.ndim):
        [told] = nopy("--axis", str(axis - rng.integers(0, 2) * array.ndim), path)
        lines = np.moveaxis(array, axis, -1)
        if len(told["lines"]) != math.prod(lines.shape[:-1]):
            failures.append("%s: %d lines along %d" % (path, len(told["lines"]), axis))
        for line in told["lines"]:
            check("%s, axis %d, line %s" % (path, axis, line["index"]), line, lines[tuple(line["index"])])


def check_histogram(path, array):
    bins = int(rng.integers(1, 50))
    [told] = nopy("--histogram", str(bins), "--jobs", "2", path)
    values = array.astype("f8").ravel()
    values = values[np.isfinite(values)]
    if values.size == 0 or values.max() - values.min() == np.inf:
        return
    try:
        counts, edges = np.histogram(values, bins)
    except IndexError:
        return  # NumPy divides by the range, and of a subnormal one that is infinite
    if counts.tolist() != told["histogram"]["counts"] or edges.tolist() != told["histogram"]["edges"]:
        failures.append("%s: the histogram of %s" % (path, array.dtype))


def check_random(folder):
    members = {}
    paths, arrays = [], []
    for i, array in enumerate(cases()):
        path = os.path.join(folder, "%d.npy" % i)
        np.save(path, array)
        paths.append(path)
        arrays.append(array)
        if array.dtype.kind != "V" and i % 3 == 0:
            members["a%d" % i] = array
        if array.ndim > 1 and array.size < 3000 and array.dtype.kind in "fiub":
            check_lines(path, array)
        if array.dtype.kind in "fiub" and i % 5 == 0 and array.dtype.itemsize <= 8:
            check_histogram(path, array)
        if array.ndim == 2 and array.dtype.kind in "fi":
            [told] = nopy(path + "[::-2, 1:]")
            check(path + "[::-2, 1:]", told, array[::-2, 1:])
    for path, array, told in zip(paths, arrays, nopy(*paths)):
        check(path, told, array)
    for save in [np.savez, np.savez_compressed]:
        path = os.path.join(folder, "all.npz")
        save(path, **members)
        for told in nopy(path, "--jobs", "2"):
            check("%s of %s" % (told["name"], save.__name__), told, members[told["name"]])
    return len(paths)


def check_large(folder):
    """Longer than a chunk, so that threads have something to do: every number of them gives the same."""
    for array in [floats("f8", (300_000,), "special"), floats("f4", (700, 999), "plain"), rng.integers(0, 255, 3_000_000, "u1"),
                  np.asfortranarray(rng.integers(0, 9, (700, 999), "i8")), np.arange(3_000_000) * 10**12]:
        path = os.path.join(folder, "large.npy")
        np.save(path, array)
        told = nopy(path)
        check("large", told[0], array)
        packed = os.path.join(folder, "large.npz")
        np.savez_compressed(packed, a=array)
        again = nopy(packed)
        for key in ["file", "name", "member"]:
            again[0].pop(key), told[0].pop(key, None)
        if again != told:
            failures.append("a deflated member tells other things of %s" % array.dtype)
        for jobs in ["2", "5"]:
            other = nopy(path, "--jobs", jobs)
            other[0].pop("file")
            if other != told:
                failures.append("%s threads tell other things of %s" % (jobs, array.dtype))


def check_debian():
    paths = [path for folder in FOLDERS for ending in ["npy", "npz"]
             for path in glob.glob(os.path.join(folder, "**", "*." + ending), recursive=True)]
    looked_at = 0
    for path in sorted(paths):
        try:
            loaded = np.load(path)
            arrays = dict(loaded) if path.endswith(".npz") else {None: loaded}
        except ValueError:
            continue  # objects
        for told in nopy(path):
            check(path, told, arrays[told.get("name")])
            looked_at += 1
    return looked_at


with tempfile.TemporaryDirectory() as temporary:
    random_count = check_random(temporary)
    check_large(temporary)
debian_count = check_debian()
for line in failures[:40]:
    print(line)
print("%d random arrays, %d of Debian's, %d faults" % (random_count, debian_count, len(failures)))
sys.exit(1 if failures else 0)
