#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes pickles.txt: object arrays as NumPy and Python pickle them, and the text they must decode to.

One line each: protocol, pickle in hexadecimal, expected text, separated by tabs. Run it with a Python that has
NumPy 1 (it was NumPy 1.24.2, Python 3.11.2); NumPy 2 spells the same with other module names, which `numpy2` makes.
"""
import collections
import datetime
import decimal
import pickle

import numpy as np


def objects(*items, shape=None, order="C"):
    array = np.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        array[i] = item
    return array if shape is None else np.asarray(array.reshape(shape), order=order)


shared = [1, 2]
d = datetime
CASES = [
    (objects(None, True, False, 0, 1, -1, 255, 256, 65535, 65536, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1), None),
    (objects(2**63 - 1, 2**63, -(2**63), 2**64, 10**40, -(10**40), 256**255, -(256**300)), None),
    (objects(0.0, -0.0, 1.0, 0.1, 1e16, 1e-5, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 1 / 3), None),
    (objects(float("inf"), float("-inf"), float("nan"), 1 + 2j, 2j, complex(-0.5, -1e20)), None),
    (objects("", "abc", "it's", 'say "hi"', "both ' \"", "tab\tnew\nline\\", "\x00\x7f\xa0é€😀", "\ud800", "a" * 300), None),
    (objects(b"", b"abc", b"\x00\xff'\\\n", bytes(range(128, 160)), b"x" * 300, bytearray(b""), bytearray(b"ab\xff")), None),
    (objects([], [1, [2, [3]]], (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), {}, {"a": 1, 2: [None]}), None),
    (objects(set(), {7}, frozenset(), frozenset({7}), {"k": frozenset({"v"})}), None),
    (objects(shared, shared, (shared, shared)), None),
    (objects(d.date(2026, 11, 29), d.datetime(2026, 11, 29, 12, 0), d.datetime(1, 1, 1, 23, 59, 59, 999999)), None),
    (objects(d.time(0, 0), d.time(12, 30, 15, 5), d.timedelta(0), d.timedelta(-1, 5, 7), d.timedelta(days=3)), None),
    (objects(d.datetime(2026, 1, 2, 3, 4, tzinfo=d.timezone.utc), d.timezone(d.timedelta(hours=1)),
             d.timezone(d.timedelta(hours=1), "CET"), d.datetime(2026, 1, 2, 3, 4, fold=1)),
     "array([datetime.datetime(2026, 1, 2, 3, 4, tzinfo=datetime.timezone.utc), "
     "datetime.timezone(datetime.timedelta(seconds=3600)), "
     "datetime.timezone(datetime.timedelta(seconds=3600), 'CET'), "
     "datetime.datetime(2026, 1, 2, 3, 4)], dtype=object)"),
    (objects(np.float64(0.1), np.float32(0.1), np.int8(-3), np.uint64(2**64 - 1), np.bool_(True), np.complex64(1 + 2j),
             np.float16(0.5), np.str_("it's"), np.bytes_(b"a\xff"), np.array(5, ">i2")[()]), None),
    (objects(np.datetime64("2026-11-29", "D"), np.datetime64("2026-11-29T12:00:00.5", "ns"), np.datetime64("NaT"),
             np.timedelta64(3, "D")),
     "array([datetime64('2026-11-29'), datetime64('2026-11-29T12:00:00.500000000'), datetime64('NaT'), "
     "timedelta64(3 days)], dtype=object)"),
    (objects(np.arange(3), np.array([[1.5, 2], [3, 4]], "<f4"), np.array([[1, 2], [3, 4]], ">i2", order="F"),
             np.zeros((2, 0)), np.array(7)),
     "array([array([0, 1, 2]), array([[1.5, 2.0], [3.0, 4.0]], dtype=float32), array([[1, 2], [3, 4]], dtype='>i2'), "
     "array([], shape=(2, 0), dtype=float64), array(7)], dtype=object)"),
    (objects(np.array(["ab", "c'"]), np.array([b"x", b""], "S2"), np.array([True, False]),
             np.array(["2026-11-29"], "M8[D]"), np.array([(1, 2.5)], [("a", "<i4"), ("b", "<f8")])),
     "array([array(['ab', \"c'\"], dtype='<U2'), array([b'x', b''], dtype='|S2'), array([True, False]), "
     "array(['2026-11-29'], dtype='<M8[D]'), array([(1, 2.5)], dtype=[('a', '<i4'), ('b', '<f8')])], dtype=object)"),
    (objects(np.dtype("<f4"), np.dtype(">i2"), np.dtype("M8[25s]"), np.dtype("S5"), np.dtype("<U3"),
             np.dtype([("a", "<i2", (2, 2)), ("b", "|O")]), np.dtype(bool)),
     "array([dtype('<f4'), dtype('>i2'), dtype('<M8[25s]'), dtype('|S5'), dtype('<U3'), "
     "dtype([('a', '<i2', (2, 2)), ('b', '|O')]), dtype('|b1')], dtype=object)"),
    (objects(1, 2, 3, 4, 5, 6, shape=(2, 3)), "array([[1, 2, 3], [4, 5, 6]], dtype=object)"),
    (objects(1, 2, 3, 4, 5, 6, shape=(2, 3), order="F"), "array([[1, 2, 3], [4, 5, 6]], dtype=object)"),
    (objects(1, shape=()), "array(1, dtype=object)"),
    (objects(), "array([], dtype=object)"),
    (objects(objects(1, "a"), objects(objects())),
     "array([array([1, 'a'], dtype=object), array([array([], dtype=object)], dtype=object)], dtype=object)"),
    (np.array([("x", 1)], [("a", "O"), ("b", "<i4")]), "array([('x', 1)], dtype=[('a', '|O'), ('b', '<i4')])"),
    (np.arange(3.0), "array([0.0, 1.0, 2.0])"),
    (objects(float, np.float64, len), "array([<{b}.float>, <numpy.float64>, <{b}.len>], dtype=object)"),
    (objects(collections.OrderedDict([("a", 1), ("b", 2)]), collections.Counter("aab"), decimal.Decimal("1.50")),
     "array([OrderedDict({{'a': 1, 'b': 2}}), <collections.Counter({{'a': 2, 'b': 1}})>, <decimal.Decimal('1.50')>], "
     "dtype=object)"),
]


def expected(array, text, protocol):
    if text is None:
        return "array([" + ", ".join(repr(item) for item in array) + "], dtype=object)"
    return text.replace("{b}", "__builtin__" if protocol < 3 else "builtins").replace("{{", "{").replace("}}", "}")


def numpy2(data):
    """The same pickle as NumPy 2 writes it: another module, one byte longer, so is the one frame of protocol 4."""
    old, new = b"numpy.core.multiarray", b"numpy._core.multiarray"
    if data[1] < 4:
        return data.replace(b"c" + old, b"c" + new)
    longer = data.replace(b"\x8c\x15" + old, b"\x8c\x16" + new)
    frame = int.from_bytes(data[3:11], "little") + len(longer) - len(data)
    return longer[:3] + frame.to_bytes(8, "little") + longer[11:]


with open("pickles.txt", "w", encoding="utf-8") as out:
    for array, text in CASES:
        for protocol in range(6):
            data = pickle.dumps(array, protocol)
            want = expected(array, text, protocol)
            for variant in dict.fromkeys([data, numpy2(data)] if protocol in (2, 4) else [data]):
                out.write(f"{protocol}\t{variant.hex()}\t{want}\n")
