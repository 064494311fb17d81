# SPDX-License-Identifier: MIT
"""The disk is full while an array is saved over an older one: NumPy empties the old file first, so both are lost.
nopy writes a new file beside it and renames that when it is whole."""
import os

import numpy as np

import sides

attack = sides.Attack(__doc__)
np.save("a.npy", np.arange(1000))
old = open("a.npy", "rb").read()
np.save("new.npy", np.zeros(1 << 18))
# A limit of the process stands for the disk: writes beyond it fail.
ended = attack.numpy("import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); np.save('a.npy', np.load('new.npy'))",
                     file_bytes=sides.MIB)
attack.defect(ended.code != 0 and open("a.npy", "rb").read() != old, "np.save failed, and the old array is gone")
sides.write("a.npy", old)
for words in (["convert", "--force", "new.npy", "a.npy"], ["repack", "a.npz"], ["add", "a.npz", "more=new.npy"]):
    if words[-1] != "a.npy":
        np.savez("a.npz", a=np.arange(1000))
        if words[0] == "repack":
            np.savez("a.npz", a=np.zeros(1 << 18))
    target = next(name for name in ("a.npz", "a.npy") if name in words)
    old = open(target, "rb").read()
    ended = attack.nopy(*words, file_bytes=sides.MIB)
    attack.right(ended.code == 2, f"{words[0]}: an error", ended)
    attack.right(open(target, "rb").read() == old, f"{words[0]}: the old file is as it was", ended)
left = sorted(os.listdir("."))
attack.right(left == ["a.npy", "a.npz", "new.npy"], f"nothing else is left behind: {left}")
attack.end()
