# SPDX-License-Identifier: MIT
"""The raw requests of the hostile corpus: each gets a status that its manifest allows, as it stands and behind the token, and the
server goes on."""
import json
import os
import socket
import sys
import tempfile
import time
import unittest

from running_server import Answer, Server, read_answer

CORPUS = sys.argv.pop(1)
# The corpus does not know this server's addresses; what it asks for by these paths lies here.
PLACES = {b"/file": b"file/0", b"/api": b"files.json"}
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


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(CORPUS, "manifest.json")) as manifest:
            cls.requests = json.load(manifest)["http"]
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "a.npy")
        with open(cls.path, "wb") as out:
            out.write(bytes(1000))
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


if __name__ == "__main__":
    unittest.main()
