# SPDX-License-Identifier: MIT
"""Servers that are right give the right bytes, servers that lie a typed error: no way to get wrong values.

lies_test.py PROBE TOOL"""
import os
import random
import re
import subprocess
import sys
import unittest

from lying_server import Server

PROBE, TOOL = sys.argv.pop(1), sys.argv.pop(1)
DATA = random.Random(7).randbytes(300_000)
NEAR = dict(os.environ, no_proxy="127.0.0.1")


def probe(url, *arguments, **options):
    told = [f"{name}={value}" for name, value in options.items()]
    return subprocess.run([PROBE, url, *map(str, arguments), *told], capture_output=True, env=NEAR, timeout=60)


class Lies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server({"data": DATA, "small": DATA[:5000], "tiny": DATA[:10]}).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def holds(self, way, **options):
        for name, first, count in (("data", 1000, 200_000), ("data", 0, len(DATA)), ("small", 10, 4000), ("tiny", 0, 10)):
            with self.subTest(way=way, name=name, first=first):
                got = probe(self.server.url(way, name), "read", first, count, **options)
                self.assertEqual(got.returncode, 0, got.stderr.decode())
                self.assertEqual(got.stdout, self.server.files[name][first:first + count])

    def fails(self, way, kind, *arguments, name="data", **options):
        with self.subTest(way=way, arguments=arguments):
            got = probe(self.server.url(way, name), *(arguments or ("read", 1000, 200_000)), **options)
            self.assertEqual(got.returncode, 1, got.stdout[:100])
            lines = got.stderr.decode().splitlines()
            self.assertEqual(lines[0], kind, got.stderr.decode())
            self.assertEqual(got.stdout, b"")
            self.assertIn(f"127.0.0.1:{self.server.port}/{way}/{name}", got.stderr.decode())
            return got.stderr.decode()

    def test_what_servers_may_do_gives_the_right_bytes(self):
        for way in ("right", "without_etag", "weak_etag", "unknown_total_later", "no_suffix_416", "no_suffix_200", "moved", "trailers",
                    "interim"):
            self.holds(way)

    def test_what_was_interrupted_is_resumed_where_it_stopped(self):
        self.holds("then_fine")
        self.holds("drops")
        self.holds("drops_chunked", attempts=12)
        self.holds("drops", piece=30_000, attempts=20)

    def test_a_resumed_range_asks_for_what_is_missing_only(self):
        got = probe(self.server.url("drops", "data"), "read", 0, 100_000, connections=1)
        self.assertEqual(got.stdout, DATA[:100_000])
        self.assertEqual([asked for _, asked in self.server.asked], ["bytes=-16384", "bytes=0-99999", "bytes=50000-99999"])

    def test_a_silent_server_is_asked_again(self):
        got = probe(self.server.url("falls_silent", "data"), "read", 0, 100_000, silent=300, connections=1)
        self.assertEqual(got.stdout, DATA[:100_000], got.stderr.decode())
        self.assertEqual(self.server.asked[-1][1], "bytes=1000-99999")

    def test_long_ranges_come_in_pieces_side_by_side(self):
        got = probe(self.server.url("right", "data"), "read", 0, 250_000, piece=50_000)
        self.assertEqual(got.stdout, DATA[:250_000])
        self.assertEqual(sorted(asked for _, asked in self.server.asked)[1:],
                         sorted(f"bytes={i}-{i + 49_999}" for i in range(0, 250_000, 50_000)))

    def test_what_is_wrong_is_an_error_of_its_kind(self):
        for way in ("other_range", "shorter_range", "no_content_range", "broken_content_range", "two_content_ranges",
                    "wrong_length", "longer_body", "gzip", "lost_etag"):
            self.fails(way, "http_answer")
        for way in ("changed", "changed_412", "changed_length", "changed_date"):
            self.fails(way, "changed")
        self.fails("whole_later", "http_no_ranges")
        self.fails("missing", "http_status")
        self.fails("down", "http_status", attempts=2)
        self.fails("always_short", "http_network", attempts=2)
        self.fails("silent", "http_network", silent=200, attempts=2)

    def test_a_refusal_tells_the_servers_word_and_nothing_else_of_its_body(self):
        told = self.fails("forbidden", "http_status")
        self.assertIn("HTTP 403 Forbidden (AccessDenied)", told)
        self.assertNotIn("secret", told)

    def test_redirects_are_bounded_and_lead_to_http_only(self):
        self.fails("loop", "http_answer", redirects=3)
        for way in ("to_file", "to_ftp"):
            told = self.fails(way, "http_answer")
            self.assertIn("a redirect leads away from http and https", told)
            self.assertRegex(told, "hint +redirects lead to http and https only")
            self.assertNotIn("from https", told)

    def test_what_a_server_answers_is_said_with_what_helps(self):
        for way, kind, said, hint in (
                ("no_http", "http_answer", "this is no HTTP answer", "does another kind of server listen on this port?"),
                ("status_000", "http_answer", "this is no HTTP answer", "does another kind of server"),
                ("status_negative", "http_answer", "this is no HTTP answer", "does another kind of server"),
                ("moved_to_no_http", "http_answer", "this is no HTTP answer", "does another kind of server"),
                ("nul", "http_answer", "this is no right HTTP answer", "`curl -v URL`"),
                ("negative_length", "http_answer", "this is no right HTTP answer", "`curl -v URL`"),
                ("endless_line", "http_answer", "a header line of the answer is longer than 100 KB", "`curl -v URL`"),
                ("endless_head", "http_answer", "the head of the answer is longer than 128 KB", "`curl -v URL`"),
                ("endless_interim", "http_answer", "interim answers without end", "`curl -v URL`"),
                ("control_in_etag", "http_answer", "the ETag or the date holds control characters", "download the file whole"),
                ("control_in_date", "http_answer", "the ETag or the date holds control characters", "download the file whole"),
                ("gzip_then_identity", "http_answer", "Content-Encoding: gzip", "download the file whole"),
                ("to_no_port", "http_answer", "a redirect leads to what is no URL", "`curl -sI URL` shows its Location"),
                ("no_answer", "http_network", "ended the connection without an answer", "is the port right"),
                ("to_nowhere", "http_status", "HTTP 302 Found", "the redirect names no address"),
                ("not_modified", "http_status", "HTTP 304 Not Modified", "a cache answered"),
                ("no_content", "http_status", "HTTP 204 No Content", "nothing to send for this URL"),
                ("refuses_ranges", "http_status", "HTTP 416", "refuses the range asked for"),
                ("teapot", "http_status", "HTTP 418", "`curl -v URL`")):
            told = self.fails(way, kind, attempts=2)
            with self.subTest(way=way):
                self.assertIn(said, told)
                self.assertRegex(told, "hint +.*" + re.escape(hint))

    def test_what_comes_too_slowly_to_end_is_ended(self):
        for way in ("slow_head", "drip"):
            self.assertIn("the server sends too slowly: less than 1 KB", self.fails(way, "http_network", silent=300, attempts=2))

    def test_a_body_that_is_shorter_than_it_was_said_to_be_is_told_from_silence(self):
        for way, name, command in (("overlong", "small", ("all",)), ("overlong", "data", ("all",)),
                                   ("overlong_part", "data", ("read", 1000, 200_000))):
            told = self.fails(way, "http_answer", *command, name=name, silent=800, whole=400_000, connections=1)
            self.assertIn("the body is shorter than the server said", told)
            at = 70_000 if way == "overlong_part" else len(self.server.files[name])
            self.assertIn(f"silence behind byte {at}, twice", told)
            self.assertLessEqual(len(self.server.asked), 4, self.server.asked)  # the first look, and two attempts

    def test_a_server_of_whole_files_is_refused_or_taken_whole_on_request(self):
        self.fails("whole", "http_no_ranges", whole=100_000)
        self.fails("whole", "http_no_ranges", whole=0)
        self.holds("whole", whole=300_000)
        self.holds("whole_drops", whole=300_000)

    def test_a_large_whole_file_lies_in_a_temporary_file(self):
        big = random.Random(8).randbytes(3 << 20)
        with Server({"big": big}) as server:
            got = probe(server.url("whole", "big"), "all", whole=4 << 20)
            self.assertEqual(got.stdout, big, got.stderr.decode())

    def test_an_empty_file_is_empty(self):
        got = probe(self.server.url("empty", "tiny"), "all")
        self.assertEqual((got.returncode, got.stdout), (0, b""), got.stderr.decode())

    def test_the_caller_stops_it(self):
        self.fails("right", "cancelled", cancel=100)

    def test_no_request_is_made_for_what_is_there(self):
        got = probe(self.server.url("right", "small"), "all")
        self.assertEqual(got.stdout, DATA[:5000])
        self.assertEqual(len(self.server.asked), 1)

    def test_messages_hold_neither_credentials_nor_query(self):
        url = self.server.url("missing", "data").replace("//", "//user:secret@") + "?X-Signature=hidden"
        for command in ([PROBE, url, "all"], [TOOL, "ls", url], [TOOL, "info", "--json", url]):
            got = subprocess.run(command, capture_output=True, env=NEAR, timeout=60)
            self.assertNotEqual(got.returncode, 0)
            self.assertNotRegex(got.stdout + got.stderr, b"secret|hidden")
            self.assertIn(b"http_status", got.stderr)

    def test_what_is_no_url_is_said_so(self):
        for url in ("ftp://h/x", "http://", "http://:80/x", "http://h/a b", "https://h/\n", "http://h/" + "x" * 9000,
                    "http://h:99999/", "http://[::1/", "http://u:p@w@h/"):
            got = probe(url, "all")
            self.assertEqual(got.stderr.decode().splitlines()[0], "usage", url)
            self.assertRegex(got.stderr.decode(), "hint +.", url)

    def test_a_port_nobody_listens_on_is_told_at_once(self):
        got = probe("http://127.0.0.1:9/x", "all")
        self.assertTrue(re.match(r"http_network\n", got.stderr.decode()), got.stderr.decode())


if __name__ == "__main__":
    unittest.main()
