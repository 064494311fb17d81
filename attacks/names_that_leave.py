# SPDX-License-Identifier: MIT
"""Members whose names lead out of the folder they are unpacked to. NumPy writes and reads such names and unpacks nothing;
who unpacks its archives needs a tool that refuses them. `nopy unpack` does, one by one, and writes the others."""
import os

import numpy as np

import sides

attack = sides.Attack(__doc__)
names = ["../up", "/tmp/nopy-attack-absolute", "a/../../up2", "C:\\drive", "CON", "folder./dot", "bell\a"]
np.savez("a.npz", good=np.arange(3), **{name: np.arange(3) for name in names})
with np.load("a.npz") as loaded:
    attack.defect(set(names) <= set(loaded.files), "np.savez writes all of these names")
os.mkdir("inner")
ended = attack.nopy("unpack", "-d", "inner/folder", "a.npz")
attack.right(ended.code == 2 and "unsafe_name" in ended.err, "unpack: unsafe_name", ended)
outside = [os.path.join(folder, name) for folder, _, found in os.walk(".") for name in found]
attack.right(set(outside) <= {"./a.npz", "./inner/folder/good.npy"}, f"nothing outside its folder: {sorted(outside)}")
attack.right(not os.path.exists("/tmp/nopy-attack-absolute.npy"), "nothing at the absolute path")
attack.right("\a" not in ended.err + ended.out, "the terminal gets no control character", ended)
attack.end()
