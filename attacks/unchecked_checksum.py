# SPDX-License-Identifier: MIT
"""Some bytes behind the array, and nobody compares the checksum any more: zipfile compares it at the member's end, and NumPy
stops reading where the array ends. A changed value comes back as if it were right.
nopy reads a member to its end and hands out nothing before its checksum was right."""
import struct
import zlib

import sides

attack = sides.Attack(__doc__)
good = sides.npy("<f8", (3,), struct.pack("<3d", 1, 2, 3)) + bytes(8192)
bad = good[:-8200] + struct.pack("<d", 1000) + bytes(8192)
sides.write("a.npz", sides.Zip().add("a.npy", bad, crc=zlib.crc32(good)).bytes())
ended = attack.numpy("print(np.load('a.npz')['a'])")
attack.defect("1000" in ended.out, "np.load gives the changed value 1000, without a word")
for words in (["show", "a.npz:a"], ["convert", "a.npz:a", "b.npy"], ["unpack", "-d", "folder", "a.npz"]):
    attack.refuses("zip_crc", *words)
attack.finds("zip_crc", "a.npz")
attack.end()
