from threading import Lock, Thread

import numpy as np

# [program]
def sum_windows(windows):
    data = np.load("train.npy", mmap_mode="r")
    sums, lock = [0.0], Lock()
    def work(t):
        buffer = np.empty((4, 8, 8), np.float32)
        for w in range(t, windows, 8):
            buffer[:] = data[w * 4 : w * 4 + 4, 0:8, 0:8]
            part = float(buffer.sum(dtype=np.float64))
            with lock:
                sums[0] += part
    pool = [Thread(target=work, args=(t,)) for t in range(8)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    return sums[0]
# [end]

print("%.0f" % sum_windows(16))
