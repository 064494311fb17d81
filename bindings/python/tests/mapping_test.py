# SPDX-License-Identifier: MIT
"""What mmap_mode promises: no copy, no more memory than is touched, arrays that live on their own."""
import copy
import io
import mmap
import os
import pickle
import struct
import tempfile
import unittest
import warnings

import numpy as np

import nopy
from arrays import SAMPLES, differences, same_bytes

GIB = 1 << 30


def mapped_file(address):
    """The path that /proc/self/maps has for an address."""
    with open("/proc/self/maps") as maps:
        for line in maps:
            first, last = (int(part, 16) for part in line.split()[0].split("-"))
            if first <= address < last:
                return line.rstrip("\n").split(maxsplit=5)[5] if len(line.split()) > 5 else ""
    return None


def resident_bytes():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * mmap.PAGESIZE


def sparse_archive(path, rows):
    """A stored member x.npy of `rows` x 1 MiB zeros that takes no disk; its checksum is not the data's, which mapping does not read."""
    header = b"\x93NUMPY\x01\x00" + struct.pack("<H", 118)
    header += (b"{'descr': '|u1', 'fortran_order': False, 'shape': (%d, 1048576), }" % rows).ljust(117) + b"\n"
    size = len(header) + (rows << 20)
    both = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, 0, size, size, 5, 0)
    with open(path, "wb") as file:
        file.write(b"PK\x03\x04" + both + b"x.npy" + header)
        file.seek(rows << 20, os.SEEK_CUR)
        at = file.tell()
        file.write(b"PK\x01\x02" + struct.pack("<H", 20) + both + struct.pack("<HHHII", 0, 0, 0, 0, 0) + b"x.npy")
        file.write(b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, file.tell() - at, at, 0))


class Mapping(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.npy, self.npz = (os.path.join(self.folder.name, name) for name in ("a.npy", "a.npz"))

    def test_every_dtype_maps_as_numpy_maps_it(self):
        for name, array in SAMPLES.items():
            np.save(self.npy, array)
            for mode in ("r", "c", "r+"):
                expected = np.load(self.npy, mmap_mode=mode)
                found = nopy.load(self.npy, mmap_mode=mode)
                self.assertEqual(differences(found, expected), [], (name, mode))
                self.assertIs(type(found), np.memmap)
                self.assertEqual((found.filename, found.offset, found.mode), (expected.filename, expected.offset, mode))

    def test_a_stored_member_is_the_files_own_pages(self):
        for write in (nopy.savez, np.savez):
            write(self.npz, **SAMPLES)
            with nopy.load(self.npz, mmap_mode="r") as archive:
                for name, array in SAMPLES.items():
                    found = archive[name]
                    self.assertEqual((found.dtype, found.shape, same_bytes(found, array)), (array.dtype, array.shape, True), name)
                    self.assertFalse(found.flags.writeable or found.flags.owndata)
                    self.assertTrue(found.flags.aligned or write is np.savez, name)
                    if found.size:
                        self.assertEqual(mapped_file(found.ctypes.data), self.npz, name)
                    with open(self.npz, "rb") as file:
                        file.seek(found.offset)
                        self.assertEqual(file.read(found.nbytes), found.tobytes("A"), name)

    def test_a_large_member_takes_the_memory_that_is_touched(self):
        sparse_archive(self.npz, 3 * 1024)
        with nopy.load(self.npz, mmap_mode="r") as archive:
            before = resident_bytes()
            array = archive["x"]
            self.assertEqual(array.nbytes, 3 * GIB)
            self.assertEqual(int(array[2000].sum()), 0)
            self.assertEqual(int(array[-1, -1]), 0)
            self.assertLess(resident_bytes() - before, 64 << 20)

    def test_arrays_outlive_the_archive_the_file_and_one_another(self):
        nopy.savez(self.npz, x=np.arange(1000.0), y=np.arange(5))
        archive = nopy.load(self.npz, mmap_mode="r")
        x, part = archive["x"], archive["x"][10:20]
        archive.close()
        os.remove(self.npz)
        self.assertEqual(x.sum(), np.arange(1000.0).sum())
        del x, archive
        self.assertEqual(part.tolist(), list(np.arange(10.0, 20.0)))
        self.assertEqual(mapped_file(part.ctypes.data), self.npz + " (deleted)")

    def test_pages_are_given_back_with_the_last_array(self):
        nopy.savez(self.npz, x=np.arange(10000.0))
        archive = nopy.load(self.npz, mmap_mode="r")
        x = archive["x"]
        part, address = x[5:], x.ctypes.data
        del x
        self.assertEqual(mapped_file(address), self.npz)
        del part
        self.assertNotEqual(mapped_file(address), self.npz)

    def test_read_only_stays_read_only(self):
        nopy.savez(self.npz, x=np.arange(3))
        nopy.savez_compressed(self.npy + ".npz", x=np.arange(3000))
        for path in (self.npz, self.npy + ".npz"):
            array = nopy.load(path, mmap_mode="r")["x"]
            with self.assertRaises(ValueError):
                array[0] = 1
        with self.assertRaises(ValueError):
            nopy.load(self.npz, mmap_mode="r")["x"].flags.writeable = True

    def test_copy_on_write_changes_no_file(self):
        nopy.savez(self.npz, x=np.arange(3))
        np.save(self.npy, np.arange(3))
        archive = nopy.load(self.npz, mmap_mode="c")
        for array, again in ((archive["x"], lambda: archive["x"]), (nopy.load(self.npy, "c"), lambda: nopy.load(self.npy))):
            array[0] = 7
            self.assertEqual((array.tolist(), again().tolist()), ([7, 1, 2], [0, 1, 2]))

    def test_read_write_changes_the_file_and_not_a_member(self):
        np.save(self.npy, np.arange(6).reshape(2, 3))
        array = nopy.load(self.npy, mmap_mode="r+")
        array[1, 2] = 50
        array.flush()
        array[1:].flush()
        self.assertEqual(np.load(self.npy)[1, 2], 50)
        nopy.savez(self.npz, x=array)
        with self.assertRaises(nopy.Error) as refused:
            nopy.load(self.npz, mmap_mode="r+")
        self.assertEqual(refused.exception.kind, "usage")
        self.assertIn("'c'", refused.exception.hint)

    def test_mapped_arrays_pickle_and_copy_as_arrays_in_memory(self):
        nopy.savez(self.npz, x=np.arange(6).reshape(2, 3))
        array = nopy.load(self.npz, mmap_mode="r")["x"]
        for made in (copy.deepcopy(array), copy.copy(array), array.copy(), pickle.loads(pickle.dumps(array))):
            made[0, 0] = 9
            self.assertEqual(made.tolist(), [[9, 1, 2], [3, 4, 5]])
            self.assertNotEqual(mapped_file(made.ctypes.data), self.npz)
        self.assertEqual(type(array + 1), np.ndarray)
        self.assertEqual(type(array.sum()), np.int64)

    def test_an_open_file_is_mapped_and_one_in_memory_is_not(self):
        np.save(self.npy, np.arange(3))
        nopy.savez(self.npz, x=np.arange(3))
        with open(self.npy, "rb") as file:
            array = nopy.load(file, mmap_mode="r")
        self.assertEqual((array.tolist(), mapped_file(array.ctypes.data)), ([0, 1, 2], self.npy))
        with open(self.npy, "rb") as file:
            self.assertRaisesRegex(nopy.Error, "load", nopy.load, io.BytesIO(file.read()), mmap_mode="r")
        with open(self.npz, "rb") as file:
            self.assertEqual(nopy.load(io.BytesIO(file.read()), mmap_mode="r")["x"].tolist(), [0, 1, 2])

    def test_verify_reads_the_checksum_before_it_maps(self):
        nopy.savez(self.npz, x=np.zeros(100))
        offset = nopy.load(self.npz, "r")["x"].offset
        with open(self.npz, "r+b") as file:
            file.seek(offset)
            file.write(b"\x01")
        self.assertEqual(nopy.load(self.npz, "r")["x"].size, 100)
        for ask in (lambda: nopy.load(self.npz, "r", verify=True)["x"], lambda: nopy.load(self.npz)["x"],
                    nopy.load(self.npz).verify, lambda: nopy.load(self.npz).verify("x")):
            with self.assertRaises(nopy.Error) as refused:
                ask()
            self.assertEqual(refused.exception.kind, "zip_crc")

    def test_modes_that_make_no_sense_are_errors(self):
        np.save(self.npy, [1])
        for mode in ("w+", "w", "rb", ""):
            self.assertRaises(ValueError, nopy.load, self.npy, mmap_mode=mode)
        self.assertEqual(nopy.load(self.npy, "readonly").mode, "r")

    def test_no_descriptor_and_no_buffer_is_left_behind(self):
        np.save(self.npy, np.arange(3))
        nopy.savez(self.npz, x=np.arange(3))
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(50):
            nopy.load(self.npy), nopy.load(self.npy, "r"), nopy.load(self.npz, "r")["x"], nopy.load(self.npz)["x"]
            with self.assertRaises(nopy.Error):
                nopy.load(self.npz)["y"]
            stream = io.BytesIO()
            np.save(stream, np.arange(3))
            stream.seek(0)
            nopy.load(stream)
            stream.truncate(0)  # raises where a buffer of it is still held
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
