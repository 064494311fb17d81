# SPDX-License-Identifier: MIT
"""Maps a member of an archive into a NumPy array without a copy, with ctypes and the C API alone.

    map_member.py libnopy.so FILE.npz KEY
"""
import ctypes
import sys

import numpy


class Error(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("id", "message", "subject", "summary", "found", "expected", "hint")]
    _fields_ += [("offset", ctypes.c_uint64), ("system_code", ctypes.c_int)]


class Header(ctypes.Structure):
    _fields_ = [("descr", ctypes.c_char_p), ("words", ctypes.c_char_p), ("kind", ctypes.c_char), ("swapped", ctypes.c_int),
                ("item_bytes", ctypes.c_uint64), ("rank", ctypes.c_size_t), ("shape", ctypes.POINTER(ctypes.c_uint64)),
                ("order", ctypes.c_int), ("data_bytes", ctypes.c_uint64)]  # and more, which is not used here


class Nopy:
    """The functions of libnopy.so that this program needs."""

    def __init__(self, library):
        self.c = ctypes.CDLL(library)
        self.c.nopy_array_header.restype = ctypes.POINTER(Header)
        self.c.nopy_array_data.restype = ctypes.c_void_p

    def check(self, function, *arguments):
        error = ctypes.POINTER(Error)()
        if function(*arguments, ctypes.byref(error)) != 0:
            message = error.contents.message.decode()
            self.c.nopy_error_free(ctypes.byref(error))
            raise ValueError(message)

    def open(self, path):
        file = ctypes.c_void_p()
        self.check(self.c.nopy_open, path.encode(), None, ctypes.byref(file))
        return file

    def map(self, file, key):
        at, handle = ctypes.c_size_t(), ctypes.c_void_p()
        self.check(self.c.nopy_find, file, key.encode(), ctypes.byref(at))
        self.check(self.c.nopy_map, file, at, 0, ctypes.byref(handle))
        return Mapped(self, handle).numpy()


class Mapped:
    """Owns a nopy_array; NumPy keeps it alive as the array's base."""

    def __init__(self, nopy, handle):
        self.nopy, self.handle = nopy, handle
        header = nopy.c.nopy_array_header(handle).contents
        descr = header.descr.decode()
        self.__array_interface__ = {
            "version": 3, "typestr": numpy.dtype(descr).str, "shape": tuple(header.shape[:header.rank]),
            "data": (nopy.c.nopy_array_data(handle) or 0, True)}  # True: read-only
        self.order = "F" if header.order == 2 else "C"

    def numpy(self):
        array = numpy.asarray(self)
        return array if self.order == "C" else array.reshape(array.shape[::-1]).T

    def __del__(self):
        self.nopy.c.nopy_array_free(ctypes.byref(self.handle))


if __name__ == "__main__":
    nopy = Nopy(sys.argv[1])
    file = nopy.open(sys.argv[2])
    train = nopy.map(file, sys.argv[3])
    nopy.c.nopy_close(ctypes.byref(file))  # the array keeps what it needs
    print(train.dtype, train.shape, train.flags.writeable)
    print("sum", train.sum())
