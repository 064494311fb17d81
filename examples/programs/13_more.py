import pathlib

import numpy as np

# [program]
def words(dir):
    np.save(dir / "v.npy", np.array([1, 2, 3], np.float64))
    np.savez(dir / "pair.npz", x=np.float32([1]), n=np.int32([4, 2]))
    all = ""
    for s in np.load(dir / "names.npy"):
        all += s + " "
    return all

def sum(dir):
    keep = np.ascontiguousarray(np.load(dir / "grid.npy"))
    mine = np.load(dir / "want.npy")
    vec = np.load(dir / "v.npy").astype(np.float32)
    return keep.flat[0] + mine[1] + vec[2]

def rank_of(file):
    version = np.lib.format.read_magic(file)
    if version == (1, 0):
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    else:
        shape, fortran, dtype = np.lib.format.read_array_header_2_0(file)
    return len(shape)
# [end]

with open("batch.npy", "rb") as file:
    print("%s%g %d" % (words(pathlib.Path()), sum(pathlib.Path()), rank_of(file)))
