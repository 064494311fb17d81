# SPDX-License-Identifier: MIT
"""A header of 128 bytes that promises an array of 8 TiB: NumPy allocates what the header says before it looks whether the
data is there, in files, streams and archives. nopy holds the promise against the file's size first."""
import sides

attack = sides.Attack(__doc__)
bomb = sides.npy("<f8", (1 << 40,), b"only this")
sides.write("a.npy", bomb)
sides.write("a.npz", sides.Zip().add("a.npy", bomb).bytes())
for read in ("np.load('a.npy')", "np.load('a.npz')['a']"):
    ended = attack.numpy(read, address_space=3 << 30)
    attack.defect("MemoryError" in ended.err, f"{read} asked for 8 TiB: MemoryError, not a word of the missing data")
attack.refuses("data_truncated", "show", "a.npy")
attack.refuses("data_truncated", "show", "-a", "a.npz:a")
attack.refuses("data_truncated", "convert", "a.npz:a", "b.npy")
attack.end()
