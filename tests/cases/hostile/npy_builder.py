# SPDX-License-Identifier: MIT
"""The bytes of a .npy file around any header text, however wrong."""
import hashlib
import struct


MAGIC = b"\x93NUMPY"


def sha(b):
    return hashlib.sha256(b).hexdigest()

def pattern(n, seed=1):
    """n bytes that are the same on every machine (xorshift32)."""
    x, out = (seed * 2654435761 + 1) & 0xFFFFFFFF, bytearray()
    while len(out) < n:
        x ^= (x << 13) & 0xFFFFFFFF; x ^= x >> 17; x ^= (x << 5) & 0xFFFFFFFF
        out += struct.pack("<I", x)
    return bytes(out[:n])

def floats(*v, fmt="<d"):
    return b"".join(struct.pack(fmt, x) for x in v)

F3 = floats(1.0, 2.0, 3.0)                      # data of the usual little array

def dic(descr="'<f8'", fortran="False", shape="(3,)", extra=""):
    """Header text as NumPy writes it; every part may be replaced by something wrong."""
    return "{'descr': %s, 'fortran_order': %s, 'shape': %s, %s}" % (descr, fortran, shape, extra)

def npy(text, data=b"", version=(1, 0), align=64, hlen=None, magic=MAGIC, newline=True):
    """A .npy file around any header text; hlen overrides the stored header length."""
    if isinstance(text, str):
        text = text.encode("utf-8" if version[0] == 3 else "latin-1")
    wide = version[0] != 1
    pre = len(magic) + 2 + (4 if wide else 2)
    if align:
        text += b" " * (-(pre + len(text) + bool(newline)) % align)
    if newline:
        text += b"\n"
    n = len(text) if hlen is None else hlen
    return magic + bytes(version) + struct.pack("<I" if wide else "<H", n) + text + data

def val(shape, descr, data, fortran=False, nbytes=None):
    v = {"shape": list(shape), "fortran_order": fortran, "descr": descr,
         "nbytes": len(data) if nbytes is None else nbytes}
    if data is not None:
        v["data_sha256"] = sha(data)
    return v

V3 = val([3], "<f8", F3)
GOOD = npy(dic(), F3)                            # the plain valid array
GOOD2 = npy(dic("'<i4'", shape="(2, 2)"), struct.pack("<4i", 1, -2, 3, -4))
V22 = val([2, 2], "<i4", struct.pack("<4i", 1, -2, 3, -4))


class Sparse:
    """head, a hole of n zero bytes, tail."""
    def __init__(self, head, hole, tail): self.head, self.hole, self.tail = head, hole, tail

