# SPDX-License-Identifier: MIT
"""A header of 256 MiB in an archive of 256 KiB: NumPy reads all of it into memory, and only then compares its length with
max_header_size. nopy compares first, and reads nothing of it."""
import zlib

import sides

attack = sides.Attack(__doc__)
length = 256 << 20
preamble = b"\x93NUMPY\x02\x00" + length.to_bytes(4, "little")


def content():
    yield preamble
    for _ in range(256):
        yield b" " * sides.MIB


crc = 0
for piece in content():
    crc = zlib.crc32(piece, crc)
packed = sides.deflate(content())
sides.write("a.npz", sides.Zip().add("a.npy", b"", deflated=packed, crc=crc, usize=length + len(preamble)).bytes())
ended = attack.numpy("np.load('a.npz')['a']")
attack.defect("ValueError" in ended.err and ended.peak > length,
              f"np.load of an archive of {len(packed) >> 10} KiB took {ended.peak >> 20} MiB to say that its header is too large")
attack.refuses("header_too_large", "show", "a.npz:a")
attack.refuses("header_too_large", "info", "a.npz:a")
attack.end()
