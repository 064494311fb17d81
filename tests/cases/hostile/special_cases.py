# SPDX-License-Identifier: MIT
"""Files that are no plain files, raw requests for the local viewer server, and sweeps over base files."""
import os

from npy_builder import GOOD, V3


def special_cases(s):
    def make(kind, arg=None):
        def f(path):
            if kind == "dir": os.mkdir(path)
            elif kind == "fifo": os.mkfifo(path)
            elif kind == "link": os.symlink(arg, path)
            elif kind == "noread":
                with open(path, "wb") as h: h.write(GOOD)
                os.chmod(path, 0)
        return f
    s.bad("special-dir", "special", make("dir"), "a directory named x.npy", "not_regular", "io")
    s.bad("special-fifo", "special", make("fifo"), "a FIFO without writer: must not hang", "not_regular", "io")
    s.bad("special-dangling", "special", make("link", "nowhere.npy"), "dangling symbolic link", "io")
    s.bad("special-loop", "special", make("link", "special-loop.npy"), "symbolic link to itself", "io")
    s.bad("special-dev-zero", "special", make("link", "/dev/zero"), "link to an endless device", "not_regular", "bad_magic")
    s.bad("special-dev-null", "special", make("link", "/dev/null"), "link to /dev/null", "not_regular", "bad_magic")
    s.bad("special-proc", "special", make("link", "/proc/self/status"), "file of size 0 that gives data", "bad_magic", "not_regular")
    s.bad("special-noread", "special", make("noread"), "no read permission", "io", needs_nonroot=True, why="as root it loads")
    s.put("special-link-good", "special", "npy", make("link", "../npy/head-order.npy"), "symbolic link to a good file", "load", value=V3)


def http_cases(s):
    H = "GET %s HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n%s\r\n"
    q = lambda path, more="": (H % (path, more)).encode("latin-1")
    for id, path in (("dotdot", "/../../etc/passwd"), ("enc", "/%2e%2e/%2e%2e/etc/passwd"), ("enc2", "/..%2f..%2fetc%2fpasswd"),
                     ("double", "/%252e%252e/etc/passwd"), ("back", "/..\\..\\etc\\passwd"), ("abs", "//etc/passwd"),
                     ("nul", "/x.npy%00.html"), ("utf8", "/%c0%ae%c0%ae/etc/passwd")):
        s.request("path-" + id, q(path), "path traversal %s" % path, [400, 403, 404])
    s.request("host-rebind", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "foreign Host (DNS rebinding)", [400, 403, 421])
    s.request("host-none", b"GET / HTTP/1.1\r\n\r\n", "no Host", [400])
    s.request("host-two", b"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n", "two Hosts", [400])
    s.request("origin", q("/api", "Origin: http://evil.example\r\n"), "foreign Origin on the data interface", [403])
    for id, r in (("over", "bytes=999999999999-"), ("neg", "bytes=--5"), ("rev", "bytes=9-3"), ("wrap", "bytes=0-18446744073709551616"),
                  ("many", "bytes=" + ",".join("0-1" for _ in range(2000)))):
        s.request("range-" + id, q("/file", "Range: %s\r\n" % r), "Range abuse", [200, 400, 416])
    s.request("line-long", b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", "100 KB request line", [400, 414, 431])
    s.request("headers-many", q("/", "X: y\r\n" * 20000), "20 000 headers", [400, 431])
    s.request("smuggle", b"POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
              "both body lengths", [400, 405, 501])
    s.request("method", b"DELETE / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n", "method not allowed", [405, 501])
    s.request("slow", b"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: ", "never finished: send one byte a second (slowloris)", [408, 0])
    s.request("binary", bytes(range(256)) * 8, "not HTTP", [400, 0])

def sweep_cases(s):
    s.sweeps += [
        dict(id="truncate-npy", base="npy/head-order.npy", do="every prefix", expect="error, never a value; no sanitizer report"),
        dict(id="truncate-npz", base="npz/ok-deflate.npz", do="every prefix", expect="error, never a value"),
        dict(id="bitflip-npz-stored", base="npz/ok-stored.npz", do="flip every bit, one at a time",
             expect="each member: error, absent, or exactly the original value"),
        dict(id="bitflip-npz-deflate", base="npz/ok-deflate.npz", do="flip every bit, one at a time",
             expect="each member: error, absent, or exactly the original value"),
        dict(id="byte-npy-header", base="npy/dtype-ok-struct.npy", do="each header byte to each of 256 values",
             expect="error, or a value whose shape and dtype NumPy reports as well"),
    ]

