#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Edits of archives against NumPy and zipfile, and those of other programs against nopy: after every one NumPy, zipfile's
CRC test and `nopy check` agree on what the archive holds. Exit code 77 where a program is not installed.
python3 edit_test.py NOPY"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

NOPY = os.path.abspath(sys.argv[1])
rng = np.random.default_rng(20261130)
absent = set()


def here(program):
    if shutil.which(program) is None:
        absent.add(program)
    return program not in absent


def run(*command):
    done = subprocess.run(command, capture_output=True)
    assert done.returncode == 0, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout.decode()


def check(path, expected):
    with np.load(path) as loaded:
        assert sorted(loaded.files) == sorted(expected), (loaded.files, list(expected))
        for key, array in expected.items():
            assert loaded[key].dtype == array.dtype and np.array_equal(loaded[key], array), key
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
    run(NOPY, "check", path)
    names = run(NOPY, "ls", "--names", path).split()
    assert sorted(names) == sorted(expected), names


def edits_by_nopy(path, model):
    extra = rng.normal(size=(50, 3))
    np.save("extra.npy", extra)
    run(NOPY, "add", path, "extra.npy", "packed=extra.npy")
    model.update(extra=extra, packed=extra)
    check(path, model)
    first = next(iter(model))
    run(NOPY, "add", "-f", "--deflate", path, first + "=extra.npy")
    model[first] = extra
    check(path, model)
    run(NOPY, "mv", path, "packed", "new_name")
    model["new_name"] = model.pop("packed")
    run(NOPY, "rm", path, "extra")
    del model["extra"]
    check(path, model)
    run(NOPY, "repack", "-f", "--store", path)
    check(path, model)
    run(NOPY, "repack", "-f", "--deflate", "9", path)
    check(path, model)


def arrays():
    return {"a": rng.normal(size=1000), "b": rng.integers(0, 9, (40, 50)), "c": np.asfortranarray(np.ones((3, 4), "f4"))}


def foreign(name, *command):
    """An edit by another program of an archive that nopy packed, then edits by nopy of the result."""
    if not here(command[0]):
        return
    model = arrays()
    for key, array in model.items():
        np.save(key + ".npy", array)
    path = name + ".npz"
    run(NOPY, "pack", path, "a.npy", "b.npy", "c.npy")
    changed = rng.normal(size=77)
    np.save("b.npy", changed)
    run(*[word.replace("ARCHIVE", path) for word in command])
    if "d" in name:
        del model["b"]
    else:
        model["b"] = changed
    check(path, model)
    edits_by_nopy(path, model)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for save in (np.savez, np.savez_compressed):
        model = arrays()
        save("numpy.npz", **model)
        edits_by_nopy("numpy.npz", model)
    foreign("zip_u", "zip", "-q", "ARCHIVE", "b.npy")
    foreign("zip_d", "zip", "-q", "-d", "ARCHIVE", "b.npy")
    foreign("7z_u", "7z", "u", "-tzip", "ARCHIVE", "b.npy")
    foreign("7z_d", "7z", "d", "-tzip", "ARCHIVE", "b.npy")
    model = arrays()
    np.savez("appended.npz", **model)
    with zipfile.ZipFile("appended.npz", "a") as archive:
        np.save("x.npy", model["a"])
        archive.write("x.npy", compress_type=zipfile.ZIP_DEFLATED)
    model["x"] = model["a"]
    check("appended.npz", model)
    edits_by_nopy("appended.npz", model)
    # What other writers make opens under strict, too.
    def writes(name, *command):
        if not here(command[0]):
            return
        run(*command)
        check(name, model)
        run(NOPY, "check", "--strict", name)

    model = arrays()
    files = [key + ".npy" for key in model]
    for key, array in model.items():
        np.save(key + ".npy", array)
    writes("of_zip.npz", "zip", "-q", "of_zip.npz", *files)
    writes("of_7z.npz", "7z", "a", "-tzip", "of_7z.npz", *files)
    writes("of_bsdtar.npz", "bsdtar", "--format", "zip", "-cf", "of_bsdtar.npz", *files)
    writes("of_jar.npz", "jar", "cfM0", "of_jar.npz", *files)
    np.savez("of_numpy.npz", **model)
    with zipfile.ZipFile("copied.npz", "w") as copy, zipfile.ZipFile("of_numpy.npz") as old:  # the copy loop of many scripts
        for one in old.infolist():
            copy.writestr(one, old.read(one))
    writes("copied.npz", "true")

    class Pipe:  # no seeking: sizes stand behind the data
        def __init__(self, path):
            self.file = open(path, "wb")

        def write(self, data):
            return self.file.write(data)

        def flush(self):
            self.file.flush()

    pipe = Pipe("streamed.npz")
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as stream:
        for name in files:
            stream.write(name)
    pipe.flush()
    writes("streamed.npz", "true")
    if here("ziptool"):
        shutil.copyfile("of_numpy.npz", "in_place.npz")
        model["b"] = rng.normal(size=5)
        np.save("b.npy", model["b"])
        run("ziptool", "in_place.npz", "delete", str(files.index("b.npy")), "add_file", "b.npy", "b.npy", "0", "0")
        writes("in_place.npz", "true")
if absent:
    print("all other edits agree; skipped, not installed: " + ", ".join(sorted(absent)))
    sys.exit(77)
print("all edits agree")
