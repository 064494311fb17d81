# SPDX-License-Identifier: MIT
"""Sparse files of several gigabytes: each takes a few kilobytes of disk."""
import os
import struct
import zlib

from array_builder import dict_text, header, npy, sentence


def big_files(out):
    """Holes on disk: each takes a few kilobytes."""
    gib = 1 << 30
    cases = []
    count = 5 * gib // 8
    name = "BR-09-big.npy"
    head = header(dict_text("'<f8'", False, "(%d,)" % count))
    with open(os.path.join(out, name), "wb") as f:
        f.write(head)
        f.seek(len(head) + (count - 1) * 8)
        f.write(struct.pack("<d", 2.5))
    cases.append({"id": name[:-4], "report": "BR-09", "kind": "big", "file": name, "verb": "mmap", "outcome": "ok",
                  "size": len(head) + count * 8, "numpy": "same",
                  "array": {"descr": "<f8", "shape": [count], "order": "C", "data_offset": len(head), "last": 2.5},
                  "limits": {"rss_mb": 64, "seconds": 0.2},
                  "expect": "maps at once; element %d = 2.5; resident memory stays small" % (count - 1)})
    n = 4 * gib + 12345
    name = "BR-08-big.npz"
    head = header(dict_text("'|u1'", False, "(%d,)" % n))
    crc = zlib.crc32(head)
    zero, left = bytes(1 << 24), n
    while left:
        k = min(left, len(zero))
        crc = zlib.crc32(zero[:k], crc)
        left -= k
    tail = npy("<i4", (3,), seed=1)
    with open(os.path.join(out, name), "wb") as f:
        size = len(head) + n

        def local(nm, s, c):
            ex = struct.pack("<HHQQ", 1, 16, s, s)
            f.write(struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 45, 0, 0, 0, 33, c, 0xFFFFFFFF, 0xFFFFFFFF, len(nm), 20) + nm + ex)
        local(b"big.npy", size, crc)
        f.write(head)
        f.seek(n, 1)
        at = f.tell()
        local(b"tail.npy", len(tail.bytes), zlib.crc32(tail.bytes))
        f.write(tail.bytes)
        cd = f.tell()
        for nm, s, c, o in ((b"big.npy", size, crc, 0), (b"tail.npy", len(tail.bytes), zlib.crc32(tail.bytes), at)):
            ex = struct.pack("<HHQQQ", 1, 24, s, s, o)
            f.write(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 45, 45, 0, 0, 0, 33, c, 0xFFFFFFFF, 0xFFFFFFFF, len(nm), 28, 0, 0,
                                0, 0, 0xFFFFFFFF) + nm + ex)
        end = f.tell()
        f.write(struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 2, 2, end - cd, cd) +
                struct.pack("<4sIQI", b"PK\6\7", 0, end, 1) +
                struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 2, 2, 0xFFFFFFFF, 0xFFFFFFFF, 0))
        full = f.tell()
    cases.append({"id": name[:-4], "report": "BR-08", "kind": "big", "file": name, "verb": "mmap", "outcome": "ok", "size": full,
                  "numpy": "same", "members": [dict(name="big.npy", shape=[n], descr="|u1"), dict(tail.facts, name="tail.npy")],
                  "limits": {"rss_mb": 64, "seconds": 0.5},
                  "expect": "lists 2 members; tail (after 4 GiB) %s; big maps as |u1 (%d,)" % (sentence(tail.facts), n)})
    return cases
