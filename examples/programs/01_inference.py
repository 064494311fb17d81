import numpy as np

# [program]
def preprocess(tensor):
    v = np.load("batch.npy", mmap_mode="r")  # (N, H, W, C)
    mean = np.load("mean.npy").astype(np.float32)
    out = tensor.reshape(v.shape[0], v.shape[3], v.shape[1], v.shape[2])
    for n in range(v.shape[0]):
        for c in range(v.shape[3]):
            for y in range(v.shape[1]):
                for x in range(v.shape[2]):
                    out[n, c, y, x] = np.float32(v[n, y, x, c]) - mean[c]
# [end]

tensor = np.zeros(24, np.float32)
preprocess(tensor)
for value in tensor:
    print("%g" % value, end=" ")
print()
