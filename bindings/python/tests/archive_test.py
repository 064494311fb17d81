# SPDX-License-Identifier: MIT
"""An archive is a mapping like NumPy's NpzFile, member by member."""
import io
import os
import pathlib
import tempfile
import unittest
import warnings
import zipfile

import numpy as np

import nopy
from arrays import SAMPLES, VECTORS, differences, installed


class Archives(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.npz = os.path.join(self.folder.name, "a.npz")

    def test_members_are_numpys_stored_and_compressed(self):
        for write in (np.savez, np.savez_compressed, nopy.savez, nopy.savez_compressed):
            write(self.npz, **SAMPLES)
            with np.load(self.npz) as expected, nopy.load(self.npz) as found:
                self.assertEqual(found.files, expected.files)
                for name in expected.files:
                    self.assertEqual(differences(found[name], expected[name]), [], name)

    def test_archives_of_others_are_equal(self):
        count = 0
        for path in [*installed(".npz"), *sorted(map(str, pathlib.Path(VECTORS).glob("**/*.npz")))]:
            with np.load(path) as expected, nopy.load(path) as found, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.assertEqual(found.files, expected.files, path)
                for name in expected.files:
                    try:
                        array = expected[name]
                    except ValueError:
                        with self.assertRaises(nopy.Error) as refused:
                            found[name]
                        self.assertEqual(refused.exception.kind, "object_dtype")
                        continue
                    except NotImplementedError:  # zstd, which this Python does not know: its twin was deflated
                        with np.load(pathlib.Path(path).with_name("deflated6.npz")) as twin:
                            array = twin[name]
                        try:
                            found[name]
                        except nopy.Error as refused:  # nor does this build of nopy
                            self.assertEqual(refused.kind, "zip_method")
                            continue
                    if isinstance(array, bytes):
                        self.assertEqual(found[name], array)
                    else:
                        self.assertEqual(differences(found[name], array), [], (path, name))
                    count += 1
        self.assertGreater(count, 20)

    def test_it_is_a_mapping(self):
        np.savez(self.npz, np.arange(2), x=np.arange(3))
        with nopy.load(self.npz) as archive:
            self.assertEqual((len(archive), list(archive), sorted(archive.keys())), (2, archive.files, ["arr_0", "x"]))
            self.assertEqual({name: array.tolist() for name, array in archive.items()}, {"arr_0": [0, 1], "x": [0, 1, 2]})
            self.assertEqual(sorted(array.size for array in archive.values()), [2, 3])
            self.assertTrue("x" in archive and "x.npy" in archive and "y" not in archive and 3 not in archive)
            self.assertEqual((archive["x.npy"].tolist(), archive.f.x.tolist()), ([0, 1, 2], [0, 1, 2]))
            self.assertIn("x", dir(archive.f))
            self.assertIsNone(archive.get("y"))
            self.assertEqual(archive, archive)
            self.assertIn("arr_0", repr(archive))
            self.assertRaises(AttributeError, lambda: archive.f.y)

    def test_a_missing_member_is_a_key_error_that_names_what_is_there(self):
        np.savez(self.npz, train=np.arange(3))
        archive = nopy.load(self.npz)
        with self.assertRaises(KeyError) as missing:
            archive["trian"]
        self.assertEqual(missing.exception.kind, "not_found")
        self.assertIn("train", str(missing.exception))
        self.assertRaises(KeyError, lambda: archive[0])

    def test_half_of_a_surrogate_pair_is_no_key(self):
        np.savez(self.npz, x=np.arange(3))
        archive = nopy.load(self.npz)
        self.assertNotIn("\ud800", archive)
        self.assertIsNone(archive.get("\ud800"))
        self.assertRaises(KeyError, lambda: archive["\ud800"])

    def test_each_access_of_a_loaded_member_is_an_array_of_its_own(self):
        np.savez(self.npz, x=np.arange(3))
        archive = nopy.load(self.npz)
        archive["x"][0] = 9
        self.assertEqual(archive["x"].tolist(), [0, 1, 2])

    def test_a_closed_archive_says_so_and_its_arrays_stay(self):
        np.savez(self.npz, x=np.arange(3))
        with nopy.load(self.npz, "r") as archive:
            array = archive["x"]
        for ask in (lambda: archive["x"], archive.verify, archive.members, lambda: archive.header("x"), lambda: "x" in archive):
            self.assertRaisesRegex(nopy.Error, "closed", ask)
        archive.close()
        self.assertEqual(array.tolist(), [0, 1, 2])
        self.assertIn("closed", repr(archive))

    def test_what_the_directory_and_the_headers_say_is_read_without_the_data(self):
        nopy.savez(self.npz, {"s": np.zeros(1000, ">f4")}, compress=None)
        member, = nopy.load(self.npz).members()
        self.assertEqual(member, nopy.load(self.npz).member("s"))
        self.assertEqual((member.name, member.stored_name, member.compression, member.nbytes, member.mappable),
                         ("s", "s.npy", "stored", 4128, True))
        self.assertEqual(member.crc32, zipfile.ZipFile(self.npz).getinfo("s.npy").CRC)
        self.assertEqual(nopy.load(self.npz).header("s"), nopy.Header(np.dtype(">f4"), (1000,), False, (1, 0), 128, 4000))
        nopy.savez_compressed(self.npz, s=np.zeros(1000))
        self.assertEqual((nopy.load(self.npz).member("s").compression, nopy.load(self.npz, "r").member("s").mappable), ("deflate", False))

    def test_members_that_are_no_arrays_are_bytes(self):
        with zipfile.ZipFile(self.npz, "w") as made:
            made.writestr("notes.txt", "hello")
            made.writestr("odd.npy", "hello")
        for mode in (None, "r"):
            archive = nopy.load(self.npz, mode)
            self.assertEqual(archive["notes.txt"], b"hello")
            with self.assertWarns(nopy.FindingWarning) as warned:
                self.assertEqual(archive["odd"], b"hello")
            self.assertEqual(warned.warning.kind, "not_npy")
            self.assertEqual(warned.filename, __file__)

    def test_archives_are_read_from_open_files_and_memory(self):
        np.savez(self.npz, x=np.arange(3))
        data = pathlib.Path(self.npz).read_bytes()
        with open(self.npz, "rb") as file, tempfile.SpooledTemporaryFile() as spooled:
            spooled.write(data)
            spooled.seek(0)
            for source in (file, io.BytesIO(data), spooled):
                archive = nopy.load(source)
                self.assertEqual(archive["x"].tolist(), [0, 1, 2])
                del source
                self.assertEqual(archive["x"].tolist(), [0, 1, 2])

    def test_an_empty_archive_has_no_members(self):
        np.savez(self.npz)
        self.assertEqual((len(nopy.load(self.npz)), nopy.load(self.npz).files), (0, []))

    def test_verify_passes_what_is_whole(self):
        nopy.savez(self.npz, x=np.arange(3), y=np.arange(4), compress=True)
        self.assertIsNone(nopy.load(self.npz).verify())
        self.assertRaises(KeyError, nopy.load(self.npz).verify, "z")


if __name__ == "__main__":
    unittest.main()
