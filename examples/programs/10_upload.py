import io

import numpy as np

# [program]
def handle(body):
    log = ""
    if len(body) > 256 << 20:  # NumPy has no budget for what a header promises
        return "too_large"
    try:
        a = np.load(io.BytesIO(body), allow_pickle=False)
    except (ValueError, EOFError) as error:
        return kind_of(error)
    return a.dtype.name + log
# [end]

def kind_of(error):  # NumPy's errors are text
    return "header_truncated" if "magic" in str(error) else "data_truncated"

body = b"\x93NUMPY\x01"
print(handle(body))
body += b"\0\x3a\0{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n"
print(handle(body))
print(handle(body + bytes(4)))
