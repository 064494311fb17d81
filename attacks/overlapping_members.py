# SPDX-License-Identifier: MIT
"""Members that share their bytes: a thousand entries of one member of 10 MiB make an archive of 100 KiB that unpacks to 10 GiB.
nopy sorts the spans of all members when it opens an archive, and refuses it."""
import zlib

import sides

attack = sides.Attack(__doc__)
array = sides.npy("|u1", (10 << 20,), bytes(10 << 20))
packed = sides.deflate([array])
lies = {"deflated": packed, "crc": zlib.crc32(array), "usize": len(array)}
archive = sides.Zip().add("a.npy", b"", **lies)
for number in range(999):
    archive.add(f"{number}.npy", b"", local_name="a.npy", at=0, **lies)
sides.write("a.npz", archive.bytes())
ended = attack.numpy("f = np.load('a.npz'); print(len(f.files), f['a'].nbytes)")
attack.defect(ended.code == 0 and "1000 10485760" in ended.out, "np.load opens it and reads its members")
attack.refuses("zip_overlap", "ls", "a.npz")
attack.refuses("zip_overlap", "unpack", "-d", "folder", "a.npz")
attack.end()
