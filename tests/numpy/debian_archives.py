#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""debian_archives.py NOPY: every .npz file inside Debian's python3-numpy, python3-joblib, python3-scipy and python-matplotlib-data, as
far as they are installed: `nopy ls` lists what NumPy lists, `nopy check` finds no error, and `nopy convert FILE:member - --to raw`
gives the bytes NumPy gives; of object arrays `nopy show` gives NumPy's shape."""
import glob
import hashlib
import io
import json
import os
import subprocess
import sys

import numpy as np

NOPY = sys.argv[1]
FOLDERS = ["/usr/lib/python3/dist-packages/numpy", "/usr/lib/python3/dist-packages/joblib",
           "/usr/lib/python3/dist-packages/scipy", "/usr/share/matplotlib"]


def nopy(*arguments):
    return subprocess.run([NOPY, *arguments], capture_output=True, timeout=60)


def object_fault(archive, path, key):
    """These files are Debian's own; nopy itself never executes a pickle."""
    array = archive[key]
    shown = nopy("show", "--json", path, "--member", key)
    if shown.returncode:
        return "show: " + shown.stderr.decode()
    return None if json.loads(shown.stdout)["shape"] == list(array.shape) else "shape " + shown.stdout.decode()[:100]


def member_fault(archive, path, key, listed):
    try:
        with np.load(path) as plain:
            array = plain[key]
    except ValueError:
        return object_fault(archive, path, key)
    if listed["shape"] != list(array.shape):
        return "shape %r" % listed["shape"]
    raw = nopy("convert", path, "-", "--member", key, "--to", "raw", "--order", "C", "--endian", "little")
    expected = array.astype(array.dtype.newbyteorder("<")).tobytes()
    if hashlib.sha256(raw.stdout).digest() != hashlib.sha256(expected).digest():
        return "%d bytes, expected %d: %s" % (len(raw.stdout), len(expected), raw.stderr.decode())
    again = nopy("convert", "%s:%s" % (path, key), "-", "--to", "npy")
    back = np.lib.format.read_array(io.BytesIO(again.stdout))
    return None if back.dtype == array.dtype and back.tobytes() == array.tobytes() else "convert to .npy: %s" % back.dtype


def faults(path):
    checked = json.loads(nopy("check", "--json", path).stdout)
    with np.load(path, allow_pickle=True, encoding="latin1") as archive:
        listed = json.loads(nopy("ls", "--json", path).stdout)["members"]
        if [one["name"] for one in listed] != archive.files:
            yield "ls: %r, expected %r" % ([one["name"] for one in listed], archive.files)
            return
        for one, key in zip(listed, archive.files):
            fault = member_fault(archive, path, key, one)
            if fault:
                yield "%s: %s" % (key, fault)
    errors = {one["kind"] for one in checked["findings"] if one["severity"] == "error"} - {"object_dtype"}
    if errors:
        yield "check: %s" % errors


paths = sorted(path for folder in FOLDERS for path in glob.glob(os.path.join(folder, "**", "*.npz"), recursive=True))
if not paths:
    print("none of the packages is installed")
    sys.exit(77)
count = 0
for path in paths:
    for fault in faults(path):
        count += 1
        print("%s: %s" % (path, fault))
print("%d archives, %d faults" % (len(paths), count))
sys.exit(1 if count else 0)
