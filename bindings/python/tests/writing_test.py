# SPDX-License-Identifier: MIT
"""What nopy writes is what NumPy writes, and what NumPy reads; a file is whole or not there."""
import io
import os
import pathlib
import tempfile
import unittest
import zipfile

import numpy as np

import nopy
from arrays import SAMPLES, same_bytes


def saved_by_numpy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


class Writing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.npy, self.npz = (os.path.join(self.folder.name, name) for name in ("a.npy", "a.npz"))

    def test_the_bytes_of_a_file_are_numpys(self):
        for name, array in SAMPLES.items():
            for part in (array, array[::-1] if array.ndim else array, array.T):
                expected = saved_by_numpy(part)
                nopy.save(self.npy, part)
                self.assertEqual(pathlib.Path(self.npy).read_bytes(), expected, name)
                stream = io.BytesIO(b"before")
                stream.seek(6)
                nopy.save(stream, part)
                self.assertEqual(stream.getvalue(), b"before" + expected, name)
        nopy.save(self.npy, [[1, 2], [3, 4]])
        self.assertEqual(np.load(self.npy).tolist(), [[1, 2], [3, 4]])

    def test_padding_is_written_as_zeros(self):
        dtype = np.dtype([("a", "u1"), ("b", "<u4")], align=True)
        array = np.frombuffer(b"\xff" * 24, dtype)
        nopy.save(self.npy, array)
        self.assertEqual(pathlib.Path(self.npy).read_bytes()[-24:], b"\xff\0\0\0\xff\xff\xff\xff" * 3)

    def test_endings_are_appended_as_numpy_appends_them(self):
        nopy.save(self.npy[:-4], [1])
        nopy.savez(self.npz[:-4], x=[1])
        nopy.save(pathlib.Path(self.folder.name, "b"), [1])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.npy", "a.npz", "b.npy"])

    def test_archives_are_read_by_numpy(self):
        ways = [{}, {"compress": True}, {"compress": "fast"}, {"compress": "small"}, {"compress": ("deflate", 12)}, {"align": 4096},
                {"profile": "numpy"}, {"compress": True, "jobs": 2}]
        for how in ways:
            nopy.savez(self.npz, **SAMPLES, **how)
            with np.load(self.npz) as found:
                self.assertEqual(found.files, list(SAMPLES))
                for name, array in SAMPLES.items():
                    self.assertEqual((found[name].dtype, found[name].shape, same_bytes(found[name], array)),
                                     (array.dtype, array.shape, True), (how, name))

    def test_zstd_is_read_back(self):
        if not nopy.features()["zstd"]:
            with self.assertRaises(nopy.Error) as refused:
                nopy.savez(self.npz, x=[1], compress="zstd")
            self.assertEqual(refused.exception.kind, "zip_method")
            return
        for compress in ("zstd", ("zstd", 19)):
            nopy.savez(self.npz, x=np.arange(10000), compress=compress)
            self.assertEqual(nopy.load(self.npz).member("x").compression, "zstd")
            self.assertTrue(np.array_equal(nopy.load(self.npz)["x"], np.arange(10000)))

    def test_the_numpy_profile_gives_the_bytes_of_savez(self):
        arrays = {"x": np.arange(100), "y": np.eye(3, order="F")}
        nopy.savez(self.npz, arrays, profile="numpy")
        np.savez(self.npy + ".npz", **arrays)
        found, expected = pathlib.Path(self.npz).read_bytes(), pathlib.Path(self.npy + ".npz").read_bytes()
        if found != expected:  # CPython up to 3.11.3 writes the sizes of a record otherwise
            self.assertEqual([(one.filename, one.CRC) for one in zipfile.ZipFile(self.npz).infolist()],
                             [(one.filename, one.CRC) for one in zipfile.ZipFile(self.npy + ".npz").infolist()])

    def test_stored_members_are_aligned_and_equal_arrays_give_equal_bytes(self):
        for align in (64, 4096):
            nopy.savez(self.npz, **SAMPLES, align=align)
            first = pathlib.Path(self.npz).read_bytes()
            with nopy.load(self.npz, "r") as archive:
                self.assertEqual({archive[name].offset % align for name in archive.files}, {0})
            nopy.savez(self.npz, **SAMPLES, align=align, jobs=2)
            self.assertEqual(pathlib.Path(self.npz).read_bytes(), first)
        self.assertRaises(nopy.Error, nopy.savez, self.npz, x=[1], align=3)

    def test_names_are_numpys_and_any_name_is_possible(self):
        nopy.savez(self.npz, [1], [2], x=[3])
        self.assertEqual(np.load(self.npz).files, np.load(self.npz).files)
        self.assertEqual(nopy.load(self.npz).files, ["arr_0", "arr_1", "x"])
        nopy.savez(self.npz, {"compress": [1], "\u00fc/\u00e9": [2]}, compress=True)
        self.assertEqual(np.load(self.npz).files, ["compress", "\u00fc/\u00e9"])
        for call in (lambda: nopy.savez(self.npz, [1], arr_0=[2]), lambda: nopy.savez(self.npz, {"x": [1]}, {"x": [1]}),
                     lambda: nopy.savez(self.npz, {"a\0b": [1]}), lambda: nopy.savez(self.npz, x=[1], compress="lzma"),
                     lambda: nopy.savez(self.npz, x=[1], profile="classic")):
            self.assertRaises(nopy.Error, call)
        self.assertEqual(np.load(self.npz).files, ["compress", "\u00fc/\u00e9"])

    def test_what_can_not_be_a_name_is_refused_and_leaves_nothing(self):
        path = os.path.join(self.folder.name, "named.npz")
        self.assertRaises(TypeError, nopy.savez, path, {1: np.arange(3)})
        self.assertRaises(ValueError, nopy.savez, path, {"\ud800": np.arange(3)})
        self.assertFalse(os.path.exists(path))

    def test_a_durable_file_is_on_disk(self):
        nopy.save(self.npy, [1, 2], durable=True)
        self.assertEqual(np.load(self.npy).tolist(), [1, 2])

    def test_objects_are_refused_and_leave_nothing(self):
        for save in (lambda: nopy.save(self.npy, [{}, 1]), lambda: nopy.savez(self.npz, x=[1], y=[None])):
            with self.assertRaises(nopy.Error) as refused:
                save()
            self.assertEqual(refused.exception.kind, "object_dtype")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_who_has_the_old_file_mapped_keeps_it(self):
        nopy.save(self.npy, np.arange(5))
        nopy.savez(self.npz, x=np.arange(5))
        old = nopy.load(self.npy, "r"), nopy.load(self.npz, "r")["x"]
        nopy.save(self.npy, np.zeros(2))
        nopy.savez(self.npz, x=np.zeros(2))
        self.assertEqual([array.tolist() for array in old], [[0, 1, 2, 3, 4]] * 2)

    def test_a_mapped_array_is_saved_over_its_own_file(self):
        nopy.savez(self.npz, x=np.arange(5))
        with nopy.load(self.npz, "r") as archive:
            nopy.savez(self.npz, x=archive["x"] * 2, y=archive["x"])
        self.assertEqual({name: array.tolist() for name, array in nopy.load(self.npz).items()},
                         {"x": [0, 2, 4, 6, 8], "y": [0, 1, 2, 3, 4]})

    def test_archives_are_written_to_open_files(self):
        stream = io.BytesIO()
        nopy.savez_compressed(stream, x=np.arange(3))
        stream.seek(0)
        self.assertEqual(np.load(stream)["x"].tolist(), [0, 1, 2])
        with open(self.npy, "w") as text:
            self.assertRaises(TypeError, nopy.save, text, [1])
        self.assertRaises(TypeError, nopy.save, 3, [1])


if __name__ == "__main__":
    unittest.main()
