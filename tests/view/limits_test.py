# SPDX-License-Identifier: MIT
"""What one client can take: 64 connections, ten seconds to ask, and no connection by doing nothing."""
import os
import socket
import tempfile
import time
import unittest

from running_server import Server, read_answer

MOST = 64


class Limits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "a.npy")
        with open(self.path, "wb") as out:
            out.truncate(1 << 30)
        self.server = Server(self.path)

    def tearDown(self):
        code, said = self.server.end()
        self.folder.cleanup()
        self.assertEqual(code, 0, said)

    def test_the_65th_connection_waits_until_one_ends(self):
        idle = [self.server.connect() for _ in range(MOST)]
        with self.server.connect(seconds=1) as last:
            last.sendall(self.server.head("files.json"))
            with self.assertRaises(socket.timeout):
                last.recv(1)
            idle.pop().close()
            last.settimeout(5)
            self.assertEqual(read_answer(last).status, 200)
        for connection in idle:
            connection.close()

    def test_idle_connections_do_not_keep_others_out(self):
        idle = [self.server.connect() for _ in range(MOST)]
        began = time.monotonic()
        self.assertEqual(self.server.ask("files.json").status, 200)
        self.assertLess(time.monotonic() - began, 13)
        for connection in idle:
            connection.close()

    def test_who_asks_and_does_not_read_is_ended(self):
        with self.server.connect() as connection:
            connection.sendall(self.server.head("file/0"))
            time.sleep(13)
            got = 0
            try:
                while block := connection.recv(1 << 20):
                    got += len(block)
            except ConnectionResetError:
                pass
            self.assertLess(got, 1 << 30)

    def test_headers_up_to_16_kib_are_read(self):
        self.assertEqual(self.server.ask("files.json", X="a" * 15000).status, 200)
        self.assertEqual(self.server.ask("files.json", X="a" * 17000).status, 431)

    def test_a_query_or_an_escape_leads_nowhere(self):
        for path in ("?x", "files.json?x=1", "file/0?", "file/%30", "%66iles.json", "index.html%00"):
            self.assertEqual(self.server.ask(path).status, 404, path)

    def test_a_body_is_refused_before_it_comes(self):
        with self.server.connect() as connection:
            connection.sendall(self.server.head("files.json", Content_Length=1000000))
            answer = read_answer(connection)
            self.assertEqual((answer.status, answer.headers["connection"]), (400, "close"))


if __name__ == "__main__":
    unittest.main()
