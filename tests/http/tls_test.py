# SPDX-License-Identifier: MIT
"""https with a certificate that the test makes: whom the tool trusts, and that no redirect leads out of it.

tls_test.py TOOL"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from lying_server import Server

TOOL = sys.argv.pop(1)
OPENSSL = shutil.which("openssl")


def certificate(folder):
    """(certificate, key), for 127.0.0.1 and nobody else."""
    made = [os.path.join(folder, name) for name in ("certificate", "key")]
    subprocess.run([OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                    "/CN=nopy", "-addext", "subjectAltName=IP:127.0.0.1", "-out", made[0], "-keyout", made[1]],
                   check=True, capture_output=True)
    return made


@unittest.skipUnless(OPENSSL, "this test needs openssl")
class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="nopy-tls-")
        cls.trusted, key = certificate(cls.folder)
        path = os.path.join(cls.folder, "a.npy")
        np.save(path, np.arange(100_000.0))
        with open(path, "rb") as file:
            files = {"a.npy": file.read()}
        cls.plain = Server(files)
        cls.secure = Server(files, certificate=(cls.trusted, key))
        cls.plain.other, cls.secure.other = cls.secure, cls.plain

    @classmethod
    def tearDownClass(cls):
        for server in cls.plain, cls.secure:
            server.__exit__()
        shutil.rmtree(cls.folder)

    def show(self, url, **more):
        environment = dict(os.environ, no_proxy="127.0.0.1,localhost", CURL_CA_BUNDLE=self.trusted)
        environment.update(more)
        return subprocess.run([TOOL, "show", url + "[99999]"], capture_output=True, text=True, env=environment, timeout=60)

    def gives_the_value(self, url):
        got = self.show(url)
        self.assertEqual((got.returncode, got.stdout.strip()), (0, "99999.0"), got.stderr)

    def fails(self, got, kind, said):
        self.assertNotEqual(got.returncode, 0)
        self.assertEqual(got.stdout, "")
        self.assertIn(said, got.stderr)
        self.assertIn(f"[{kind}]", got.stderr)

    def test_a_server_of_the_given_certificate_is_trusted(self):
        self.gives_the_value(self.secure.url("right", "a.npy"))

    def test_a_server_of_another_certificate_is_not_trusted(self):
        with tempfile.TemporaryDirectory() as folder:
            other, _ = certificate(folder)
            got = self.show(self.secure.url("right", "a.npy"), CURL_CA_BUNDLE=other)
        self.fails(got, "http_network", "the server's certificate can not be trusted")
        self.assertIn("CURL_CA_BUNDLE", got.stderr)
        self.assertEqual(self.secure.asked, [])

    def test_a_certificate_of_another_host_is_not_trusted(self):
        got = self.show(self.secure.url("right", "a.npy").replace("127.0.0.1", "localhost"))
        self.fails(got, "http_network", "the server's certificate can not be trusted")

    def test_redirects_from_http_to_https_are_followed(self):
        self.gives_the_value(self.plain.url("to_other", "a.npy"))

    def test_redirects_from_https_to_https_are_followed(self):
        self.gives_the_value(self.secure.url("moved", "a.npy"))

    def test_redirects_from_https_to_http_are_refused_before_anything_is_asked_there(self):
        for way in ("to_other", "moved_to_other", "later_to_other"):
            with self.subTest(way=way):
                self.plain.asked.clear()
                got = self.show(self.secure.url(way, "a.npy"))
                self.fails(got, "http_answer", "a redirect leads from https to http")
                self.assertIn("from https redirects lead to https only", got.stderr)
                self.assertEqual(self.plain.asked, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
