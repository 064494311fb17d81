# SPDX-License-Identifier: MIT
"""The tool over nginx: what a command asks for and brings, counted from nginx's log, and that values are the file's.

costs_test.py TOOL"""
import io
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy as np

import nginx_server

TOOL = sys.argv.pop(1)
NEAR = dict(os.environ, no_proxy="127.0.0.1")
SMALL = np.arange(10_000, dtype="<f8")  # 80 kB
ROWS = 131_072  # of 64 numbers, of each large member


def array_bytes(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def write_sparse(path):
    """537 MB of stored members, of which the large ones are holes."""
    with open(path, "wb") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for i in range(8):
                archive.writestr(f"small{i}.npy", array_bytes(SMALL + i))
        # zipfile would write the zeros; records and directory of the holes are made by hand. Nobody reads a CRC here.
    with open(path, "r+b") as out:
        data = out.read()
        end = data.rindex(b"PK\x05\x06")
        count, directory_bytes, directory_at = struct.unpack_from("<HII", data, end + 10)
        directory = data[directory_at:directory_at + directory_bytes]
        out.truncate(directory_at)
        out.seek(directory_at)
        head = io.BytesIO()
        np.lib.format.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": (ROWS, 64)})
        size = len(head.getvalue()) + ROWS * 64 * 8
        for i in range(8):
            name, at = b"large%d.npy" % i, out.tell()
            both = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, 0, size, size, len(name), 0)
            out.write(b"PK\x03\x04" + both + name + head.getvalue())
            directory += b"PK\x01\x02" + struct.pack("<H", 20) + both + struct.pack("<HHHII", 0, 0, 0, 0, at) + name
            out.seek(at + 30 + len(name) + size)
        out.truncate(out.tell())
        at = out.tell()
        out.write(directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count + 8, count + 8, len(directory), at, 0))


@unittest.skipUnless(nginx_server.NGINX, "nginx is not installed (nginx-light)")
class Costs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = cls.folder.name
        os.chmod(cls.path, 0o755)
        write_sparse(cls.file("run.npz"))
        np.save(cls.file("one.npy"), np.arange(600_000, dtype="<i4").reshape(300, 2000))
        # Noise, so that its compressed bytes are as many; a large first member keeps it away from the ends.
        np.save(cls.file("noise.npy"), np.random.default_rng(1).integers(0, 1 << 62, (4096, 1024)))
        subprocess.run([TOOL, "pack", "--deflate=1", cls.file("chunked.npz"), cls.file("noise.npy"), cls.file("one.npy")],
                       check=True, capture_output=True)
        cls.server = nginx_server.Nginx(cls.path).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    @classmethod
    def file(cls, name):
        return os.path.join(cls.path, name)

    def run_tool(self, *arguments, code=0):
        got = subprocess.run([TOOL, *arguments], capture_output=True, env=NEAR, timeout=120)
        self.assertEqual(got.returncode, code, got.stderr.decode())
        return got.stdout

    def without_place(self, text):
        """Names without where the file lies; columns are as wide as names are long."""
        for place in (self.server.url(""), self.path + "/"):
            text = text.replace(place.encode(), b"")
        return re.sub(rb" +|-{2,}", b" ", text)

    def cost(self, *arguments):
        return self.server.sent_by(lambda: self.run_tool(*arguments))

    def test_the_archive_is_as_large_as_it_should_be(self):
        self.assertAlmostEqual(os.path.getsize(self.file("run.npz")) / 1e6, 537, delta=2)
        self.assertLess(os.stat(self.file("run.npz")).st_blocks * 512, 4 << 20)

    def test_names_are_one_request_of_at_most_20_kilobytes(self):
        requests, sent, out = self.cost("ls", "--names", self.server.url("run.npz"))
        self.assertEqual(requests, 1)
        self.assertLessEqual(sent, 20_000)
        self.assertEqual(out, self.run_tool("ls", "--names", self.file("run.npz")))

    def test_a_listing_is_one_batch_more(self):
        requests, sent, out = self.cost("ls", self.server.url("run.npz"))
        self.assertLessEqual(requests, 1 + 16)
        self.assertLessEqual(sent, 16_384 + 16 * 1100)
        self.assertEqual(out, self.run_tool("ls", self.file("run.npz")))

    def test_the_header_of_one_member_is_two_requests(self):
        requests, sent, out = self.cost("ls", self.server.url("run.npz:large5"))
        self.assertLessEqual(requests, 2)
        self.assertLessEqual(sent, 18_000)
        self.assertIn(b"float64", out)

    def test_a_member_of_80_kilobytes_brings_at_most_100(self):
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "out.npy")
            requests, sent, _ = self.cost("convert", self.server.url("run.npz:small3"), target)
            self.assertLessEqual(requests, 4)
            self.assertLessEqual(sent, 100_000)
            np.testing.assert_array_equal(np.load(target), SMALL + 3)

    def test_a_window_of_a_stored_member_brings_its_rows(self):
        requests, sent, out = self.cost("convert", self.server.url("run.npz:large7[1000:1002]"), "-", "--to", "csv")
        self.assertLessEqual(sent, 20_000)
        self.assertLessEqual(requests, 5)
        self.assertEqual(out, self.run_tool("convert", self.file("run.npz:large7[1000:1002]"), "-", "--to", "csv"))

    def test_a_window_of_a_deflated_member_brings_its_chunk_only(self):
        requests, sent, out = self.cost("convert", self.server.url("chunked.npz:noise[2000:2002]"), "-", "--to", "csv")
        chunk = 1 << 20
        self.assertLessEqual(sent, 3 * chunk + 40_000)
        self.assertEqual(out, self.run_tool("convert", self.file("chunked.npz:noise[2000:2002]"), "-", "--to", "csv"))
        self.assertGreater(os.path.getsize(self.file("chunked.npz")), 25 << 20)

    def test_an_array_alone_is_one_request(self):
        requests, sent, out = self.cost("info", self.server.url("one.npy"))
        self.assertEqual(requests, 1)
        self.assertLessEqual(sent, 16_384)
        here = self.run_tool("info", self.file("one.npy"))
        self.assertEqual(out.splitlines()[1:], here.splitlines()[1:])

    def test_every_reading_command_gives_what_it_gives_of_the_file(self):
        for name in ("one.npy", "chunked.npz", "chunked.npz:one", "run.npz:small1"):
            for command in (("ls",), ("info",), ("show",), ("ls", "--json"), ("show", "--json")):
                if command == ("show", "--json") and ":" not in name and name.endswith("npz"):
                    continue
                with self.subTest(name=name, command=command):
                    there = self.run_tool(*command, self.server.url(name))
                    here = self.run_tool(*command, self.file(name))
                    self.assertEqual(self.without_place(there), self.without_place(here))

    def test_a_check_reads_all_of_an_archive_in_large_pieces(self):
        requests, sent, out = self.cost("check", self.server.url("chunked.npz"))
        self.assertIn(b"ok", out)
        self.assertLessEqual(requests, 80)

    def test_a_file_there_equals_the_one_here(self):
        self.run_tool("diff", self.server.url("one.npy"), self.file("one.npy"))
        self.run_tool("diff", self.server.url("chunked.npz"), self.file("chunked.npz"))
        self.run_tool("diff", self.server.url("run.npz:small1"), self.file("run.npz:small2"), code=1)

    def test_a_redirect_is_followed(self):
        self.assertIn(b"int32", self.run_tool("ls", self.server.url("one.npy", "moved/")))

    def test_without_ranges_large_files_are_refused_with_a_way_out(self):
        got = subprocess.run([TOOL, "ls", self.server.url("run.npz", "whole/")], capture_output=True, env=NEAR, timeout=60)
        self.assertEqual(got.returncode, 2)
        self.assertIn(b"http_no_ranges", got.stderr)
        self.assertIn(b"curl -L URL | nopy COMMAND -", got.stderr)

    def test_what_is_not_there_is_said_with_its_status(self):
        got = subprocess.run([TOOL, "ls", self.server.url("nothing.npy")], capture_output=True, env=NEAR, timeout=60)
        self.assertIn(b"HTTP 404", got.stderr)

    def test_references_name_the_bytes(self):
        made = json.loads(self.run_tool("refs", self.server.url("run.npz:small2")))
        url, offset, count = made["refs"]["small2/0"]
        with open(self.file("run.npz"), "rb") as file:
            file.seek(offset)
            np.testing.assert_array_equal(np.frombuffer(file.read(count)), SMALL + 2)
        self.assertEqual(url, self.server.url("run.npz"))


if __name__ == "__main__":
    unittest.main()
