# SPDX-License-Identifier: MIT
"""`nopy view` as a process, and requests as raw bytes on a socket."""
import os
import re
import signal
import socket
import subprocess
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")
TOOL = sys.argv.pop(1)  # unittest reads the rest


class Answer:
    """A status (0: closed without one), headers with small names, and as much of the body as was there."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


def read_answer(connection, most_bytes=1 << 30, has_body=True):
    stream = connection.makefile("rb")
    line = stream.readline()
    if not line:
        return Answer(0, {}, b"")
    headers = {}
    while True:
        field = stream.readline().strip()
        if not field:
            break
        name, _, value = field.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    count = int(headers.get("content-length", 0)) if has_body else 0
    return Answer(int(line.split()[1]), headers, stream.read(min(count, most_bytes)))


class Server:
    def __init__(self, *files, options=("--page", PAGE), env=None, stdin=subprocess.DEVNULL):
        surroundings = {name: value for name, value in os.environ.items()
                        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION")}
        surroundings.update(env or {})
        self.process = subprocess.Popen([TOOL, "view", *options, *files], stdin=stdin, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=surroundings, text=True)
        self.address = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[0-9a-f]{32}/)(#.*)?", self.address)
        assert match, (self.address, self.process.stderr.read() if self.process.poll() is not None else "")
        self.port, self.root, self.fragment = int(match[1]), match[2], match[3] or ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, how=signal.SIGINT):
        """The exit code and what stood on stderr."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.stdout.close()
        with self.process.stderr:
            said = self.process.stderr.read()
        return self.process.wait(timeout=20), said

    def connect(self, seconds=30):
        return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)

    def head(self, path, method="GET", **fields):
        lines = [f"{method} {self.root}{path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def ask(self, path, method="GET", most_bytes=1 << 30, **fields):
        with self.connect() as connection:
            connection.sendall(self.head(path, method, **fields))
            return read_answer(connection, most_bytes, method != "HEAD")

    def most_resident_mib(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
