# SPDX-License-Identifier: MIT
"""Archives too large to be made by zipfile in a moment: make_archives.py OUT [--figures]. Written record by record,
sparse or of repeated blocks; --figures: also what figures.mjs measures."""
import io
import os
import struct
import sys
import zlib

import numpy as np

out = sys.argv[1]
big = 0xFFFFFFFF


def header(descr, shape):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": descr, "fortran_order": False, "shape": shape})
    return stream.getvalue()


class Archive:
    """A ZIP file in ZIP64 wherever a number asks for it (APPNOTE 4.3.14, 4.5.3)."""

    def __init__(self, name):
        self.file = open(os.path.join(out, name), "wb")
        self.records = []

    def add(self, name, size, crc, pieces, method=0, packed=None):
        packed = size if packed is None else packed
        offset, name = self.file.tell(), name.encode()
        large = struct.pack("<HHQQ", 1, 16, size, packed) if size >= big else b""
        sizes = (big, big) if large else (packed, size)
        both = struct.pack("<HHHHHIII", 45, 0, method, 0, 33, crc, *sizes)
        self.file.write(b"PK\x03\x04" + both + struct.pack("<HH", len(name), len(large)) + name + large)
        for piece in pieces:
            if isinstance(piece, int):
                self.file.truncate(self.file.seek(piece, os.SEEK_CUR))
            else:
                self.file.write(piece)
        extra = large if offset < big else struct.pack("<HH", 1, len(large[4:]) + 8) + large[4:] + struct.pack("<Q", offset)
        self.records.append(b"PK\x01\x02\x2d\x00" + both + struct.pack("<HHHHHII", len(name), len(extra), 0, 0, 0, 0, min(offset, big)) + name + extra)

    def close(self):
        start, directory, count = self.file.tell(), b"".join(self.records), len(self.records)
        self.file.write(directory)
        self.file.write(b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, len(directory), start))
        self.file.write(b"PK\x06\x07" + struct.pack("<IQI", 0, start + len(directory), 1))
        self.file.write(b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), len(directory), min(start, big), 0))
        self.file.close()


# 65 536 members: one more than the end record of ZIP can count.
archive = Archive("members.npz")
head = header("<i4", (4,))
for i in range(65_536):
    data = head + struct.pack("<4i", i, i + 1, i + 2, i + 3)
    archive.add(f"layer{i >> 8:03}/w{i:05}.npy", len(data), zlib.crc32(data), [data])
archive.close()

# 5 GB stored, almost all of it a hole. Nothing reads all of it, so its checksum stands for none.
archive = Archive("five.npz")
small = header("<f8", (3,)) + np.arange(3.0).tobytes()
head = header("<f4", (1250, 1_000_000))
archive.add("small.npy", len(small), zlib.crc32(small), [small])
archive.add("big.npy", len(head) + 5_000_000_000, 0, [head, np.arange(40, dtype="<f4").tobytes(), 5_000_000_000 - 160])
last = header("<i8", (2, 2)) + np.array([[2**53 + 1, -1], [0, 7]], "<i8").tobytes()
archive.add("last.npy", len(last), zlib.crc32(last), [last])
archive.close()

# 1 GiB deflated: 256 pieces of 1024 rows, each behind a full flush, so that one compressed piece serves all; the first 16 elements of
# each are its number.
rest = np.arange(1024 * 1024, dtype="<i4") // 64
rest = rest[16:].tobytes()


def deflated(data, how):
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(how)


head = header("<i4", (256 * 1024, 1024))
packed_rest = deflated(rest, zlib.Z_FULL_FLUSH)
crc = zlib.crc32(head)
pieces = [deflated(head, zlib.Z_FULL_FLUSH)]
for number in range(256):
    first = np.full(16, number, "<i4").tobytes()
    crc = zlib.crc32(rest, zlib.crc32(first, crc))
    pieces += [deflated(first, zlib.Z_FULL_FLUSH), packed_rest]
pieces.append(deflated(b"", zlib.Z_FINISH))
archive = Archive("gibibyte.npz")
archive.add("x.npy", len(head) + (1 << 30), crc, pieces, 8, sum(map(len, pieces)))
archive.close()

if "--figures" in sys.argv:
    rng = np.random.default_rng(7)
    np.save(os.path.join(out, "square.npy"), rng.normal(size=(512, 512)))
    # 64 MB of noise that deflates to literals alone: what is inflated slowest.
    noise = rng.integers(0, 256, 64_000_000, np.uint8)
    noise[::2] &= 63
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    body = header("|u1", noise.shape) + noise.tobytes()
    packed = packer.compress(body) + packer.flush()
    archive = Archive("noise.npz")
    archive.add("noise.npy", len(body), zlib.crc32(body), [packed], 8, len(packed))
    archive.close()
