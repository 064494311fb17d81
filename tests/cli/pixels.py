#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads a PNG of 8 bits without help: pixels.py FILE ROWS prints its width, height and channels, and the first rows."""
import sys
import zlib

data, at, packed = open(sys.argv[1], "rb").read(), 8, b""
assert data[:8] == b"\x89PNG\r\n\x1a\n"
while at < len(data):
    size = int.from_bytes(data[at : at + 4], "big")
    kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
    at += 12 + size
    assert zlib.crc32(kind + body) == int.from_bytes(data[at - 4 : at], "big")
    if kind == b"IHDR":
        width, height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
        assert body[8] == 8 and body[12] == 0
        channels = {0: 1, 2: 3, 6: 4}[body[9]]
    if kind == b"IDAT":
        packed += body
assert kind == b"IEND"

row_bytes = width * channels
raw = zlib.decompress(packed)
assert len(raw) == height * (row_bytes + 1)
above, rows = [0] * row_bytes, []
for y in range(height):
    how, *row = raw[y * (row_bytes + 1) : (y + 1) * (row_bytes + 1)]
    for i in range(row_bytes):
        a, c = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
        b = above[i]
        guess = a + b - c
        paeth = min((abs(guess - a), 0, a), (abs(guess - b), 1, b), (abs(guess - c), 2, c))[2]
        row[i] = (row[i] + [0, a, b, (a + b) // 2, paeth][how]) % 256
    above = row
    rows.append(row)
print(width, height, channels)
for row in rows[: int(sys.argv[2])]:
    print(*(bytes(row[x : x + channels]).hex() for x in range(0, row_bytes, channels)))
