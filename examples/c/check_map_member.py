# SPDX-License-Identifier: MIT
"""Holds map_member.py to what it promises: equal values, in the file's own pages, and no memory for them.

    check_map_member.py libnopy.so
"""
import os
import sys
import tempfile

import numpy

from map_member import Nopy


def resident_bytes():
    """Memory of this process that no file stands behind."""
    for line in open("/proc/self/status"):
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("no RssAnon in /proc/self/status")


def mapping_of(address):
    """The file whose mapping holds the address."""
    for line in open("/proc/self/maps"):
        ends, *_, name = line.split(maxsplit=5)
        first, last = (int(end, 16) for end in ends.split("-"))
        if first <= address < last:
            return os.path.basename(name.strip())
    return None


nopy = Nopy(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "run.npz")
    values = numpy.arange(8 << 20, dtype="<f8")  # 64 MiB
    fortran = numpy.asfortranarray(numpy.arange(12, dtype="<i4").reshape(3, 4))
    # Aligned members, as nopy writes them: by the C API itself.
    import ctypes

    class View(ctypes.Structure):
        _fields_ = [("descr", ctypes.c_char_p), ("rank", ctypes.c_size_t), ("shape", ctypes.POINTER(ctypes.c_uint64)),
                    ("order", ctypes.c_int), ("data", ctypes.c_void_p), ("data_bytes", ctypes.c_uint64)]

    def view_of(array):
        shape = (ctypes.c_uint64 * array.ndim)(*array.shape)
        order = 2 if array.flags.f_contiguous and array.ndim > 1 else 1
        return View(array.dtype.str.encode(), array.ndim, shape, order, array.ctypes.data, array.nbytes)

    writer = ctypes.c_void_p()
    nopy.check(nopy.c.nopy_writer_open, path.encode(), 0, ctypes.byref(writer))
    for key, array in (("train", values), ("grid", fortran)):
        nopy.check(nopy.c.nopy_writer_add, writer, key.encode(), ctypes.byref(view_of(array)), 0, 0)
    nopy.check(nopy.c.nopy_writer_close, ctypes.byref(writer))
    with numpy.load(path) as theirs:
        assert numpy.array_equal(theirs["train"], values) and numpy.array_equal(theirs["grid"], fortran)

    file = nopy.open(path)
    before = resident_bytes()
    train = nopy.map(file, "train")
    grid = nopy.map(file, "grid")
    nopy.c.nopy_close(ctypes.byref(file))
    total = sum(float(train[i:i + 65536].sum()) for i in range(0, train.size, 65536))  # touches every page
    grown = resident_bytes() - before
    assert total == (values.size - 1) * values.size / 2, total
    assert grown < 8 << 20, f"mapping 64 MiB took {grown} bytes of memory"
    assert mapping_of(train.ctypes.data) == "run.npz", mapping_of(train.ctypes.data)
    assert mapping_of(train.ctypes.data + train.nbytes - 1) == "run.npz"
    assert not train.flags.writeable and not train.flags.owndata
    assert grid.flags.f_contiguous and numpy.array_equal(grid, fortran)
    try:
        nopy.map(nopy.open(path), "none")
        raise SystemExit("a member that is not there was mapped")
    except ValueError as error:
        assert "[not_found]" in str(error), error
    part = train[10:20]
    del train
    assert part.sum() == 145  # a slice keeps the mapping
    assert mapping_of(part.ctypes.data) == "run.npz"
    address = part.ctypes.data
    del part
    assert mapping_of(address) != "run.npz"  # the last owner gave it back
print("mapped without a copy")
