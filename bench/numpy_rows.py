# SPDX-License-Identifier: MIT
"""The same work by NumPy: prints {row: median CPU nanoseconds} as JSON, by case where a row has several.

usage: numpy_rows.py ROW...              row 15 loads the archives in $NOPY_BENCH_SETS
       numpy_rows.py --compress FOLDER   makes those archives of the folder's 0.npy, 1.npy, ...
"""
import io
import json
import os
import shutil
import statistics
import sys
import tempfile
import time

import numpy as np

BIG = 64 << 20
SETS = ("noise f4", "smooth f8", "index i8", "image u1", "one-hot u1", "text")


def median(work, repetitions=7, number=1):
    times = []
    work()
    for _ in range(repetitions):
        began = time.process_time_ns()
        for _ in range(number):
            work()
        times.append((time.process_time_ns() - began) / number)
    return statistics.median(times)


def header_bytes(dtype, shape):
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": dtype, "fortran_order": False, "shape": shape})
    return out.getvalue()


def parse(data):
    stream = io.BytesIO(data)
    np.lib.format.read_magic(stream)
    np.lib.format.read_array_header_1_0(stream)


def save_new(folder, array, save=np.save, count=[0]):
    count[0] += 1
    path = os.path.join(folder, "numpy%d.%s" % (count[0], "npy" if save is np.save else "npz"))
    save(path, array)
    os.unlink(path)


def measure(row, folder):
    def file(name, array, save=np.save):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            save(path, array())
        return path

    if row in ("1", "2"):
        path = file("big.npy", lambda: np.ones(BIG, "f4"))
        return median(lambda: np.load(path))
    if row in ("3", "12a"):
        count = (1 << 18) if row == "3" else (1 << 14)
        path = file("small%d.npy" % count, lambda: np.ones(count, "f4"))
        return median(lambda: np.load(path), number=200)
    if row == "4":
        path = file("big.npy", lambda: np.ones(BIG, "f4"))
        return median(lambda: np.load(path, mmap_mode="r").sum())
    if row in ("5", "6"):
        path = os.path.join(folder, "huge%s.npy" % row)
        if not os.path.exists(path):
            count = (1 << 38) if row == "5" else 25_000_000_000
            with open(path, "wb") as out:
                out.write(header_bytes("<f4", (count,)))
                out.truncate(out.tell() + 4 * count)
        if row == "5":
            return median(lambda: np.load(path, mmap_mode="r"), number=50)
        middle = 12_500_000_000
        return median(lambda: np.array(np.load(path, mmap_mode="r")[middle : middle + (1 << 14)]), number=50)
    if row == "7":
        data = header_bytes("<f4", (3, 4))
        return median(lambda: parse(data), number=1000)
    if row == "8":
        data = header_bytes([("field_%d" % i, "<f4") for i in range(100)], (3,))
        return median(lambda: parse(data), number=20)
    if row in ("12b", "13"):
        path = file("%s.npz" % row, lambda: np.ones(1 << (14 if row == "12b" else 24), "f4"), np.savez)
        return median(lambda: np.load(path)["arr_0"], number=100 if row == "12b" else 1)
    if row == "15":
        sets = os.environ["NOPY_BENCH_SETS"]
        return {name: median(lambda: np.load("%s/%d.npz" % (sets, i))["x"]) for i, name in enumerate(SETS)}
    if row == "9":
        def scan(paths):
            for path in paths:
                with open(path, "rb") as stream:
                    np.lib.format.read_magic(stream)
                    np.lib.format.read_array_header_1_0(stream)

        paths = {count: [file("many%d_%d.npy" % (count, i), lambda: np.zeros(count, "f4")) for i in range(2000)]
                 for count in (100, 4096)}
        return {name: median(lambda: scan(paths[count]), repetitions=3)
                for name, count in (("528 bytes each", 100), ("16 KiB each", 4096))}
    if row == "10":
        array = np.ones(BIG, "f4")
        return median(lambda: save_new(folder, array), repetitions=5)
    if row in ("11a", "11b"):
        array = np.ones(1 << 14, "f4")
        return median(lambda: save_new(folder, array, np.save if row == "11a" else np.savez), number=50)
    if row in ("20a", "20b"):
        array = np.ones((2048, 2048), "f8" if row == "20a" else "f4", order="F")
        into = np.empty((2048, 2048), array.dtype)
        return median(lambda: np.copyto(into, array))
    if row in ("21a", "21b", "22"):
        kinds = {"21a": ("f2", "f4"), "21b": ("f4", "f2"), "22": (">f8", "<f8")}[row]
        array = np.ones(4 << 20, kinds[0])
        into = np.empty(4 << 20, kinds[1])
        return median(lambda: np.copyto(into, array))
    if row == "33a":
        values = np.sin(np.arange(5096) / 1000)
        members = {"m%d" % i: values[i : i + 4096] for i in range(1000)}
        return median(lambda: save_new(folder, members, lambda path, all: np.savez_compressed(path, **all)), repetitions=3)
    return None


def compress(folder):
    for i in range(len(SETS)):
        np.savez_compressed("%s/%d.npz" % (folder, i), x=np.load("%s/%d.npy" % (folder, i)))


def main():
    if sys.argv[1] == "--compress":
        return compress(sys.argv[2])
    folder = tempfile.mkdtemp(prefix="nopy-bench-", dir=os.environ.get("NOPY_BENCH_DIR", "/var/tmp"))
    try:
        made = {row: measure(row, folder) for row in sys.argv[1:]}
    finally:
        shutil.rmtree(folder)
    print(json.dumps({row: value for row, value in made.items() if value is not None}))


if __name__ == "__main__":
    main()
