#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""debian_files.py PROBE NOPY: every .npy file inside Debian's python3-numpy, python3-joblib, python3-scipy and
python-matplotlib-data, as far as they are installed, reads with the bytes that NumPy gives; of object arrays nopy shows
what NumPy's repr is."""
import ast
import glob
import hashlib
import json
import os
import subprocess
import sys

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
    return None if digest == hashlib.sha256(little_bytes(array)).hexdigest() else "values"


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
