import numpy as np

# [program]
def widen(run, key):
    w = run[key].view(np.uint16)
    return (w.astype(np.uint32) << 16).view(np.float32).ravel()
# [end]

run = np.load("llm.npz")
for value in widen(run, "w"):
    print("%g" % value, end=" ")
print()
