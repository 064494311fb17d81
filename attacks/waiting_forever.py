# SPDX-License-Identifier: MIT
"""A pipe in an array's place: np.load opens it and waits until someone writes, which is never. nopy opens without waiting,
looks what it has, and refuses what is no regular file."""
import os

import sides

attack = sides.Attack(__doc__)
os.mkfifo("a.npy")
ended = attack.numpy("np.load('a.npy')", seconds=3)
attack.defect(ended.hung, "np.load waits forever (stopped after 3 s)")
for verb in ("show", "check", "ls"):
    ended = attack.nopy(verb, "a.npy", seconds=10)
    attack.right(not ended.hung and ended.code in (1, 2) and "not_regular" in ended.out + ended.err, f"{verb}: not_regular, at once", ended)
attack.end()
