from collections import namedtuple

import numpy as np

# [program]
tensor = namedtuple("tensor", "name dtype dims raw")

def checkpoint(all, keep_going):
    members = {}
    for t in all:
        members[t.name] = np.frombuffer(t.raw, t.dtype).reshape(t.dims)
    keep_going(0.0)  # NumPy tells nothing on the way, and takes no level
    np.savez_compressed("step.npz", **members)
    keep_going(1.0)
# [end]

reached = 0.0
def keep_going(done):
    global reached
    reached = done

checkpoint([tensor("layer.0.weight", "<f4", (256, 512), bytes(524288)),
            tensor("layer.0.bias", "<f2", (512,), bytes(1024)),
            tensor("step", "<i8", (), bytes(8))], keep_going)
saved = np.load("step.npz")
for name in saved.files:
    print(name, saved[name].dtype.str, saved[name].size)
print("%g" % reached)
