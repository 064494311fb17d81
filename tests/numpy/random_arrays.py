#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""random_arrays.py PROBE [COUNT [SEED]]: random arrays (four times as many with NOPY_LONG) of every dtype kind, shape class and order go both ways between
NumPy and nopy: what np.save wrote, nopy reads with the same bytes; what nopy writes, np.load reads and np.save would have
written byte by byte."""
import hashlib
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np

PROBE, COUNT = sys.argv[1], (int(sys.argv[2]) if len(sys.argv) > 2 else 2500) * (4 if "NOPY_LONG" in os.environ else 1)
random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 20261130)
UNITS = ["", "[Y]", "[M]", "[W]", "[D]", "[h]", "[m]", "[s]", "[ms]", "[us]", "[ns]", "[ps]", "[fs]", "[as]", "[25s]", "[7D]",
         "[100ns]", "[2147483647s]"]
SIMPLE = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "f16", "c8", "c16", "c32"]
NAMES = ["x", "y", "a b", "it's", 'say "no"', "\u03b1\u03b2", "\u6570", "f0", "back\\slash", "line\nbreak", "\xb5", "\U0001f600"]
warnings.simplefilter("ignore")  # of headers that need version 3.0


def pick(choices):
    return choices[random.integers(len(choices))]


def simple_dtype():
    kind = random.integers(5)
    if kind < 2:
        made = np.dtype(pick(SIMPLE))
    elif kind == 2:
        made = np.dtype(pick(["M8", "m8"]) + pick(UNITS))
    else:
        made = np.dtype(("V", "S", "U")[random.integers(3)] + str(pick([0, 1, 2, 3, 4, 8, 16, 31, 100])))
    return made.newbyteorder(pick("<>"))


def record_dtype(depth):
    """Fields in ascending order without overlap: what np.save can spell."""
    names = list(random.permutation(NAMES))[:random.integers(0, 6)]
    formats, offsets, titles, end = [], [], [], 0
    for name in names:
        part = any_dtype(depth + 1)
        if part.itemsize and random.integers(3) == 0:
            part = np.dtype((part, tuple(int(n) for n in random.integers(0, 4, random.integers(1, 4)))))
        end += pick([0, 0, 0, 1, 3, 8])
        formats.append(part)
        offsets.append(end)
        titles.append("title of " + name if random.integers(6) == 0 else None)
        end += part.itemsize
    if random.integers(3) == 0:
        return np.dtype(list(zip(names, formats)), align=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "titles": titles,
                     "itemsize": end + pick([0, 0, 5])})


def any_dtype(depth=0):
    return record_dtype(depth) if depth < 3 and random.integers(4) == 0 else simple_dtype()


def shape():
    rank = pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 6])
    made = [int(n) for n in random.integers(1, 6, rank)]
    if rank and random.integers(6) == 0:
        made[random.integers(rank)] = pick([0, 1])
    if rank == 1 and random.integers(3) == 0:
        made = [int(pick([0, 1, 64, 1000]))]
    return tuple(made)


def fill(array):
    """Random bits; text gets real code points, which NumPy checks when it shows or compares them."""
    raw = np.frombuffer(random.bytes(array.nbytes), "u1").reshape(-1, array.itemsize) if array.nbytes else None
    if raw is None:
        return array
    raw = raw.copy()
    for start, part in leaves(array.dtype, 0):
        if part.kind == "U":
            count = len(raw) * part.itemsize // 4
            points = np.array([0, 65, 0xe9, 0x6570, 0x1f600, 0x10ffff])[random.integers(0, 6, count)].astype(part.byteorder + "u4")
            raw[:, start:start + part.itemsize] = points.view("u1").reshape(len(raw), -1)
        elif part.kind == "b":
            raw[:, start] &= 1
    return np.ndarray(array.shape, array.dtype, raw.tobytes())


def bare(array):
    """The items as bytes of no meaning: NumPy copies records field by field and drops what lies between them."""
    return array.view("V%d" % array.itemsize) if array.itemsize else array


def in_order(array, order):
    return bare(array).copy(order).view(array.dtype).reshape(array.shape, order=order) if array.itemsize else np.ndarray(array.shape, array.dtype, order=order)


def leaves(dtype, start):
    """(offset, dtype) of every simple part of an item."""
    if dtype.subdtype is not None:
        base, extents = dtype.subdtype
        for i in range(int(np.prod(extents))):
            yield from leaves(base, start + i * base.itemsize)
    elif dtype.names is not None:
        for name in dtype.names:
            yield from leaves(dtype.fields[name][0], start + dtype.fields[name][1])
    elif dtype.itemsize:
        yield start, dtype


def little_bytes(array):
    """The items in C order with every number turned little-endian. Items that are turned are made anew: bytes that no
    field names become 0."""
    if array.nbytes == 0:
        return b""
    raw = np.frombuffer(bare(array).tobytes(), "u1").reshape(-1, array.itemsize)
    if array.dtype == array.dtype.newbyteorder("<"):
        return raw.tobytes()
    made = np.zeros_like(raw)
    for start, part in leaves(array.dtype, 0):
        width = {"c": part.itemsize // 2, "U": 4}.get(part.kind, part.itemsize)
        step = -1 if part.byteorder == ">" and part.kind not in "SV" else 1
        for at in range(start, start + part.itemsize, width):
            made[:, at:at + width] = raw[:, at:at + width][:, ::step]
    return made.tobytes()


def saved(array):
    path = os.path.join(folder, "numpy.npy")
    np.save(path, array)
    with open(path, "rb") as file:
        return file.read()


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and bare(a).tobytes() == bare(b).tobytes()


def faults(array, number, line):
    if line.startswith("!"):
        return ["read: " + line]
    found = []
    descr, order, extents, digest = line.rsplit("|", 3)
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    if order != "CF"[fortran]:
        found.append("order " + order)
    if extents != "".join("%d," % n for n in array.shape):
        found.append("shape " + extents)
    if digest != hashlib.sha256(little_bytes(array)).hexdigest():
        found.append("values")
    turned = in_order(array, "C" if fortran else "F")
    before = contents(os.path.join(folder, "%d.npy" % number))
    for name, wanted, expected in (("same", array, before), ("other", turned, saved(turned))):
        written = contents(os.path.join(folder, "%d-%s.npy" % (number, name)))
        if written != expected:
            found.append("%s: nopy wrote %r, np.save %r" % (name, written[:200], expected[:200]))
        if array.itemsize and not same(np.load(os.path.join(folder, "%d-%s.npy" % (number, name))), wanted):
            found.append(name + ": np.load reads something else")
    return found


def arrays():
    while True:
        dtype = any_dtype()
        array = fill(np.ndarray(shape(), dtype))
        yield in_order(array, "F") if random.integers(3) == 0 else array


with tempfile.TemporaryDirectory() as folder:
    made, paths, refused = [], [], 0
    for array in arrays():
        if len(made) == COUNT:
            break
        path = os.path.join(folder, "%d.npy" % len(made))
        try:
            np.save(path, array)
        except (ValueError, UnicodeError) as why:
            refused += 1
            print("np.save refuses %r: %s" % (array.dtype, why))
            continue
        made.append(array)
        paths.append(path)
    done = subprocess.run([PROBE, folder], input="\n".join(paths) + "\n", capture_output=True, encoding="utf-8")
    if done.returncode:
        sys.exit("the probe ends with %d: %s" % (done.returncode, done.stderr))
    lines = done.stdout.split("\n")[:-1]
    assert len(lines) == COUNT, "%d answers" % len(lines)
    wrong = 0
    for number, (array, line) in enumerate(zip(made, lines)):
        for fault in faults(array, number, line):
            wrong += 1
            if wrong < 20:
                print("%r %s: %s" % (array.dtype, array.shape, fault))
    kinds = "".join(sorted({array.dtype.kind for array in made}))
    print("%d arrays of kinds %s, %d faults, %d that np.save refuses" % (COUNT, kinds, wrong, refused))
sys.exit(1 if wrong else 0)
