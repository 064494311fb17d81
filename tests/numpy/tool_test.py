#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tool against NumPy: arrays of every dtype, order and shape class that NumPy saves are shown, compared and
converted by nopy, and must be what NumPy says they are.    python3 tool_test.py NOPY"""
import io
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

NOPY = sys.argv[1]
rng = np.random.default_rng(20261129)
SHAPES = [(), (1,), (7,), (0,), (3, 4), (2, 3, 4), (1, 5), (0, 3), (2, 0, 2)]
NUMBERS = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
OTHERS = ["S5", "U4", "V3", "M8[D]", "M8[ns]", "M8[25s]", "m8[h]", "m8[10us]"]
RECORDS = [
    np.dtype([("x", "<f4"), ("y", ">i2"), ("name", "U3")]),
    np.dtype("i1,i4,i1", align=True),
    np.dtype([("m", "<f8", (2, 2)), ("inner", [("a", "u1"), ("t", "M8[s]")])]),
]
failures = 0


def nopy(*arguments, code=0):
    done = subprocess.run([NOPY, *arguments], capture_output=True)
    if done.returncode != code:
        raise AssertionError("nopy %s: exit code %d, expected %d: %s"
                             % (" ".join(arguments), done.returncode, code, done.stderr.decode()))
    return done.stdout


def random_array(dtype, shape):
    dtype = np.dtype(dtype)
    count = math.prod(shape)
    if dtype.names is not None:
        made = np.zeros(shape, dtype)
        for name in dtype.names:
            made[name] = random_array(dtype[name].base, shape + dtype[name].shape)
        return made
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind == "U":
        letters = np.array(list("a\u00e9\u6570\U0001f600 ,\"'"))
        words = ["".join(rng.choice(letters, rng.integers(0, 4))) for _ in range(count)]
        return np.array(words, dtype).reshape(shape)
    if dtype.kind in "Mm":
        made = rng.integers(-10**6, 10**6, shape).astype("i8").astype(dtype.newbyteorder("="))
        return made.astype(dtype)
    if dtype.kind in "fc":  # numbers of ordinary size, with the special ones in between
        part = np.dtype("f%d" % (dtype.itemsize // (2 if dtype.kind == "c" else 1)))
        def parts():
            made = (rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4, shape)).astype(part)
            special = rng.integers(0, 12, shape)
            return np.where(special == 0, part.type(np.nan),
                            np.where(special == 1, part.type(np.inf),
                                     np.where(special == 2, part.type(-0.0), made)))
        if dtype.kind == "f":
            return parts().astype(dtype).reshape(shape)
        made = np.empty(shape, dtype)
        made.real, made.imag = parts(), parts()
        return made
    raw = rng.integers(0, 256, count * dtype.itemsize, "u1").tobytes()
    return np.frombuffer(raw, dtype).reshape(shape).copy()


def arrays():
    """Every dtype in every shape; what is big-endian in some of them, or with NOPY_LONG in all: a shape does not know the order of bytes."""
    for number, code in enumerate(NUMBERS + OTHERS):
        some = [(3, 4), SHAPES[number % len(SHAPES)]]
        for order, shapes in (("<", SHAPES), (">", SHAPES if "NOPY_LONG" in os.environ else some)):
            for shape in shapes:
                yield random_array(np.dtype(code).newbyteorder(order), shape)
        yield np.asfortranarray(random_array(code, (3, 4, 2)))
    for dtype in RECORDS:
        for shape in [(), (5,), (2, 3), (0,)]:
            yield random_array(dtype, shape)


def json_value(value):
    """What nopy's JSON has for a NumPy scalar."""
    if isinstance(value, np.void) and value.dtype.names is not None:
        return {name: json_array(np.asarray(value[name])) for name in value.dtype.names}
    if isinstance(value, np.void):
        return value.tobytes().hex()
    if isinstance(value, np.complexfloating):
        return [json_value(value.real), json_value(value.imag)]
    if isinstance(value, np.floating):
        if np.isnan(value):
            return "NaN"
        if np.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return float(str(value))
    if isinstance(value, np.bytes_):
        try:
            return bytes(value).decode()
        except UnicodeDecodeError:
            return str(value)
    if isinstance(value, (np.datetime64, np.timedelta64, np.str_)):
        return str(value)
    return value.item()


def json_array(array):
    if array.ndim == 0:
        return json_value(array[()])
    return [json_array(np.asarray(row)) for row in array]


def check(array, folder):
    a, b, raw, text = (os.path.join(folder, name) for name in ("a.npy", "b.npy", "a.raw", "a.csv"))
    np.save(a, array)
    shown = json.loads(nopy("show", "--json", a))
    assert shown["values"] == json_array(array), "show: %r" % shown["values"]
    assert shown["shape"] == list(array.shape)
    nopy("convert", "-f", a, b)
    assert open(a, "rb").read() == open(b, "rb").read(), "convert is not the identity"
    nopy("diff", "-q", a, b)
    assert json.loads(nopy("check", "--json", a))["outcome"] == "ok"
    little = array.astype(array.dtype.newbyteorder("<"))
    if array.dtype.names is None:
        assert nopy("convert", a, "-", "--to", "raw", "--order", "C", "--endian", "little") == little.tobytes()
    turned = nopy("convert", a, "-", "--order", "F", "--endian", "big")
    back = np.load(io.BytesIO(turned))
    assert back.shape == array.shape and json_array(back) == json_array(array), "order F, big-endian"
    if array.ndim in (1, 2) and array.size and (array.ndim == 1 or array.dtype.names is None):
        nopy("convert", "-f", a, text)
        spelled = repr(np.lib.format.dtype_to_descr(array.dtype)) if array.dtype.names else array.dtype.str
        nopy("convert", "-f", text, b, "--dtype", spelled, *([] if array.dtype.names or array.dtype.kind == "m" else ["--no-header"]))
        again = np.load(b)
        assert json_array(again.reshape(array.shape)) == json_array(array), "csv: %s" % open(text).read()
    if array.ndim and array.shape[0] > 1:
        part = json.loads(nopy("show", "--json", "--slice", "::-2", a))["values"]
        assert part == json_array(array[::-2]), "slice ::-2"
        np.save(b, array[:1])
        if not array.flags.f_contiguous or array.ndim == 1:
            nopy("append", b, a + "[1:]")
            assert json_array(np.load(b)) == json_array(array), "append"
    if array.size > 1:
        other = array.copy()
        other.reshape(-1).view("V%d" % other.itemsize)[-1] = other.reshape(-1).view("V%d" % other.itemsize)[0]
        np.save(b, other)
        same = other.tobytes() == array.tobytes()
        nopy("diff", "-q", a, b, code=0 if same else 1)


with tempfile.TemporaryDirectory() as folder:
    count = 0
    for array in arrays():
        count += 1
        try:
            check(array, folder)
        except (AssertionError, ValueError) as wrong:
            failures += 1
            print("%s %s: %s" % (array.dtype, array.shape, wrong))
    print("%d arrays, %d failures" % (count, failures))
sys.exit(1 if failures else 0)
