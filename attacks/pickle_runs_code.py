# SPDX-License-Identifier: MIT
"""An object array is a pickle, and a pickle is a program: with allow_pickle=True NumPy runs what the file says.
nopy decodes pickles as data, by an allow-list of what may be named, and executes nothing."""
import os

import numpy as np

import sides

attack = sides.Attack(__doc__)


class Payload:
    def __reduce__(self):
        return os.system, ("touch owned",)


array = np.empty(1, object)
array[0] = Payload()
np.save("a.npy", array, allow_pickle=True)
np.savez("a.npz", a=array)

attack.numpy("np.load('a.npy', allow_pickle=True)")
attack.defect(os.path.exists("owned"), "np.load(allow_pickle=True) ran the command in the file")
if os.path.exists("owned"):
    os.remove("owned")

for words in (["show", "a.npy"], ["show", "--json", "a.npy"], ["check", "a.npy"], ["info", "a.npy"], ["show", "a.npz:a"],
              ["convert", "a.npy", "a.csv"], ["diff", "a.npy", "a.npz:a"]):
    ended = attack.nopy(*words)
    attack.right(not os.path.exists("owned") and ended.code in (0, 1, 2), f"{words[0]}: nothing was executed", ended)
shown = attack.nopy("show", "a.npy")
attack.right("posix" in shown.out + shown.err or "system" in shown.out + shown.err, "show names what the file wanted to call", shown)
attack.end()
