# SPDX-License-Identifier: MIT
"""The raw requests of the hostile corpus: each gets a status that its manifest allows, as it stands and behind the token, and the
server goes on."""
import json
import os
import random
import socket
import sys
import tempfile
import time
import unittest

from running_server import Answer, Server, read_answer

CORPUS = sys.argv.pop(1)
# The corpus does not know this server's addresses; what it asks for by these paths lies here.
PLACES = {b"/file": b"file/0", b"/api": b"files.json"}
MARK = b"what-the-file-holds"
# libmicrohttpd itself refuses these, in its own words.
BEFORE_THE_GATE = {"line-long", "headers-many", "host-none", "binary", "slow"}


def behind_token(raw, root):
    method, path, rest = raw.split(b" ", 2)
    return method + b" " + root.encode() + PLACES.get(path, path[1:]) + b" " + rest


def send(server, raw):
    """The answer; status 0 where the connection was closed without one."""
    with server.connect(seconds=20) as connection:
        try:
            connection.sendall(raw)
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all of it was sent: the answer may be there
        try:
            return read_answer(connection)
        except ConnectionResetError:
            return Answer(0, {}, b"")


def trickle(server, raw):
    """One byte a second, without an end. Returns the status and the seconds."""
    began = time.monotonic()
    with server.connect() as connection:
        connection.sendall(raw)
        connection.settimeout(1)
        while time.monotonic() - began < 20:
            try:
                return (400 if connection.recv(1) else 0), time.monotonic() - began
            except socket.timeout:
                pass
            except ConnectionResetError:
                return 0, time.monotonic() - began
            try:
                connection.sendall(b"a")
            except (BrokenPipeError, ConnectionResetError):
                return 0, time.monotonic() - began
    return None, 20


def mutated(raw):
    """The request with one to three small changes: bytes, lines, and words that mean something."""
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(raw))
        lines = raw.split(b"\r\n")
        line = random.randrange(len(lines))
        raw = random.choice((
            raw[:at] + bytes([random.randrange(256)]) + raw[at + 1:],
            raw[:at] + raw[at + 1:],
            raw[:at] + random.choice((b"\r\n", b"\n", b"\0", b" ", b":", b"%00", b"/../", b"?", b"\xff", b"9" * 20)) + raw[at:],
            b"\r\n".join(lines[:line] + [lines[line]] + lines[line:]),
            b"\r\n".join(lines[:line] + lines[line + 1:]),
            raw.replace(b"GET", random.choice((b"HEAD", b"POST", b"get", b"OPTIONS")), 1),
            raw.replace(b"127.0.0.1", b"evil.example", 1),
        )) or raw
    return raw


def read_all(connection):
    """What comes until nothing more does: a request that lost its end is waited for by the server."""
    said = b""
    connection.settimeout(0.2)
    try:
        while block := connection.recv(1 << 16):
            said += block
    except (ConnectionResetError, socket.timeout):
        pass
    return said


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(CORPUS, "manifest.json")) as manifest:
            cls.requests = json.load(manifest)["http"]
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "a.npy")
        with open(cls.path, "wb") as out:
            out.write(MARK * 100)
        cls.server = Server(cls.path)

    @classmethod
    def tearDownClass(cls):
        code, said = cls.server.end()
        cls.folder.cleanup()
        assert code == 0, (code, said)

    def raw(self, one):
        with open(os.path.join(CORPUS, one["file"]), "rb") as stored:
            return stored.read().replace(b"{port}", str(self.server.port).encode())

    def test_every_request_gets_a_status_that_is_allowed(self):
        tried = 0
        for one in self.requests:
            if one["id"] == "slow":
                continue
            spellings = {"as it stands": self.raw(one)}
            if one["id"] != "binary":
                spellings["behind the token"] = behind_token(self.raw(one), self.server.root)
            for spelling, raw in spellings.items():
                with self.subTest(one["id"], spelling=spelling):
                    answer = send(self.server, raw)
                    self.assertIn(answer.status, one["status"])
                    if one["id"] not in BEFORE_THE_GATE:
                        self.assertIn("default-src 'none'", answer.headers["content-security-policy"])
                        self.assertNotIn("access-control-allow-origin", answer.headers)
                    self.assertEqual(self.server.ask("files.json").status, 200)
                    tried += 1
        self.assertGreater(tried, 30)

    def test_a_request_that_trickles_in_is_ended_after_ten_seconds(self):
        slow = [one for one in self.requests if one["id"] == "slow"]
        self.assertEqual(len(slow), 1)
        status, seconds = trickle(self.server, self.raw(slow[0]))
        self.assertIn(status, slow[0]["status"])
        self.assertGreater(seconds, 9)
        self.assertLess(seconds, 13)


    def test_mutated_requests_get_no_byte_without_the_token(self):
        random.seed(20261130)
        good = self.server.head("file/0", Connection="close", Range="bytes=0-99", Origin=f"http://127.0.0.1:{self.server.port}")
        statuses = {}
        for _ in range(400):
            raw = mutated(good)
            with self.server.connect(seconds=20) as connection:
                connection.sendall(raw)
                said = read_all(connection)
            status = said[9:12].decode("latin-1")
            statuses[status] = statuses.get(status, 0) + 1
            if status in ("200", "206"):
                self.assertIn(self.server.root.encode(), raw)
                self.assertNotIn(b"evil", raw.lower())
            else:
                self.assertNotIn(MARK, said)
        self.assertEqual(self.server.ask("file/0").status, 200)
        self.assertGreater(statuses.get("206", 0), 10, statuses)
        self.assertGreater(len(statuses), 4, statuses)


if __name__ == "__main__":
    unittest.main()
