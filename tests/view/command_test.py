# SPDX-License-Identifier: MIT
"""The command around the server: what it prints, which files it takes, how it ends."""
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from running_server import PAGE, TOOL, Server


def refused(*words):
    done = subprocess.run([TOOL, "view", *words], capture_output=True, text=True, timeout=20)
    return done.returncode, done.stdout, done.stderr


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.a, self.b = self.write("a.npy"), self.write("b.npz")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(b"\x93NUMPY")
        return path

    def names(self, *operands):
        with Server(*operands) as server:
            return [row["name"] for row in json.loads(server.ask("files.json").body)["files"]]

    def test_every_way_to_end_it_is_fine(self):
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            code, said = Server(self.a).end(how)
            self.assertEqual(code, 0)
            self.assertIn("Ctrl-C", said)

    def test_it_ends_where_a_script_ignores_interrupts_for_it(self):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            server = Server(self.a)
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(server.end(signal.SIGINT)[0], 0)

    def test_it_ends_while_it_sends(self):
        os.truncate(self.a, 1 << 30)
        server = Server(self.a)
        with server.connect() as connection:
            connection.sendall(server.head("file/0"))
            connection.recv(1000)
            self.assertEqual(server.end()[0], 0)

    def test_tokens_are_never_the_same(self):
        with Server(self.a) as one, Server(self.a) as other:
            self.assertNotEqual(one.root, other.root)

    def test_the_page_and_its_types(self):
        with Server(self.a) as server:
            for path, kind, file in (("", "text/html; charset=utf-8", "index.html"),
                                     ("assets/page.css", "text/css; charset=utf-8", "assets/page.css")):
                answer = server.ask(path)
                self.assertEqual((answer.status, answer.headers["content-type"]), (200, kind))
                with open(os.path.join(PAGE, file), "rb") as stored:
                    self.assertEqual(answer.body, stored.read())
            self.assertEqual(server.ask("assets/none.js").status, 404)
            for name, value in (("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
                                ("referrer-policy", "no-referrer"), ("cross-origin-resource-policy", "same-origin")):
                self.assertEqual(answer.headers[name], value)

    def test_files_are_listed_by_their_last_name_unless_two_share_it(self):
        other = self.write("x/a.npy")
        self.assertEqual(self.names(self.a, self.b), ["a.npy", "b.npz"])
        self.assertEqual(self.names(self.a, other), [self.a, other])

    def test_stdin_is_kept_and_read_here_and_there(self):
        end, pipe = os.pipe()
        os.write(pipe, b"0123456789")
        os.close(pipe)
        for given in (open(end, "rb"), open(self.a, "rb")):
            with given, Server("-", stdin=given) as server:
                row = json.loads(server.ask("files.json").body)["files"][0]
                self.assertEqual((row["name"], row["path"]), ("stdin", "stdin"))
                for _ in range(2):
                    answer = server.ask("file/0", Range="bytes=1-3", If_Match=row["etag"])
                    self.assertEqual((answer.status, answer.body), (206, b"123" if row["bytes"] == 10 else b"NUM"))

    def test_a_folder_is_the_arrays_and_archives_in_it(self):
        self.write("notes.txt")
        self.write("deeper/c.npy")
        self.assertEqual(self.names(self.folder.name), ["a.npy", "b.npz"])

    def test_a_member_and_a_slice_stand_behind_the_address(self):
        for operand, fragment in ((self.b + ":weights/w 1", "#m=weights/w%201"), (self.a + "[0, :, ::2]", "#s=0,:,::2"),
                                  (self.b + ":w[-1]", "#m=w&s=-1"), (self.a, "")):
            with Server(operand) as server:
                self.assertEqual(server.fragment, fragment)

    def test_what_can_not_be_shown_is_said_before_anything_starts(self):
        rows = [
            (["missing.npy"], "missing.npy"),
            ([self.a, "missing.npy", "gone.npz"], "gone.npz"),
            (["/dev/null"], "not_regular"),
            ([os.path.dirname(self.write("empty/notes.txt"))], "nothing to show"),
            ([self.a + "[0]", self.b], "for a single file only"),
            (["--port", "65536", self.a], "--port takes a number"),
            (["--port", "x", self.a], "--port takes a number"),
        ]
        for words, said in rows:
            with self.subTest(words):
                code, out, err = refused("--page", PAGE, *words)
                self.assertEqual((code, out), (2, ""))
                self.assertIn(said, err)

    def test_a_folder_without_a_page_is_refused(self):
        code, _, err = refused("--page", self.folder.name, self.a)
        self.assertEqual(code, 2)
        self.assertIn("holds no page", err)

    def test_a_taken_port_is_said_with_the_way_out(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            code, _, err = refused("--page", PAGE, "--port", str(taken.getsockname()[1]), self.a)
        self.assertEqual(code, 2)
        self.assertIn("without --port a free one is taken", err)

    def test_a_port_can_be_taken_again_at_once(self):
        with Server(self.a) as first:
            first.ask("files.json")
        with Server(self.a, options=("--page", PAGE, "--port", str(first.port))) as second:
            self.assertEqual(second.port, first.port)

    def test_over_ssh_the_forwarding_line_is_printed_and_no_browser_started(self):
        server = Server(self.a, env={"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.9 2222", "USER": "anna", "DISPLAY": ":0"})
        _, said = server.end()
        self.assertIn(f"ssh -N -L {server.port}:127.0.0.1:{server.port} -p 2222 anna@192.0.2.9", said)
        self.assertNotIn("no browser", said)

    def browser(self, script):
        path = os.path.join(self.folder.name, "bin", "xdg-open")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            out.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)
        return {"PATH": os.path.dirname(path) + ":/usr/bin:/bin", "DISPLAY": ":0"}

    def test_a_browser_is_given_the_address(self):
        seen = os.path.join(self.folder.name, "seen")
        env = self.browser(f'echo "$1" > {seen}.new; mv {seen}.new {seen}\n')
        server = Server(self.a, env=env)
        for _ in range(200):
            if os.path.exists(seen):
                break
            time.sleep(0.05)
        with open(seen) as given:
            self.assertEqual(given.read().strip(), server.address)
        self.assertNotIn("no browser", server.end()[1])

    def test_no_browser_is_started_when_told_not_to(self):
        seen = os.path.join(self.folder.name, "seen")
        server = Server(self.a, options=("--page", PAGE, "--no-open"), env=self.browser(f"touch {seen}\n"))
        server.ask("files.json")
        time.sleep(0.2)
        server.end()
        self.assertFalse(os.path.exists(seen))

    def test_a_browser_that_fails_is_said(self):
        server = Server(self.a, env=self.browser("exit 3\n"))
        time.sleep(0.5)
        self.assertIn("no browser could be started: open the address yourself", server.end()[1])

    def test_without_a_page_it_says_how_to_get_one(self):
        features = json.loads(subprocess.run([TOOL, "version", "--json"], capture_output=True, text=True).stdout)["features"]
        if features["view"]:
            with Server(self.a, options=()) as server:
                self.assertIn(b"<script", server.ask("").body)
        else:
            code, _, err = refused(self.a)
            self.assertEqual(code, 2)
            self.assertIn("--page FOLDER", err)


if __name__ == "__main__":
    unittest.main()
