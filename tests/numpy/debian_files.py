#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""debian_files.py PROBE NOPY: every .npy file inside Debian's python3-numpy, python3-joblib, python3-scipy and
python-matplotlib-data, as far as they are installed, reads with the bytes that NumPy gives, `nopy convert` gives NumPy's array as .npy, raw
bytes and CSV, and `nopy diff` finds what NumPy finds; of object arrays nopy shows what NumPy's repr is."""
import ast
import glob
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

PROBE, NOPY = sys.argv[1:3]
FOLDERS = ["/usr/lib/python3/dist-packages/numpy", "/usr/lib/python3/dist-packages/joblib",
           "/usr/lib/python3/dist-packages/scipy", "/usr/share/matplotlib"]


def little_bytes(array):
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def object_fault(path):
    """These files are Debian's own; nopy itself never executes a pickle. A str of Python 2 is text to nopy where it is
    ASCII, else bytes; a class is shown by the name that stands in the pickle, because it is not looked up."""
    arrays = [np.load(path, allow_pickle=True, encoding=encoding) for encoding in ("latin1", "bytes")]
    done = subprocess.run([NOPY, "show", path], capture_output=True, encoding="utf-8")
    if done.returncode:
        return "show: " + done.stderr
    shown = json.loads(subprocess.run([NOPY, "show", "--json", path], capture_output=True, encoding="utf-8").stdout)
    if shown["shape"] != list(arrays[0].shape):
        return "shape %r" % shown["shape"]
    for values in zip(*(array.ravel() for array in arrays)):
        expected = ["<__builtin__.xrange>" if value is range else repr(value) for value in values]
        if not any(text in done.stdout for text in expected):
            return "none of %r is in %r" % (expected, done.stdout)
    return None


def nopy(*arguments):
    return subprocess.run([NOPY, *arguments], capture_output=True, timeout=60)


def convert_fault(path, array, folder):
    back = np.load(io.BytesIO(nopy("convert", path, "-", "--to", "npy").stdout))
    if back.dtype != array.dtype or back.shape != array.shape or back.tobytes() != array.tobytes():
        return "convert to .npy"
    turned = np.load(io.BytesIO(nopy("convert", path, "-", "--order", "F", "--endian", "big").stdout))
    if turned.shape != array.shape or little_bytes(turned) != little_bytes(array):
        return "convert to order F, big-endian"
    if nopy("convert", path, "-", "--to", "raw", "--order", "C", "--endian", "little").stdout != little_bytes(array):
        return "convert to raw"
    if array.ndim in (1, 2) and array.size and array.dtype.kind in "biuf":
        text, again = os.path.join(folder, "a.csv"), os.path.join(folder, "a.npy")
        nopy("convert", "-f", path, text)
        nopy("convert", "-f", text, again, "--no-header", "--dtype", array.dtype.str)
        if np.load(again).tobytes() != np.ascontiguousarray(array).tobytes():
            return "convert to CSV and back"
    return None


def diff_fault(path, array, folder):
    other = os.path.join(folder, "b.npy")
    np.save(other, np.asfortranarray(array.astype(array.dtype.newbyteorder(">"))))
    told = json.loads(nopy("diff", "--values", "--equal-nan", "--json", path, other).stdout)
    if not told["equal"]:
        return "diff of equal values: %r" % told
    if not array.size or not array.dtype.itemsize or array.dtype.kind not in "biufcSUmM":
        return None
    changed = np.ascontiguousarray(array).copy()
    items = changed.reshape(-1).view("V%d" % changed.itemsize)
    items[::7] = items[::-7][:len(items[::7])]
    np.save(other, changed)
    differing = np.flatnonzero(items != np.ascontiguousarray(array).reshape(-1).view(items.dtype))
    done = nopy("diff", "--json", "--max", "3", path, other)
    told = json.loads(done.stdout)
    if done.returncode != int(differing.size > 0) or told["different"] != differing.size:
        return "diff: %r, not %d" % (told, differing.size)
    first = [list(map(int, np.unravel_index(at, array.shape))) for at in differing[:3]]
    return None if [one["index"] for one in told["first"]] == first else "diff: first differences %r, not %r" % (told["first"], first)


def fault(path, line):
    try:
        array = np.load(path)
    except ValueError:
        return object_fault(path)
    if line.startswith("!"):
        return line
    descr, order, extents, digest = line.rsplit("|", 3)
    if np.lib.format.descr_to_dtype(ast.literal_eval(descr) if descr[0] == "[" else descr) != array.dtype:
        return "dtype " + descr
    if extents != "".join("%d," % n for n in array.shape):
        return "shape " + extents
    if order != "CF"[array.flags.f_contiguous and not array.flags.c_contiguous]:
        return "order " + order
    if digest != hashlib.sha256(little_bytes(array)).hexdigest():
        return "values"
    with tempfile.TemporaryDirectory() as folder:
        return convert_fault(path, array, folder) or diff_fault(path, array, folder)


paths = sorted(path for folder in FOLDERS for path in glob.glob(os.path.join(folder, "**", "*.npy"), recursive=True))
if not paths:
    print("none of the packages is installed")
    sys.exit(77)
done = subprocess.run([PROBE], input="".join(path + "\n" for path in paths), capture_output=True, encoding="utf-8")
lines = done.stdout.split("\n")[:-1]
faults = 0
if len(lines) != len(paths):
    sys.exit("%d answers to %d paths: %s" % (len(lines), len(paths), done.stderr))
for path, line in zip(paths, lines):
    wrong = fault(path, line)
    if wrong is not None:
        faults += 1
        print("%s: %s" % (path, wrong))
print("%d files, %d faults" % (len(paths), faults))
sys.exit(1 if faults else 0)
