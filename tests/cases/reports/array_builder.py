# SPDX-License-Identifier: MIT
"""Arrays with values whose sums are exact, their facts, and .npy bytes around any header text."""
import hashlib
import math

import numpy as np


MAGIC = b"\x93NUMPY"


def shape_text(shape):
    if len(shape) == 1:
        return "(%d,)" % shape[0]
    return "(" + ", ".join(str(d) for d in shape) + ")"


def descr_text(descr):
    """A descr given as a Python string becomes a quoted literal; anything else is already literal text."""
    return "'%s'" % descr


def dict_text(descr_lit, fortran, shape_lit):
    return "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (descr_lit, fortran, shape_lit)


def header(text, version=(1, 0), align=64, room=0, encoding="latin1", newline=b"\n", pad=b" "):
    """magic + version + length + dict text, padded so the data starts at a multiple of align."""
    body = text.encode(encoding)
    lenw = 2 if version[0] == 1 else 4
    fixed = len(MAGIC) + 2 + lenw
    body += pad * room
    total = fixed + len(body) + len(newline)
    body += pad * (-total % align) + newline
    return MAGIC + bytes(version) + len(body).to_bytes(lenw, "little") + body


def element_bytes(a, fortran=False):
    return a.tobytes(order="F" if fortran else "C")


def fill(dt, shape, seed=0):
    """Values whose sums are exact in any order and in any precision."""
    n = 1
    for d in shape:
        n *= d
    i = np.arange(n, dtype=np.int64)
    k = dt.kind
    if k == "f":
        v = ((i * 7 + seed) % 61) * 0.25 - 6.0
    elif k == "c":
        v = (((i * 5 + seed) % 31) * 0.5 - 4.0) + 1j * (((i * 3 + seed) % 17) * 0.25 - 1.0)
    elif k == "i":
        v = (i * 11 + seed) % 97 - 40
    elif k == "u":
        v = (i * 11 + seed) % 97
    elif k == "b":
        v = ((i + seed) % 3) == 0
    else:
        raise ValueError(k)
    return v.astype(dt).reshape(shape)


def plain(x):
    """A JSON-friendly spelling of one element."""
    if isinstance(x, (np.void, tuple)):
        if isinstance(x, np.void) and x.dtype.names is None:
            return "0x" + bytes(x).hex()
        return [plain(e) for e in x]
    if isinstance(x, np.ndarray):
        return [plain(e) for e in x.ravel()]
    if isinstance(x, (np.datetime64, np.timedelta64)):
        return str(x)
    if isinstance(x, (bytes, np.bytes_)):
        return bytes(x).hex()
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    if isinstance(x, (complex, np.complexfloating)):
        return [float(x.real), float(x.imag)]
    if isinstance(x, (float, np.floating)):
        f = float(x)
        return f if math.isfinite(f) else str(f)
    return str(x)


def total(a):
    k = a.dtype.kind
    flat = a.ravel()
    if k in "iu":
        return sum(int(v) for v in flat)
    if k == "b":
        return int(np.count_nonzero(a))
    if k == "f":
        return plain(math.fsum(float(v) for v in flat)) if np.all(np.isfinite(a)) else "not finite"
    if k == "c":
        return [math.fsum(float(v.real) for v in flat), math.fsum(float(v.imag) for v in flat)]
    return None


def facts(a, descr, fortran, version, offset):
    flat = a.ravel(order="C")
    le = np.ascontiguousarray(a).astype(a.dtype.newbyteorder("<"), copy=False)
    f = {"descr": descr, "shape": list(a.shape), "order": "F" if fortran else "C",
         "version": "%d.%d" % version, "data_offset": offset, "count": int(a.size),
         "itemsize": a.dtype.itemsize, "nbytes": int(a.size) * a.dtype.itemsize,
         "c_order_le_sha256": hashlib.sha256(le.tobytes()).hexdigest()}
    s = total(a)
    if s is not None:
        f["sum"] = s
    if a.size:
        f["first"], f["last"] = plain(flat[0]), plain(flat[-1])
    return f


def sentence(f):
    s = "loads as %s %s %s order" % (f["descr"], shape_text(f["shape"]), f["order"])
    if "sum" in f:
        s += ", sum=%s" % (f["sum"],)
    elif "first" in f:
        s += ", first=%s, last=%s" % (f["first"], f["last"])
    return s


class Npy:
    """One array file: header text under full control, values from numpy."""

    def __init__(self, a, descr=None, fortran=False, version=(1, 0), lit=None, shape_lit=None, text=None,
                 align=64, room=0, encoding="latin1", newline=b"\n"):
        self.a = a
        self.descr = descr if descr is not None else a.dtype.str
        lit = lit if lit is not None else descr_text(self.descr)
        text = text or dict_text(lit, fortran, shape_lit or shape_text(a.shape))
        self.head = header(text, version, align, room, encoding, newline)
        self.body = element_bytes(a, fortran)
        self.bytes = self.head + self.body
        self.facts = facts(a, self.descr, fortran, version, len(self.head))


def npy(descr, shape, fortran=False, seed=0, **kw):
    return Npy(fill(np.dtype(descr), tuple(shape), seed), descr, fortran, **kw)
