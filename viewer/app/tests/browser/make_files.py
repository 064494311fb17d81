# SPDX-License-Identifier: MIT
"""Files for the page's tests, and what NumPy says of them: make_files.py OUT."""
import datetime
import io
import json
import os
import struct
import sys
import zipfile

import numpy as np

out = sys.argv[1]
os.makedirs(out, exist_ok=True)
expected = {}


def text(value):
    """A value as docs/text.md writes it."""
    if isinstance(value, np.void) and value.dtype.names:
        return None
    if isinstance(value, np.void):
        return bytes(value).hex()
    if isinstance(value, (bytes, np.bytes_)):
        return repr(bytes(value))
    if isinstance(value, (np.complexfloating, np.floating, np.integer, np.bool_)):
        return str(value)
    return str(value)


def leaves(item, prefix=""):
    """The leaves of a record as the table's columns."""
    for name in item.dtype.names:
        value = item[name]
        key = f"{prefix}{name}"
        if isinstance(value, np.void) and value.dtype.names:
            yield from leaves(value, f"{key}.")
        elif isinstance(value, np.ndarray):
            for index in np.ndindex(value.shape):
                yield f"{key}[{','.join(map(str, index))}]", text(value[index])
        else:
            yield key, text(value)


def add(name, array, version=None):
    path = os.path.join(out, f"{name}.npy")
    with open(path, "wb") as file:
        np.lib.format.write_array(file, array, version=version)
    entry = {"shape": list(array.shape), "dtype": array.dtype.str, "kind": array.dtype.kind}
    if array.dtype.names:
        rows = array.reshape(-1)[:20]
        entry["columns"] = [key for key, _ in leaves(rows[0])]
        entry["rows"] = [[value for _, value in leaves(row)] for row in rows]
    elif array.dtype.kind != "O":
        plane = array
        while plane.ndim > 2:
            plane = plane[0]
        flat = plane.reshape(plane.shape[0] if plane.ndim else 1, -1) if plane.size else plane
        entry["plane"] = [[text(value) for value in row[:6]] for row in flat[:12]] if plane.size else []
    expected[name] = entry


rng = np.random.default_rng(4)
grid = np.linspace(-3, 7, 12 * 9).reshape(12, 9)
for code in ["<f2", "<f4", ">f4", "<f8", ">f8", "<i1", "<i2", ">i2", "<i4", "<i8", ">i8", "<u1", "<u2", "<u4", "<u8", "?", "<c8", "<c16", ">c16"]:
    array = (grid * 11).astype(code) if code[-2:-1] in ("i", "u") else grid > 1 if code == "?" else grid.astype(code)
    if code[1:] in ("c8", "c16"):
        array = (grid + 1j * grid[::-1]).astype(code)
    add("plain_" + code.replace("<", "le_").replace(">", "be_").replace("?", "bool"), array)
add("longdouble", (grid / 3).astype(np.longdouble))
add("fortran", np.asfortranarray(grid))
odd = grid.copy()
odd[1, 2], odd[3, 4], odd[5, 6], odd[0, 0] = np.nan, np.inf, -np.inf, -0.0
add("odd_floats", odd)
add("extremes_i8", np.array([[-2**63, 2**63 - 1], [0, -1]], "<i8"))
add("extremes_u8", np.array([[2**64 - 1, 2**53 + 1], [0, 1]], "<u8"))
add("float32_ties", np.array([0.1, 1e-5, 1e16, 16777216.0, 3.4028235e38, 1e-45], "<f4"))
add("line", np.sin(np.arange(1000) / 30))
add("dates", np.array(["2020-01-01", "NaT", "1969-12-31", "9999-12-31"], "M8[D]"))
add("times_ns", np.array(["2020-01-01T00:00:00.123456789", "NaT"], "M8[ns]"))
add("deltas", np.array([1, -5, "NaT"], "m8[s]"))
add("bytes_s", np.array([b"abc", b"a\x00b", b"\xff", b""], "S5"))
add("text_u", np.array(["abc", "na\u00efve", "\U0001f600", "<b>bold</b>", "a\u202eb", ""], "U12"))
add("opaque", np.frombuffer(bytes(range(24)), "V4"))
add("scalar", np.array(2.5))
add("scalar_text", np.array("one word"))
add("empty", np.zeros((0, 3)))
add("volume", np.arange(6 * 7 * 8, dtype="<i4").reshape(6, 7, 8))
add("image_rgb", rng.integers(0, 255, (40, 60, 3), dtype=np.uint8))
add("image_rgba", rng.integers(0, 255, (10, 12, 4), dtype=np.uint8))
add("labels", rng.integers(0, 5, (20, 30)).astype("u1"))
add("wide", np.arange(40 * 3000, dtype="<f4").reshape(40, 3000))
add("version3", np.zeros(3, [("\u4e2d", "<i4"), ("b", "<f8")]), (3, 0))
record = np.zeros(30, np.dtype([("id", "<i4"), ("pos", [("x", "<f8"), ("y", "<f4")]), ("tags", "<u1", (2,)), ("name", "S6"), ("when", "M8[s]")], align=True))
record["id"] = np.arange(30) * 7
record["pos"]["x"] = np.arange(30) / 3
record["name"] = [f"n{i}".encode() for i in range(30)]
record["tags"] = np.arange(60).reshape(30, 2)
record["when"] = np.arange(30) * 86400
add("records", record)
objects = np.empty(4, object)
objects[:] = [1, "two", [3, 4], datetime.date(2020, 1, 1)]
add("objects", objects)

# 100 GB, almost all of it a hole.
with open(os.path.join(out, "huge.npy"), "wb") as file:
    header = {"descr": "<f4", "fortran_order": False, "shape": (25_000, 1_000_000)}
    np.lib.format.write_array_header_1_0(file, header)
    start = file.tell()
    file.write(np.arange(40, dtype="<f4").tobytes())
    file.truncate(start + 4 * 25_000 * 1_000_000)

# And 8 GB in one axis.
with open(os.path.join(out, "long.npy"), "wb") as file:
    np.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": (1_000_000_000,)})
    file.truncate(file.tell() + 8_000_000_000)

with open(os.path.join(out, "cut.npy"), "wb") as file:
    full = io.BytesIO()
    np.save(full, np.arange(64 * 10, dtype="<f8").reshape(64, 10))
    file.write(full.getvalue()[: 128 + 37 * 80 + 5])


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


np.savez(os.path.join(out, "pair.npz"), a=grid, b=grid.astype("f4"), **{"deep/er/c": np.arange(5)})
with zipfile.ZipFile(os.path.join(out, "many.npz"), "w") as archive:
    for i in range(10_000):
        archive.writestr(f"group{i // 1000}/array_{i:05}.npy", npy(np.full((3, 2), i, "<i4")))
with zipfile.ZipFile(os.path.join(out, "mixed.npz"), "w") as archive:
    archive.writestr("good.npy", npy(grid))
    archive.writestr("deflated.npy", npy(np.tile(np.arange(100.0), 500)), zipfile.ZIP_DEFLATED)
    archive.writestr("<img src=x onerror=alert(1)>.npy", npy(np.arange(3)))
    archive.writestr("evil\u202egpj.npy", npy(np.arange(4)))
    archive.writestr("readme.txt", b"not an array")
    archive.writestr("broken.npy", b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'shape': (3,)" + b" " * 200)
    archive.writestr("bad_crc.npy", npy(np.arange(1000.0)))
path = os.path.join(out, "mixed.npz")
with open(path, "rb") as file:
    data = bytearray(file.read())
with zipfile.ZipFile(path) as archive:
    info = archive.getinfo("bad_crc.npy")
data[info.header_offset + 30 + len("bad_crc.npy") + 600] ^= 1
with open(path, "wb") as file:
    file.write(data)
with open(os.path.join(out, "cut.npz"), "wb") as file:
    with open(os.path.join(out, "pair.npz"), "rb") as source:
        file.write(source.read()[:1500])
second = grid.copy()
second[2, 3] += 0.5
second[7, 1] = 0
np.save(os.path.join(out, "first_grid.npy"), grid)
np.save(os.path.join(out, "second_grid.npy"), second)
with open(os.path.join(out, "expected.json"), "w") as file:
    json.dump(expected, file)
