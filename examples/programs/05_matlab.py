import numpy as np

# [program]
def to_rows():
    in_place = np.load("export.npy", mmap_mode="r")
    if in_place.flags.f_contiguous:
        print("%g" % in_place[1, 2])
    m = np.ascontiguousarray(np.load("export.npy"), dtype=np.float32)
    np.save("rowmajor.npy", m)
# [end]

to_rows()
rows = np.load("rowmajor.npy")
print(rows.dtype.str, "C" if rows.flags.c_contiguous else "F", "%g" % rows[2, 3])
