#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""npz_test.py PROBE [NOPY_HAS_NAME=1 ...]: every .npz that Debian's python3-scipy, python3-numpy and python-matplotlib-data install, and archives
made here in every way NumPy and zipfile write them: each member has the dtype, the shape, the order and the bytes that
NumPy gives, under both policies; members NumPy refuses are refused."""
import glob
import os
import subprocess
import sys
import tempfile
import warnings
import zipfile
import zlib

import numpy as np

INSTALLED = ["/usr/lib/python3/dist-packages/scipy", "/usr/lib/python3/dist-packages/numpy",
             "/usr/share/matplotlib"]
probe = sys.argv[1]
built_in = sys.argv[2:]  # NOPY_HAS_BZIP2=1 ...
warnings.simplefilter("ignore")


def expected(path):
    with np.load(path) as archive:
        for name in archive.files:
            try:
                value = archive[name]
            except ValueError as refused:
                yield name, "object_dtype" if "pickle" in str(refused) else "error " + str(refused)
                continue
            if isinstance(value, bytes):
                yield name, "bytes\t%08x" % zlib.crc32(value)
                continue
            fortran = value.flags.f_contiguous and not value.flags.c_contiguous
            shape = "(%s)" % "".join("%d," % n for n in value.shape)
            yield name, "ok\t%s\t%s\t%08x" % (shape, "F" if fortran else "C", zlib.crc32(value.tobytes("A")))


def compare(path):
    """How many members agree, and what does not."""
    wanted, wrong = list(expected(path)), []
    for policy in ("tolerant", "strict"):
        ran = subprocess.run([probe, path, policy], capture_output=True, text=True)
        lines = [line.split("\t", 1) for line in ran.stdout.splitlines()]
        if len(lines) != len(wanted):
            wrong.append("%s: %d members, expected %d %s" % (policy, len(lines), len(wanted), ran.stderr))
            continue
        for (name, text), (is_name, found) in zip(wanted, lines):
            parts = found.split("\t")
            if parts[0] == "ok":
                descr = eval(parts[1]) if parts[1][0] == "[" else parts[1]
                one = np.load(path)[name]
                both = one.flags.c_contiguous and one.flags.f_contiguous
                if not both and parts[3] != text.split("\t")[2]:
                    wrong.append("%s %s: order %s" % (policy, name, parts[3]))
                same_type = np.dtype(descr) == one.dtype
                found = "ok\t%s\t%s\t%s" % (parts[2], text.split("\t")[2], parts[4])
                if not same_type:
                    wrong.append("%s %s: dtype %s, expected %s" % (policy, name, parts[1], one.dtype))
            if is_name != name or found != text:
                wrong.append("%s %s: %s, expected %s" % (policy, name, found, text))
    return len(wanted), wrong


def made_here(folder):
    random = np.random.default_rng(3)
    arrays = {
        "floats": random.normal(size=(70, 130)), "fortran": np.asfortranarray(random.normal(size=(300, 50))),
        "big": random.integers(0, 99, 200_000, dtype="<i4"), "zeros": np.zeros((1000, 1000), "|u1"),
        "text": np.array(["a", "longer", "\u540d"]), "scalar": np.array(7, ">i2"), "empty": np.zeros((0, 3)),
        "record": np.zeros(5, [("id", "<u2"), ("at", "<f8", (2,))]), "objects": np.array([{"a": 1}], object),
        "\u00fcml\u00e4ut": np.arange(3), "with/slash": np.arange(4), "bool": np.array([True, False]),
    }
    yield "savez", lambda path: np.savez(path, **arrays)
    yield "savez_compressed", lambda path: np.savez_compressed(path, **arrays)
    yield "nothing", lambda path: np.savez(path)

    def streamed(path):
        class unseekable:
            def __init__(self):
                self.out = open(path, "wb")
                self.write, self.flush, self.close = self.out.write, self.out.flush, self.out.close
        sink = unseekable()
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
            with archive.open("a.npy", "w") as member:
                np.lib.format.write_array(member, arrays["floats"])
            archive.writestr("notes.txt", "hello")
        sink.close()
    yield "streamed", streamed

    def edited(path):
        np.savez(path, **arrays)
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("readme.txt", "added later")
            archive.comment = b"made by hand"
    yield "edited", edited

    def compressed_by(method):
        def make(path):
            with zipfile.ZipFile(path, "w", method) as archive:
                for name, value in arrays.items():
                    with archive.open(name + ".npy", "w") as member:
                        np.lib.format.write_array(member, value)
        return make
    for name, method in (("BZIP2", zipfile.ZIP_BZIP2), ("LZMA", zipfile.ZIP_LZMA)):
        if "NOPY_HAS_%s=1" % name in built_in:
            yield name, compressed_by(method)
        else:
            print("left out: %s, whose library this build lacks" % name)

    def many(path):
        with zipfile.ZipFile(path, "w") as archive:
            for i in range(2_000):
                archive.writestr("%05d" % i, b"")
    yield "many", many


def main():
    members = archives = 0
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        paths = [p for root in INSTALLED for p in sorted(glob.glob(root + "/**/*.npz", recursive=True))]
        installed = len(paths)
        for name, make in made_here(folder):
            path = os.path.join(folder, name + ".npz")
            make(path)
            paths.append(path)
        for path in paths:
            count, wrong = compare(path)
            members, archives, failed = members + count, archives + 1, failed or bool(wrong)
            for line in wrong[:10]:
                print("%s: %s" % (path, line))
    print("%d members of %d archives, %d of them installed" % (members, archives, installed))
    return 1 if failed or not members else 0


if __name__ == "__main__":
    sys.exit(main())
