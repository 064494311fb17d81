#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_text_vectors.py OUT: the text NumPy gives to single values, for docs/text.md. Made with NumPy 1.24.2.

float16.txt   the text of every float16, line n that of bits n
float32.txt   lines "bits in hex TAB text"; float64.txt likewise
others.txt    lines "descr TAB the item's bytes in hex TAB text"; NUL is written as \\x00
"""
import pathlib
import sys

import numpy as np

random = np.random.default_rng(20261129)
EDGES = [0.0, -0.0, 1.0, 0.1, 1 / 3, 1e-4, 9.999e-5, 1e-5, 1e15, 1e16, 9.999999e15, 123456.0, 343126.12, np.nan, np.inf, -np.inf]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s", "7D"]
SMALL_UNITS = ["ns", "ps", "fs", "as"]


def floats(dtype, bits_dtype):
    bits = np.frombuffer(random.bytes(20000 * np.dtype(bits_dtype).itemsize), bits_dtype).view(dtype)
    ordinary = random.normal(size=2000).astype(dtype)
    hundredths = random.integers(-10**6, 10**6, 500).astype(dtype) / 100
    values = np.concatenate([np.array(EDGES, dtype), bits, ordinary, hundredths])
    digits = 2 * np.dtype(dtype).itemsize
    return ["%0*x\t%s" % (digits, bits, value) for bits, value in zip(values.view(bits_dtype), values)]


def rows(items):
    width = items.dtype.itemsize
    for value in items:
        yield "%s\t%s\t%s" % (items.dtype.str, value.tobytes().ljust(width, b"\0").hex(), str(value).replace("\0", "\\x00"))


def long_doubles():
    values = (random.normal(size=500) * 10.0 ** random.integers(-30, 30, 500)).astype(np.longdouble) / 3
    for value in np.concatenate([np.array(EDGES, np.longdouble), values]):
        yield "<f16\t%s\t%s" % (value.tobytes()[:10].ljust(16, b"\0").hex(), value)


def others():
    yield from long_doubles()
    parts = [complex(a, b) for a in EDGES[:8] + EDGES[-3:] for b in EDGES[:4] + EDGES[-3:]]
    for dtype in ("<c8", "<c16"):
        yield from rows(np.array(parts, dtype))
    yield from rows(np.array([False, True]))
    for dtype in ("<i8", "<u8", "<i4", "|i1"):
        limits = np.iinfo(dtype)
        yield from rows(np.array([limits.min, limits.max, 0, 1], dtype))
    for unit in UNITS:
        far = 2**40 if unit in SMALL_UNITS else 400000
        ticks = np.array([0, 1, -1, 12345, -98765, far, np.iinfo("i8").min], "<i8")
        yield from rows(ticks.view("<M8[%s]" % unit))
        yield from rows(ticks.view("<m8[%s]" % unit))
    yield from rows(np.array(["a", "é", "αβγ", "", "x\0y"], "<U3"))
    yield from rows(np.array([b"a", b"\xff\0b", b""], "|S3"))


def main():
    out = pathlib.Path(sys.argv[1])
    files = {
        "float16.txt": map(str, np.arange(65536, dtype="<u2").view("<f2")),
        "float32.txt": floats("<f4", "<u4"),
        "float64.txt": floats("<f8", "<u8"),
        "others.txt": others(),
    }
    for name, lines in files.items():
        (out / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
