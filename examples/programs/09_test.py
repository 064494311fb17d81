import numpy as np

# [program]
def check():
    got, want = np.load("got.npy"), np.load("want.npy")
    c = np.allclose(got, want, rtol=1e-5, atol=0, equal_nan=True)
    return 0 if c else 1
# [end]

print(check())
