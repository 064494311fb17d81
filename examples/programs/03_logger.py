import os

import numpy as np

# [program]
def log_loop(rows):  # NumPy can not append: every commit writes the whole file again
    log = np.empty((0, 3), np.float32)
    pending = []
    for n, row in enumerate(rows):
        pending.append(row)
        if n % 1000 == 999:
            log = np.concatenate([log, np.array(pending, np.float32)])
            np.save("tmp.npy", log)
            os.replace("tmp.npy", "imu.npy")
            pending = []
# [end]

log_loop((i + 1.0, 0.0, 0.0) for i in range(2500))
print(np.load("imu.npy", mmap_mode="r").shape)
