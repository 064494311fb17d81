# SPDX-License-Identifier: MIT
"""The directory says one thing, the member's own header another: a reader that goes by the directory and one that reads the
archive as a stream see different archives. zipfile compares the name only; sizes and checksums may lie.
nopy reports every difference, and refuses them under --strict; a different name it refuses always."""
import struct

import sides

attack = sides.Attack(__doc__)
value = sides.npy("<f8", (1,), struct.pack("<d", 1))
honest = sides.Zip().add("a.npy", value).bytes()
lying_crc = honest[:14] + b"\xde\xad\xbe\xef" + honest[18:]
sides.write("crc.npz", lying_crc)
sides.write("name.npz", sides.Zip().add("a.npy", value, local_name="b.npy").bytes())
ended = attack.numpy("print(np.load('crc.npz')['a'])")
attack.defect(ended.code == 0 and not ended.err, "np.load reads a member whose two headers differ, without a word")
attack.finds("zip_mismatch", "crc.npz")
attack.right(attack.nopy("check", "--strict", "crc.npz").code == 1, "check --strict: an error")
attack.refuses("zip_mismatch", "show", "name.npz:a")
attack.end()
