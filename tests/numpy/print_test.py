#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""print_test.py PROBE [COUNT [SEED]]: random arrays of every dtype, printed by nopy and by NumPy; the texts must be equal.
print_test.py --vectors OUT: some of them and NumPy's texts, for tests/vectors/print/print.txt (made with NumPy 1.24.2)."""
import subprocess
import sys

import numpy as np

FLOATS = ["<f2", "<f4", "<f8", ">f8", "<f16"]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s", "7D"]
TIMES = ["<M8[%s]" % u for u in UNITS] + ["<m8[%s]" % u for u in UNITS]
INTEGERS = ["|i1", "<u2", ">i4", "<i8", "<u8"]
GROUPS = [FLOATS, FLOATS, ["<c8", "<c16", "<c32"], INTEGERS, TIMES, ["<U5", ">U2", "|S4"], ["|b1", "|V3"]]
SHAPES = [(), (1,), (3,), (17,), (40,), (2, 3), (5, 30), (3, 1, 4), (2, 2, 2, 3), (0,), (0, 3), (2, 0), (1001,),
          (40, 40), (7, 8, 30), (1, 1, 1500), (2000, 1), (30, 7, 7, 1)]
random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 20261129)


def floats(dtype, n):
    real = np.dtype(dtype)
    style = random.integers(9)
    with np.errstate(all="ignore"):
        if style == 0 and real.itemsize <= 8:
            values = np.frombuffer(random.bytes(n * real.itemsize), real).copy()
        elif style == 1:
            values = random.normal(size=n)
        elif style == 2:
            values = random.integers(-1000, 1000, n)
        elif style == 3:
            values = random.normal(size=n) * 10.0 ** random.integers(-8, 9, n)
        elif style == 4:
            values = np.round(random.uniform(-100, 100, n), random.integers(0, 5))
        elif style == 5:
            values = random.choice([0.0, -0.0, 1.0, 0.5, 1e-4, 9.99e-5, 1e8, 99999999.0, 1e16, 0.1], n)
        elif style == 6:
            values = random.choice([1.0, 1000.0, 1000.0000001, 999.99, 0.001, 1001.0], n)
        elif style == 7:
            values = np.full(n, random.normal() * 10.0 ** random.integers(-300, 300))
        else:
            values = random.uniform(1e-4, 9e7, n)
        values = values.astype(real)
        if random.integers(3) == 0 and n:
            values[random.integers(n, size=random.integers(1, 3))] = random.choice([np.nan, np.inf, -np.inf])
    return values


def values(dtype, n):
    t = np.dtype(dtype)
    if t.subdtype:
        base, shape = t.subdtype
        return values(base, n * int(np.prod(shape))).reshape((n,) + shape)
    if t.names:
        out = np.zeros(n, t)
        for name in t.names:
            out[name] = values(t[name], n)
        return out
    if t.kind == "f":
        return floats(t, n)
    if t.kind == "c":
        out = np.zeros(n, t)
        part = {8: "f4", 16: "f8", 32: "f16"}[t.itemsize]
        out.real, out.imag = floats(part, n), floats(part, n)
        return out
    if t.kind in "mM":
        ticks = random.integers(-10**4, 10**4, n) if t.str[4:5] in "YM" else random.integers(-10**9, 10**9, n)
        ticks = ticks.astype("i8")
        if random.integers(3) == 0 and n:
            ticks[random.integers(n)] = np.iinfo("i8").min
        return ticks.view("<i8").view(t)
    if t.kind == "U":
        letters = list("ab é'\"\\\t\n\u03b1\u200b\U0001f600\x7f\xad")
        return np.array(["".join(random.choice(letters, random.integers(0, t.itemsize // 4 + 1))) for _ in range(n)], t)
    if t.kind == "S":
        raw = np.frombuffer(random.bytes(n * t.itemsize), t) if random.integers(2) else random.choice([b"a", b"it's", b'"', b""], n)
        return raw.astype(t)
    if t.kind == "b":
        return random.integers(0, 2, n).astype(t)
    if t.kind in "iu":
        return (random.integers(0, 200, n) if random.integers(2) else np.frombuffer(random.bytes(n * t.itemsize), t)).astype(t)
    return np.frombuffer(random.bytes(n * t.itemsize), t).copy()


def clean(array):
    """Zeros in the padding of long doubles, which holds what memory held."""
    if array.dtype.names:
        for name in array.dtype.names:
            clean(array[name])
    elif array.dtype.char in "gG":
        parts = np.ascontiguousarray(array).view("u1").reshape(-1, 16).copy()
        parts[:, 10:] = 0
        array[...] = parts.reshape(-1).view(array.dtype).reshape(array.shape)


def any_dtype(depth=0):
    if depth < 3 and random.integers(6) == 0:
        fields = []
        for i in range(random.integers(1, 4)):
            shape = [(), (), (2,), (2, 2), (1, 3)][random.integers(5)]
            fields.append(("f%d" % i, any_dtype(depth + 1)) + ((shape,) if shape else ()))
        return fields
    return str(random.choice(GROUPS[random.integers(len(GROUPS))]))


def cases(count):
    while count:
        dtype = np.dtype(any_dtype())
        shape = SHAPES[random.integers(len(SHAPES))]
        array = values(dtype, int(np.prod(shape, dtype=int)))
        clean(array)
        array = array.reshape(shape)
        descr = np.lib.format.dtype_to_descr(dtype)
        try:
            text = str(array)
        except Exception:
            continue
        if shape == () and dtype.kind == "U":
            continue  # NumPy prints control characters as they are
        count -= 1
        extents = ",".join(map(str, shape)) or "-"
        yield "%s\t%s\t%s" % (descr if isinstance(descr, str) else repr(descr), extents, array.tobytes().hex()), text


def ask(probe, lines):
    run = subprocess.run([probe], input="\n".join(lines) + "\n", capture_output=True, text=True, encoding="utf-8", check=True)
    texts, rows = [], []
    for row in run.stdout.split("\n"):
        if row == ".":
            texts.append("\n".join(rows))
            rows = []
        elif row.startswith("|"):
            rows.append(row[1:])
        elif row:
            texts.append(row)
    return texts


def write_vectors(path):
    wanted = [pair for pair in cases(3000) if len(pair[0]) < 1200]
    with open(path, "w", encoding="utf-8") as out:
        for line, text in wanted[:450]:
            out.write(line + "\n" + "".join("\t%s\n" % row for row in text.split("\n")))


def main():
    if sys.argv[1] == "--vectors":
        return write_vectors(sys.argv[2])
    probe, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    pairs = list(cases(count))
    texts = ask(probe, [line for line, _ in pairs])
    assert len(texts) == len(pairs), (len(texts), len(pairs))
    wrong = [(line, text, expected) for (line, expected), text in zip(pairs, texts) if text != expected]
    for line, text, expected in wrong[:10]:
        print(line[:300], "nopy:", text[:1500], "NumPy:", expected[:1500], sep="\n")
    print("%d of %d texts are equal" % (len(pairs) - len(wrong), len(pairs)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
