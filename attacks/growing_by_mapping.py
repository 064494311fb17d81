# SPDX-License-Identifier: MIT
"""Mapping a cut file for writing makes it as long as its header says, with zeros for what is missing: after
np.load(mmap_mode='r+') nobody sees any more that the data was lost. nopy never makes a file longer to map it."""
import os
import struct

import sides

attack = sides.Attack(__doc__)
cut = sides.npy("<f8", (1 << 20,), struct.pack("<d", 1))
sides.write("a.npy", cut)
ended = attack.numpy("a = np.load('a.npy', mmap_mode='r+'); print(a.shape)")
attack.defect(os.path.getsize("a.npy") > len(cut), f"np.load made {len(cut)} bytes to {os.path.getsize('a.npy')}, and calls it an array")
sides.write("a.npy", cut)
attack.refuses("data_truncated", "show", "a.npy")
attack.finds("data_truncated", "a.npy")
ended = attack.nopy("append", "a.npy", "a.npy")
attack.right(ended.code == 2, "append: refused", ended)
attack.right(open("a.npy", "rb").read() == cut, "the file is as it was")
attack.end()
