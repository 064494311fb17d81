# SPDX-License-Identifier: MIT
"""DEFLATE streams of a chosen form: fixed, stored, dynamic."""
import struct
import zlib


_LEN = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]
_LXB = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
_DST = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
        8193, 12289, 16385, 24577]
_DXB = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]


class Bits:
    def __init__(self):
        self.out, self.acc, self.n = bytearray(), 0, 0

    def put(self, value, count):
        self.acc |= value << self.n
        self.n += count
        while self.n >= 8:
            self.out.append(self.acc & 255)
            self.acc >>= 8
            self.n -= 8

    def code(self, value, count):
        self.put(int(format(value, "0%db" % count)[::-1], 2), count)

    def done(self):
        if self.n:
            self.out.append(self.acc & 255)
        return bytes(self.out)


def deflate_fixed(data):
    """One block with the fixed codes of RFC 1951 and a greedy one-candidate matcher."""
    b = Bits()
    b.put(1, 1)
    b.put(1, 2)

    def lit(v):
        if v < 144:
            b.code(0x30 + v, 8)
        elif v < 256:
            b.code(0x190 + v - 144, 9)
        elif v < 280:
            b.code(v - 256, 7)
        else:
            b.code(0xC0 + v - 280, 8)

    seen, i, n = {}, 0, len(data)
    while i < n:
        best = 0
        key = data[i:i + 3]
        j = seen.get(key, -1) if len(key) == 3 else -1
        if j >= 0 and i - j <= 32768:
            while best < 258 and i + best < n and data[j + best] == data[i + best]:
                best += 1
        if len(key) == 3:
            seen[key] = i
        if best >= 3:
            c = max(x for x in range(29) if _LEN[x] <= best)
            lit(257 + c)
            b.put(best - _LEN[c], _LXB[c])
            d = i - j
            c = max(x for x in range(30) if _DST[x] <= d)
            b.code(c, 5)
            b.put(d - _DST[c], _DXB[c])
            i += best
        else:
            lit(data[i])
            i += 1
    lit(256)
    return b.done()


def deflate_stored(data, block=1000):
    """Only stored blocks: method 8 that does not shrink anything."""
    out, pos = bytearray(), 0
    while True:
        part = data[pos:pos + block]
        pos += len(part)
        last = pos >= len(data)
        out += bytes([1 if last else 0]) + struct.pack("<HH", len(part), len(part) ^ 0xFFFF) + part
        if last:
            return bytes(out)


def deflate_zlib(data, level=6):
    c = zlib.compressobj(level, zlib.DEFLATED, -15)
    return c.compress(data) + c.flush()


PACK = {"stored": None, "fixed": deflate_fixed, "blocks": deflate_stored, "zlib": deflate_zlib}
