import numpy as np

# [program]
particle = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("id", "<u4")])

def top(path):
    cloud = np.load(path, mmap_mode="r")
    assert cloud.dtype == particle
    best = np.float32(-1e9)
    for p in cloud:
        best = max(best, p["z"])
    return best
# [end]

print("%g" % top("cloud.npy"))
