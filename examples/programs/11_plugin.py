import numpy as np

# [program]
def plugin_load(path, out, n):
    try:
        run = np.load(path)
    except (OSError, ValueError):
        return -1
    if "weights" not in run:
        return -2
    a = run["weights"].astype(np.float32)
    if a.ndim != 1 or a.size != n:
        return -3
    out[:] = a
    return 0
# [end]

out = np.zeros(3, np.float32)
print(plugin_load("missing.npz", out, 3), end=" ")
print(plugin_load("model.npz", out, 2), end=" ")
print(plugin_load("model.npz", out, 3), end=" ")
print("%g %g %g" % tuple(out))
