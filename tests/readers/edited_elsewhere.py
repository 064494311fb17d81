#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Archives with a table of chunks, edited by tools that know nothing of it: nopy reads what NumPy reads, table or no table.

    edited_elsewhere.py NOPY FOLDER     FOLDER holds aligned-chunked.npz of npz_write_probe
"""
import os
import shutil
import subprocess
import sys
import zipfile

import numpy as np

NOPY, FOLDER = sys.argv[1:]
HERE = os.path.join(FOLDER, "edited")
KEY = "n2200000"


def copy(name):
    path = os.path.join(HERE, name)
    shutil.copy(os.path.join(FOLDER, "aligned-chunked.npz"), path)
    return path


def python_appends(path):
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.npy", b"no array")


def python_copies(path):
    """The common loop: every record goes on with its extra field, to bytes that were compressed anew."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info, old.read(info))
    os.replace(path + ".new", path)


def python_replaces(path):
    """Other values of the same size under the old record."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            data = bytearray(old.read(info))
            if info.filename == KEY + ".npy":
                data[-8:] = bytes(8)
            new.writestr(info, bytes(data))
    os.replace(path + ".new", path)


def zip_updates(path):
    array = os.path.join(HERE, "added.npy")
    np.save(array, np.arange(3))
    subprocess.run(["zip", "-q", "-j", "-u", path, array], check=True)


def zip_deletes(path):
    with zipfile.ZipFile(path) as archive:
        other = next(name for name in archive.namelist() if name != KEY + ".npy")
    subprocess.run(["zip", "-q", "-d", path, other], check=True)


def seven_zip_adds(path):
    array = os.path.join(HERE, "added.npy")
    np.save(array, np.arange(3))
    subprocess.run(["7z", "a", path, array], check=True, stdout=subprocess.DEVNULL)


# The edit, the program it needs, and whether the table is still there and says something else than the bytes.
EDITS = [(python_appends, None, False), (python_copies, None, True), (python_replaces, None, True),
         (zip_updates, "zip", False), (zip_deletes, "zip", False), (seven_zip_adds, "7z", False)]


def main():
    os.makedirs(HERE, exist_ok=True)
    wrong = 0
    absent = []
    for edit, program, stale in EDITS:
        name = edit.__name__
        if program and not shutil.which(program):
            absent.append("%s: %s is not installed" % (name, program))
            continue
        path = copy(name + ".npz")
        edit(path)
        out = path + ".npy"
        told = subprocess.run([NOPY, "check", "--jobs", "2", path], capture_output=True, text=True)
        subprocess.run([NOPY, "convert", "-f", "--jobs", "2", path + ":" + KEY, out], check=True)
        with np.load(path, allow_pickle=False) as archive:
            same = np.array_equal(np.load(out), archive[KEY])
        noted = "zip_index_stale" in told.stdout
        if not same or told.returncode or noted != stale:
            wrong += 1
            print("%s: values %s, check %d, stale %s:\n%s" % (name, same, told.returncode, noted, told.stdout))
    shutil.rmtree(HERE)
    if absent:
        print("skipped: " + "; ".join(absent))
    return 1 if wrong else 77 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
