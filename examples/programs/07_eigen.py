import numpy as np

# [program]
def read(path):
    h = np.load(path, mmap_mode="r")
    m = np.empty(h.shape, np.float32, order="F")
    m[:] = h
    return m

def write(m):
    np.save("m.npy", m)
# [end]

write(read("matrix.npy"))
np.set_printoptions(formatter={"float": str})
print(np.load("m.npy"))
