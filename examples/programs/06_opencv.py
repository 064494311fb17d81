import numpy as np

# [program]
def in_out():
    img = np.load("bgr.npy")
    m = img  # OpenCV's Python matrices are NumPy arrays
    if not m.flags.c_contiguous:
        return
    np.save("out.npy", m)
# [end]

in_out()
print("equal" if np.array_equal(np.load("bgr.npy"), np.load("out.npy")) else "different")
