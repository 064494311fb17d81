# SPDX-License-Identifier: MIT
"""Somebody makes a file shorter while it is read: a program that mapped it is ended by SIGBUS, whatever it would have caught.
The tool of nopy maps nothing: it reads at offsets, and what it has not read yet is an error."""
import os
import subprocess

import numpy as np

import sides

attack = sides.Attack(__doc__)
array = np.arange(4 << 20, dtype="<f8")


def write():
    np.save("a.npy", array)
    np.savez("a.npz", x=array)


write()
ended = attack.numpy("import os; a = np.load('a.npy', mmap_mode='r'); os.truncate('a.npy', 4096); print(a.sum())")
attack.defect(ended.code == -7, "a mapped array of a file that was cut: SIGBUS, the process is gone")


def cut_while_read(*words):
    """The tool waits for its reader, since a pipe holds 64 KiB; then the file is cut."""
    write()
    whole = subprocess.run([attack.tool, *words], capture_output=True, timeout=120).stdout
    child = subprocess.Popen([attack.tool, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    first = child.stdout.read(1)
    for name in ("a.npy", "a.npz"):
        os.truncate(name, 9000)
    out, err = child.communicate(timeout=120)
    ended = sides.Ended(child.returncode, "", err.decode(), 0)
    if ended.code == 0:
        attack.right(first + out == whole, f"{' '.join(words)}: all values, which were read before", ended)
    else:
        attack.right(ended.code == 2 and any(f"[{kind}]" in ended.err for kind in ("changed", "io", "data_truncated")),
                     f"{' '.join(words)}: an error, after {len(out) >> 10} KiB", ended)


cut_while_read("show", "--all", "a.npy")
cut_while_read("show", "--json", "a.npy")
cut_while_read("show", "--all", "a.npz:x")
cut_while_read("convert", "a.npy", "-", "--to", "csv")
cut_while_read("convert", "a.npz:x", "-", "--to", "raw")
attack.end()
