# SPDX-License-Identifier: MIT
"""nopy.load gives what np.load gives, of every dtype, from everything that can be read."""
import gzip
import io
import json
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import warnings
import zipfile

import numpy as np

import nopy
from arrays import SAMPLES, VECTORS, differences, installed


# tests/format/reader_test.cpp says why the library reads these otherwise than NumPy 1.24.
DIFFERENT = {"descr 'i 2'", "descr [('a','<i2',1)]"}


def pieces(row):
    """The bytes of a file in reader.json."""
    return b"".join(bytes.fromhex(part) if isinstance(part, str) else bytes.fromhex(part[0]) * part[1] for part in row)


class Loading(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_every_dtype_is_numpys_with_the_same_bytes_and_flags(self):
        for name, array in SAMPLES.items():
            np.save(self.path("a.npy"), array)
            self.assertEqual(differences(nopy.load(self.path("a.npy")), np.load(self.path("a.npy"))), [], name)

    def test_files_that_numpy_wrote_and_files_of_debians_packages_are_equal(self):
        count = 0
        for path in [*installed(".npy"), *sorted(map(str, pathlib.Path(VECTORS).glob("**/*.npy")))]:
            try:
                expected = np.load(path)
            except ValueError as refused:
                if "allow_pickle" in str(refused):
                    self.assertRaises(nopy.Error, nopy.load, path)
                continue
            self.assertEqual(differences(nopy.load(path), expected), [], path)
            count += 1
        self.assertGreater(count, 80)

    def test_what_numpy_reads_of_odd_files_is_read(self):
        count = 0
        for row in json.loads(pathlib.Path(VECTORS, "reader.json").read_text()):
            if row["tag"] in DIFFERENT:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    expected = np.load(io.BytesIO(pieces(row["file"])), max_header_size=1 << 20)
                    expected.dtype
                except Exception:  # NumPy has its own ways to fail
                    continue
                self.assertEqual(differences(nopy.load(io.BytesIO(pieces(row["file"]))), expected), [], row["tag"])
                count += 1
        self.assertGreater(count, 100)

    def test_a_path_is_text_bytes_or_an_object_with_a_path(self):
        np.save(self.path("\u00e9.npy"), [1, 2])
        for path in (self.path("\u00e9.npy"), os.fsencode(self.path("\u00e9.npy")), pathlib.Path(self.path("\u00e9.npy"))):
            self.assertEqual(nopy.load(path).tolist(), [1, 2])

    def test_arrays_behind_one_another_in_an_open_file_are_read_one_by_one(self):
        with open(self.path("all"), "wb") as file:
            for array in SAMPLES.values():
                np.save(file, array)
        data = pathlib.Path(self.path("all")).read_bytes()
        with open(self.path("all"), "rb") as file, tempfile.NamedTemporaryFile() as named, gzip.open(self.path("gz"), "wb") as packed:
            named.write(data)
            packed.write(data)
            packed.close()
            named.seek(0)
            for source in (file, io.BytesIO(data), named, gzip.open(self.path("gz"))):
                with source, warnings.catch_warnings():
                    warnings.simplefilter("error")
                    for name, array in SAMPLES.items():
                        self.assertEqual(differences(nopy.load(source), np.load(io.BytesIO(_npy(array)))), [], (source, name))
                    self.assertEqual(source.read(), b"")

    def test_what_can_not_be_sought_in_is_read_to_its_end(self):
        ends = os.pipe()
        with os.fdopen(ends[1], "wb") as writer:
            writer.write(_npy(np.arange(5)))
        with os.fdopen(ends[0], "rb") as reader:
            self.assertEqual(nopy.load(reader).tolist(), [0, 1, 2, 3, 4])

    def test_a_file_object_that_raises_raises_through(self):
        class Broken(io.BytesIO):
            def getvalue(self):
                raise RuntimeError("a broken cable")

        class Breaking(io.RawIOBase):
            def __init__(self, good):
                self.file, self.good = io.BytesIO(_npy(np.arange(9))), good

            def seekable(self):
                return True

            def seek(self, *to):
                return self.file.seek(*to)

            def tell(self):
                return self.file.tell()

            def read(self, count=-1):
                self.good -= 1
                if self.good < 0:
                    raise RuntimeError("a broken cable")
                return self.file.read(count)

        self.assertRaisesRegex(RuntimeError, "cable", nopy.load, Broken())
        self.assertEqual(nopy.load(Breaking(99)).tolist(), list(range(9)))
        for good in range(3):
            self.assertRaisesRegex(RuntimeError, "cable", nopy.load, Breaking(good))

    def test_text_files_and_other_things_are_type_errors(self):
        np.save(self.path("a.npy"), [1])
        with open(self.path("a.npy")) as file:
            self.assertRaisesRegex(TypeError, "'rb'", nopy.load, file)
        self.assertRaises(TypeError, nopy.load, 3)
        self.assertRaises(TypeError, nopy.load, None)

    def test_a_header_is_read_without_its_data(self):
        np.save(self.path("a.npy"), np.zeros((3, 4), ">f4", order="F"))
        self.assertEqual(nopy.read_header(self.path("a.npy")),
                         nopy.Header(np.dtype(">f4"), (3, 4), True, (1, 0), 128, 48))
        os.truncate(self.path("a.npy"), 130)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            self.assertEqual(nopy.read_header(self.path("a.npy")).shape, (3, 4))
        self.assertEqual([one.message.kind for one in seen], ["data_truncated"])
        np.save(self.path("o.npy"), np.array([{}], object), allow_pickle=True)
        self.assertEqual(nopy.read_header(self.path("o.npy")).dtype, np.dtype(object))

    def test_jobs_change_no_value(self):
        array = np.arange(1 << 20)
        np.save(self.path("a.npy"), array)
        for jobs in (1, 2, 0, -1, None):
            self.assertTrue(np.array_equal(nopy.load(self.path("a.npy"), jobs=jobs), array))
        self.assertRaises(nopy.Error, nopy.load, self.path("a.npy"), jobs=-2)

    def test_loading_lets_other_threads_run(self):
        """With an interval that never ends, a thread gets the interpreter only where another gives it up."""
        nopy.savez_compressed(self.path("a.npz"), x=np.zeros(1 << 20))
        archive, started, seen, loads = nopy.load(self.path("a.npz")), threading.Event(), [], []

        def load_until_seen():
            started.set()
            while not seen and len(loads) < 2000:
                loads.append(archive["x"].size)

        before = sys.getswitchinterval()
        sys.setswitchinterval(1000)
        try:
            loader = threading.Thread(target=load_until_seen)
            loader.start()
            started.wait()
            seen.append(len(loads))
            loader.join()
        finally:
            sys.setswitchinterval(before)
        self.assertLess(seen[0], 2000)

    def test_many_threads_read_one_archive(self):
        nopy.savez_compressed(self.path("a.npz"), x=np.arange(1 << 16), y=np.arange(9))
        packed = gzip.compress(pathlib.Path(self.path("a.npz")).read_bytes())
        for source in (self.path("a.npz"), gzip.open(io.BytesIO(packed))):  # the second reads by calling Python
            archive, made = nopy.load(source), []

            def read():
                sizes = sum(member.nbytes for member in archive.members())
                made.append((int(archive["x"].sum() + archive["y"].sum()), sizes))

            threads = [threading.Thread(target=read) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(made, [(sum(range(1 << 16)) + 36, (1 << 19) + 128 + 72 + 128)] * 8)

    def test_findings_of_threads_are_not_mixed(self):
        with open(self.path("a.npy"), "wb") as file:
            np.save(file, np.arange(3))
            file.write(b"more")
        with zipfile.ZipFile(self.path("a.npz"), "w") as made:
            made.write(self.path("a.npy"), "x.npy")
        findings = []
        archive = nopy.load(self.path("a.npz"), findings=findings)
        threads = [threading.Thread(target=lambda: [archive["x"] for _ in range(50)]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([one.kind for one in findings], ["trailing_bytes"] * 400)


def _npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


if __name__ == "__main__":
    unittest.main()
