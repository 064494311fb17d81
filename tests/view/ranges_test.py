# SPDX-License-Identifier: MIT
"""Ranges of a sparse file of 100 GiB are exact, conditions hold, and a file that changes is noticed."""
import json
import os
import tempfile
import unittest

from running_server import Server, read_answer

GIB = 1 << 30
SIZE = 100 * GIB
MARKS = {0: b"begin", 6 * GIB + 4093: b"middle", SIZE - 3: b"end"}
# Measured: 8. A sanitizer needs more for itself.
MOST_RESIDENT_MIB = 400 if os.environ.get("NOPY_SANITIZED") else 24
LONG = os.environ.get("NOPY_LONG")


def expected(first, last):
    data = bytearray(last - first + 1)
    for offset, mark in MARKS.items():
        for i, byte in enumerate(mark):
            if first <= offset + i <= last:
                data[offset + i - first] = byte
    return bytes(data)


class Ranges(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.big = os.path.join(cls.folder.name, "big.npy")
        with open(cls.big, "wb") as out:
            for offset, mark in MARKS.items():
                out.seek(offset)
                out.write(mark)
        cls.empty = os.path.join(cls.folder.name, "empty.npy")
        open(cls.empty, "wb").close()
        cls.server = Server(cls.big, cls.empty)

    @classmethod
    def tearDownClass(cls):
        resident = cls.server.most_resident_mib()
        code, said = cls.server.end()
        cls.folder.cleanup()
        assert code == 0, (code, said)
        assert resident < MOST_RESIDENT_MIB, f"the server took {resident} MiB"
        print(f"largest memory of the server: {resident:.1f} MiB")

    def test_one_range_is_206_with_exactly_its_bytes(self):
        rows = [
            ("bytes=0-9", 0, 9),
            ("bytes=0-0", 0, 0),
            (f"bytes={6 * GIB}-{6 * GIB + 8191}", 6 * GIB, 6 * GIB + 8191),
            (f"bytes={SIZE - 10}-", SIZE - 10, SIZE - 1),
            (f"bytes={SIZE - 10}-{SIZE + 10}", SIZE - 10, SIZE - 1),
            (f"bytes={SIZE - 1}-{2 ** 64 - 1}", SIZE - 1, SIZE - 1),
            ("bytes=-3", SIZE - 3, SIZE - 1),
        ]
        for text, first, last in rows:
            with self.subTest(text):
                answer = self.server.ask("file/0", Range=text)
                self.assertEqual(answer.status, 206)
                self.assertEqual(answer.headers["content-range"], f"bytes {first}-{last}/{SIZE}")
                self.assertEqual(answer.headers["content-length"], str(last - first + 1))
                self.assertEqual(answer.body, expected(first, last))
                self.assertEqual(answer.headers["accept-ranges"], "bytes")
                self.assertEqual(answer.headers["content-type"], "application/octet-stream")

    def test_every_other_range_is_416_with_the_size(self):
        for text in ("bytes=9-3", f"bytes={SIZE}-", "bytes=-0", "bytes=0-1,4-5", "bytes=--5", f"bytes=0-{2 ** 64}", "bytes="):
            with self.subTest(text):
                answer = self.server.ask("file/0", Range=text)
                self.assertEqual((answer.status, answer.headers["content-range"]), (416, f"bytes */{SIZE}"))
        self.assertEqual(self.server.ask("file/1", Range="bytes=0-").headers["content-range"], "bytes */0")

    def test_a_head_has_the_size_and_no_range(self):
        for fields in ({}, {"Range": "bytes=0-9"}):
            answer = self.server.ask("file/0", "HEAD", **fields)
            self.assertEqual((answer.status, answer.headers["content-length"]), (200, str(SIZE)))
            self.assertNotIn("content-range", answer.headers)

    def test_an_empty_file_is_200_and_empty(self):
        answer = self.server.ask("file/1")
        self.assertEqual((answer.status, answer.body), (200, b""))

    def test_six_gib_are_one_range(self):
        count = 6 * GIB
        with self.server.connect() as connection:
            connection.sendall(self.server.head("file/0", Range=f"bytes=4096-{4096 + count - 1}"))
            stream = connection.makefile("rb")
            self.assertIn(b" 206 ", stream.readline())
            headers = b"".join(iter(stream.readline, b"\r\n")).lower()
            self.assertIn(b"content-length: %d\r\n" % count, headers)
            read, block = 0, bytearray(1 << 20)
            end = bytearray()
            while read < (count if LONG else 64 << 20):
                got = stream.readinto(block)
                self.assertGreater(got, 0)
                read += got
                end = (end + block[max(0, got - 8192):got])[-8192:]
            if LONG:
                self.assertEqual(read, count)
                self.assertEqual(bytes(end), expected(4096 + count - 8192, 4096 + count - 1))

    def test_one_connection_serves_many_requests(self):
        with self.server.connect() as connection:
            for i in range(100):
                connection.sendall(self.server.head("file/0", Range=f"bytes={i}-{i + 4}"))
                answer = read_answer(connection)
                self.assertEqual((answer.status, answer.body), (206, expected(i, i + 4)))


class Changes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "a.npy")
        self.write(b"0123456789")
        self.server = Server(self.path)
        self.tag = self.listed()["etag"]

    def tearDown(self):
        self.server.end()
        self.folder.cleanup()

    def write(self, data):
        with open(self.path, "wb") as out:
            out.write(data)

    def listed(self):
        return json.loads(self.server.ask("files.json").body)["files"][0]

    def test_the_tag_of_the_list_is_the_one_of_the_file(self):
        answer = self.server.ask("file/0")
        self.assertEqual((answer.status, answer.headers["etag"], answer.body), (200, self.tag, b"0123456789"))
        for name in ("If_Range", "If_Match"):
            self.assertEqual(self.server.ask("file/0", Range="bytes=0-1", **{name: self.tag}).status, 206)
        self.assertEqual(self.server.ask("file/0", If_None_Match=self.tag).status, 304)

    def check_changed(self, body):
        self.assertNotEqual(self.listed()["etag"], self.tag)
        self.assertEqual(self.server.ask("file/0", Range="bytes=0-1", If_Match=self.tag).status, 412)
        answer = self.server.ask("file/0", Range="bytes=0-1", If_Range=self.tag)
        self.assertEqual((answer.status, answer.body), (200, body))

    def test_a_file_that_grew_is_another(self):
        self.write(b"0123456789a")
        self.check_changed(b"0123456789a")

    def test_a_file_rewritten_with_the_same_size_is_another(self):
        os.utime(self.path, ns=(0, 1))
        self.check_changed(b"0123456789")

    def test_a_file_replaced_by_a_rename_is_another(self):
        stat = os.stat(self.path)
        with open(self.path + ".new", "wb") as out:
            out.write(b"abcdefghij")
        os.utime(self.path + ".new", ns=(stat.st_atime_ns, stat.st_mtime_ns))
        os.rename(self.path + ".new", self.path)
        self.check_changed(b"abcdefghij")

    def check_gone(self):
        self.assertEqual(self.server.ask("file/0", Range="bytes=0-1", If_Match=self.tag).status, 410)
        self.assertEqual(self.server.ask("file/0", "HEAD").status, 410)
        listed = self.listed()
        self.assertEqual((listed["bytes"], listed["etag"]), (None, None))
        self.assertIn(self.path, listed["error"])

    def test_a_file_that_was_removed_is_gone(self):
        os.remove(self.path)
        self.check_gone()

    def test_a_pipe_in_its_place_is_not_waited_for(self):
        os.remove(self.path)
        os.mkfifo(self.path)
        self.check_gone()

    def test_a_file_cut_while_it_is_sent_ends_early(self):
        os.truncate(self.path, 1 << 30)
        with self.server.connect() as connection:
            connection.sendall(self.server.head("file/0"))
            first = connection.recv(1 << 16)
            os.truncate(self.path, 1 << 20)
            got = len(first)
            while block := connection.recv(1 << 20):
                got += len(block)
        self.assertLess(got, 1 << 30)
        self.assertEqual(self.server.ask("files.json").status, 200)


if __name__ == "__main__":
    unittest.main()
