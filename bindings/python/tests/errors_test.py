# SPDX-License-Identifier: MIT
"""Errors and findings carry kind, offset and hint, and are what NumPy's users catch; no pickle is ever executed."""
import io
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
import zipfile

import numpy as np

import nopy


class Creates:
    """Unpickling it makes a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mknod, (self.path,)


class Errors(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def error(self, kind, also, call, *arguments, **named):
        with self.assertRaises(nopy.Error) as raised:
            call(*arguments, **named)
        self.assertEqual(raised.exception.kind, kind, raised.exception)
        self.assertIsInstance(raised.exception, also)
        self.assertTrue(os.path.exists(os.path.join(os.environ["NOPY_ROOT"], "docs", "errors", kind + ".md")), kind)
        self.assertIn("[%s]" % kind, str(raised.exception))
        return raised.exception

    def test_nothing_left_to_read_is_an_eof_error_too(self):
        with open(self.path("two.npy"), "wb") as file:
            np.save(file, np.arange(3))
            np.save(file, np.arange(4))
        sizes = []
        with open(self.path("two.npy"), "rb") as file:
            try:
                while True:
                    sizes.append(nopy.load(file).size)
            except EOFError as end:
                self.assertEqual(end.kind, "bad_magic")
                self.assertEqual(type(pickle.loads(pickle.dumps(end))), type(end))
        self.assertEqual(sizes, [3, 4])
        self.error("bad_magic", ValueError, nopy.load, io.BytesIO(b""))

    def test_hints_name_what_this_module_has(self):
        nopy.save(self.path("a.npy"), [1])
        kept = self.error("exists", FileExistsError, nopy.save, self.path("a.npy"), [2], overwrite=False)
        self.assertIn("overwrite", kept.hint)
        self.assertIn("io.BytesIO", self.error("usage", ValueError, nopy.load, "a\0.npy").hint)

    def test_a_cut_file_says_where_and_what_to_do(self):
        np.save(self.path("a.npy"), np.arange(100))
        os.truncate(self.path("a.npy"), 500)
        for mode in (None, "r", "c", "r+"):
            error = self.error("data_truncated", ValueError, nopy.load, self.path("a.npy"), mode)
            self.assertEqual((error.offset, error.subject), (500, self.path("a.npy")))
            self.assertTrue(error.hint)
            self.assertIn(error.hint, str(error))

    def test_what_the_system_refuses_is_the_os_error_it_is(self):
        error = self.error("io", FileNotFoundError, nopy.load, self.path("none.npy"))
        self.assertEqual((error.errno, error.filename), (2, self.path("none.npy")))
        self.error("io", FileNotFoundError, nopy.load, self.path("none.npz"))
        self.error("io", FileNotFoundError, nopy.save, self.path("none/a.npy"), [1])
        self.error("not_regular", IsADirectoryError, nopy.load, self.folder.name)
        os.mkfifo(self.path("pipe"))
        self.error("not_regular", OSError, nopy.load, self.path("pipe"))
        nopy.save(self.path("a.npy"), [1])
        self.error("exists", FileExistsError, nopy.save, self.path("a.npy"), [1], overwrite=False)
        self.error("usage", ValueError, nopy.load, "a\0b")

    def test_other_files_are_named_for_what_they_are(self):
        pathlib.Path(self.path("a.npy")).write_text("<!DOCTYPE html><html>")
        self.assertIn("HTML", str(self.error("bad_magic", ValueError, nopy.load, self.path("a.npy"))))
        pathlib.Path(self.path("a.npz")).write_text("<!DOCTYPE html><html>")
        self.assertRaises(ValueError, nopy.load, self.path("a.npz"))

    def test_broken_archives_are_bad_zip_files_too(self):
        np.savez(self.path("a.npz"), x=np.arange(100))
        data = bytearray(pathlib.Path(self.path("a.npz")).read_bytes())
        pathlib.Path(self.path("cut.npz")).write_bytes(data[:300])
        self.error("zip_no_directory", zipfile.BadZipFile, nopy.load, self.path("cut.npz"))
        data[400] ^= 1
        pathlib.Path(self.path("a.npz")).write_bytes(data)
        self.error("zip_crc", zipfile.BadZipFile, lambda: nopy.load(self.path("a.npz"))["x"])

    def test_limits_are_the_callers(self):
        np.save(self.path("a.npy"), np.arange(100))
        error = self.error("too_large", ValueError, nopy.load, self.path("a.npy"), max_bytes=799)
        self.assertIn("max_bytes", error.hint)
        self.assertEqual(nopy.load(self.path("a.npy"), max_bytes=800).size, 100)
        self.assertIn("max_header_size", self.error("header_too_large", ValueError, nopy.load, self.path("a.npy"), max_header_size=10).hint)
        np.savez(self.path("a.npz"), x=1, y=2)
        self.assertIn("max_members", self.error("limit", ValueError, nopy.load, self.path("a.npz"), max_members=1).hint)
        self.error("usage", ValueError, nopy.load, self.path("a.npy"), max_bytes=-1)

    def test_no_memory_is_a_memory_error(self):
        header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % (1 << 43)
        with open(self.path("a.npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117) + b"\n")
            try:
                file.truncate((1 << 43) + 128)
            except OSError:
                self.skipTest("this file system has no sparse files of 8 TiB")
        self.assertIn("mmap_mode", self.error("out_of_memory", MemoryError, nopy.load, self.path("a.npy")).hint)

    def test_errors_travel_between_processes(self):
        error = self.error("io", FileNotFoundError, nopy.load, self.path("none.npy"))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.kind, again.errno), (type(error), str(error), "io", 2))

    def test_findings_are_warnings_or_a_list(self):
        np.save(self.path("a.npy"), np.arange(3))
        with open(self.path("a.npy"), "ab") as file:
            file.write(b"more")
        with self.assertWarns(nopy.FindingWarning) as warned:
            nopy.load(self.path("a.npy"))
        self.assertEqual((warned.warning.kind, warned.warning.offset, warned.filename), ("trailing_bytes", 152, __file__))
        self.assertEqual(pickle.loads(pickle.dumps(warned.warning)).finding, warned.warning.finding)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertRaises(nopy.FindingWarning, nopy.load, self.path("a.npy"))
            for mode in (None, "r", "c"):
                findings = []
                nopy.load(self.path("a.npy"), mode, findings=findings)
                self.assertEqual([(one.severity, one.kind) for one in findings], [("warning", "trailing_bytes")])

    def test_notes_are_no_warnings(self):
        header = b"{'descr': 'i2', 'fortran_order': False, 'shape': (0x1,), }"
        stream = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117) + b"\nab"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            nopy.load(io.BytesIO(stream))
        findings = []
        nopy.load(io.BytesIO(stream), findings=findings)
        self.assertEqual({one.severity for one in findings}, {"note"})
        error = self.error("header_syntax", ValueError, nopy.load, io.BytesIO(stream), policy="strict")
        self.assertIn("policy='tolerant'", error.hint)
        self.error("usage", ValueError, nopy.load, io.BytesIO(stream), policy="lax")

    def test_no_pickle_is_executed_however_it_is_asked_for(self):
        trap = self.path("executed")
        np.save(self.path("a.npy"), np.array([Creates(trap)], object), allow_pickle=True)
        np.savez(self.path("a.npz"), x=np.array([Creates(trap)], object))
        pathlib.Path(self.path("pickle.npy")).write_bytes(pickle.dumps(Creates(trap)))
        for mode in (None, "r", "c", "r+"):
            hint = self.error("object_dtype", ValueError, nopy.load, self.path("a.npy"), mode).hint
            self.assertIn("objects='data'", hint)
        self.error("object_dtype", ValueError, lambda: nopy.load(self.path("a.npz"))["x"])
        self.error("object_dtype", ValueError, lambda: nopy.load(self.path("a.npz"), "r")["x"])
        self.error("usage", ValueError, nopy.load, self.path("a.npy"), allow_pickle=True)
        self.error("bad_magic", ValueError, nopy.load, self.path("pickle.npy"))
        for value in (nopy.load(self.path("a.npy"), objects="data"), nopy.load(self.path("a.npz"), objects="data")["x"]):
            self.assertEqual(value[0].name, "posix.mknod")
            self.assertEqual(value[0].parts[0], (trap,))
        nopy.read_header(self.path("a.npy")), nopy.load(self.path("a.npz")).verify()
        self.assertFalse(os.path.exists(trap))
        pickle.loads(pickle.dumps(Creates(trap)))
        self.assertTrue(os.path.exists(trap), "the trap would not have closed")

    def test_ctrl_c_ends_a_long_load(self):
        nopy.savez_compressed(self.path("a.npz"), x=np.zeros(1 << 25, "u1"))
        code = ("import nopy, sys\narchive = nopy.load(sys.argv[1])\n"
                "try:\n    print('ready', flush=True)\n    while True: archive['x']\nexcept KeyboardInterrupt:\n    print('stopped')\n")
        child = subprocess.Popen([sys.executable, "-c", code, self.path("a.npz")], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=60)[0], "stopped\n")

    def test_an_error_in_a_thread_is_that_threads(self):
        raised = []

        def load(name):
            try:
                nopy.load(self.path(name))
            except nopy.Error as error:
                raised.append(error.subject)

        names = ["%d.npy" % n for n in range(8)]
        threads = [threading.Thread(target=load, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(raised), [self.path(name) for name in names])


if __name__ == "__main__":
    unittest.main()
