# SPDX-License-Identifier: MIT
"""A small DEFLATE encoder, so that the corpus does not depend on an installed zlib."""
import struct


class Bits:
    """Bit writer, least significant bit first, as DEFLATE wants."""
    def __init__(self): self.out, self.acc, self.n = bytearray(), 0, 0
    def put(self, value, count):
        self.acc |= value << self.n; self.n += count
        while self.n >= 8:
            self.out.append(self.acc & 255); self.acc >>= 8; self.n -= 8
    def code(self, value, count):                # Huffman codes go most significant bit first
        self.put(int(format(value, "0%db" % count)[::-1], 2), count)
    def bytes(self):
        return bytes(self.out) + (bytes([self.acc & 255]) if self.n else b"")

def fixed_symbol(b, s):
    if s < 144: b.code(0x30 + s, 8)
    elif s < 256: b.code(0x190 + s - 144, 9)
    elif s < 280: b.code(s - 256, 7)
    else: b.code(0xC0 + s - 280, 8)

def fixed_block(b, data, final):
    b.put(1 if final else 0, 1); b.put(1, 2)
    for byte in data: fixed_symbol(b, byte)
    fixed_symbol(b, 256)

def zeros_block(b, n, final):
    """n zero bytes in one dynamic block at 2 bits per 258 bytes: the largest ratio DEFLATE can reach."""
    b.put(1 if final else 0, 1); b.put(2, 2)
    b.put(286 - 257, 5); b.put(0, 5); b.put(18 - 4, 4)
    lens = {18: 1, 1: 2, 2: 2}                   # lengths of the code-length code
    for s in (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1): b.put(lens.get(s, 0), 3)
    one, two, rep = (2, 2), (3, 2), (0, 1)       # symbols 1, 2 and 18 (repeat zero)
    b.code(*two)
    b.code(*rep); b.put(138 - 11, 7); b.code(*rep); b.put(117 - 11, 7)
    b.code(*two)
    b.code(*rep); b.put(28 - 11, 7)
    b.code(*one); b.code(*one)
    runs = (n - 1) // 258
    b.code(2, 2)                                 # literal 0
    big, left = divmod(runs, 4)
    for _ in range(big): b.put(0, 8)             # 285 = "0", distance 1 = "0": two zero bits a run
    for _ in range(left): b.put(0, 2)
    for _ in range(n - 1 - 258 * runs): b.code(2, 2)
    b.code(3, 2)                                 # end of block

def deflate(data, zeros=0):
    """Fixed-Huffman literals, then `zeros` zero bytes at the maximal ratio."""
    b = Bits()
    if zeros:
        fixed_block(b, data, False); zeros_block(b, zeros, True)
    else:
        fixed_block(b, data, True)
    return b.bytes()

def deflate_stored(data):
    """DEFLATE with stored blocks only (so `raw` holds the text unchanged)."""
    out, parts = bytearray(), [data[i:i + 65535] for i in range(0, len(data), 65535)] or [b""]
    for i, p in enumerate(parts):
        out += bytes([1 if i == len(parts) - 1 else 0]) + struct.pack("<HH", len(p), len(p) ^ 0xFFFF) + p
    return bytes(out)

def crc_zeros(crc, n):
    """crc32 after n more zero bytes, without running over them (GF(2) matrix power)."""
    def times(m, v):
        r = i = 0
        while v:
            if v & 1: r ^= m[i]
            v >>= 1; i += 1
        return r
    crc ^= 0xFFFFFFFF
    m = [0xEDB88320] + [1 << (i - 1) for i in range(1, 32)]    # one zero bit
    bits = n * 8
    while bits:
        if bits & 1: crc = times(m, crc)
        bits >>= 1
        if bits: m = [times(m, row) for row in m]
    return crc ^ 0xFFFFFFFF
