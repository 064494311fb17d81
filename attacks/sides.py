# SPDX-License-Identifier: MIT
"""Both sides of an attack: NumPy, in a process of its own with bounded memory and time, and the tool of nopy.

A proof builds its file, says what NumPy does with it, and holds nopy to the right answer. It exits with 0 where nopy is
right; a NumPy that no longer has the defect is good news, and printed as such. 77 where there is nothing to compare.
"""
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

MIB = 1 << 20

try:
    import numpy
except ImportError:
    print("skipped: Python has no NumPy here (python3-numpy)")
    sys.exit(77)


class Ended:
    """How a process ended."""

    def __init__(self, code, out, err, peak):
        self.code, self.out, self.err, self.peak = code, out, err, peak

    @property
    def hung(self):
        return self.code is None


def run(command, seconds=20, address_space=None, file_bytes=None):
    """Runs it in the current folder; `peak` is its largest resident size in bytes."""

    def limit():
        if address_space:
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
        if file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=limit)
        code, peak = _wait(child, seconds)
        out.seek(0), err.seek(0)
        return Ended(code, out.read().decode(errors="replace"), err.read().decode(errors="replace"), peak)


def _wait(child, seconds):
    import time

    end = time.monotonic() + seconds
    while True:
        done, status, usage = os.wait4(child.pid, os.WNOHANG)
        if done:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode, usage.ru_maxrss * 1024
        if time.monotonic() > end:
            child.kill()
            os.wait4(child.pid, 0)
            child.returncode = -9
            return None, 0
        time.sleep(0.01)


class Attack:
    """One proof. Its files live in a folder of their own, which is the current one until the end."""

    def __init__(self, title):
        if len(sys.argv) != 2:
            sys.exit(f"usage: {sys.argv[0]} NOPY")
        self.tool = os.path.abspath(sys.argv[1])
        self.wrong = 0
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        print(title)

    def numpy(self, program, **limits):
        return run([sys.executable, "-c", "import numpy as np\n" + program], **limits)

    def nopy(self, *words, **limits):
        return run([self.tool, *words], **limits)

    def defect(self, holds, what):
        """What NumPy is known to do. Not a failure where this NumPy does better."""
        print(f"  NumPy {numpy.__version__}: {what}" if holds else f"  NumPy {numpy.__version__} does better here: not so: {what}")

    def right(self, holds, what, ended=None):
        print(f"  nopy: {what}" if holds else f"  nopy: WRONG, expected: {what}")
        if not holds:
            self.wrong += 1
            if ended is not None:
                print(f"    exit code {ended.code}\n    stdout: {ended.out[:400]}\n    stderr: {ended.err[:400]}")

    def refuses(self, kind, *words, **limits):
        """The tool ends with 2 and the kind of error, quickly and within 64 MiB."""
        ended = self.nopy(*words, **limits)
        self.right(ended.code == 2 and f"[{kind}]" in ended.err, f"{words[0]}: {kind}", ended)
        # ASan's shadow and quarantine are no memory of the tool.
        if "NOPY_SANITIZED" not in os.environ:
            self.right(ended.peak < 64 * MIB, f"{words[0]}: in less than 64 MiB", ended)

    def finds(self, kind, path, *options):
        """`nopy check --json` reports the kind; returns its report."""
        ended = self.nopy("check", "--json", *options, path)
        try:
            report = json.loads(ended.out)
        except ValueError:
            report = {"findings": []}
        kinds = [one["kind"] for one in report["findings"]]
        self.right(kind in kinds, " ".join(["check", *options, "reports", kind]), ended)
        return report

    def end(self):
        os.chdir("/")
        self.folder.cleanup()
        sys.exit(1 if self.wrong else 0)


def npy(descr, shape, data=b"", version=1, header=None):
    """A .npy file by hand."""
    text = header if header is not None else f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode()
    count = struct.Struct("<H" if version == 1 else "<I")
    text += b" " * (-(8 + count.size + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + count.pack(len(text)) + text + data


class Zip:
    """An archive by hand: every field of a member may lie."""

    def __init__(self):
        self.body, self.directory, self.count = b"", b"", 0

    def add(self, name, data, *, crc=None, local_name=None, deflated=None, usize=None, at=None):
        name = name.encode()
        local = name if local_name is None else local_name.encode()
        crc = zlib.crc32(data) if crc is None else crc
        usize = len(data) if usize is None else usize
        method, stored = (0, data) if deflated is None else (8, deflated)
        offset = len(self.body) if at is None else at
        fields = struct.pack("<HHHHHIII", 20, 0, method, 0, 0x21, crc, len(stored), usize)
        if at is None:
            self.body += b"PK\x03\x04" + fields + struct.pack("<HH", len(local), 0) + local + stored
        self.directory += (b"PK\x01\x02" + struct.pack("<H", 20) + fields +
                           struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, offset) + name)
        self.count += 1
        return self

    def bytes(self):
        end = struct.pack("<HHHHIIH", 0, 0, self.count, self.count, len(self.directory), len(self.body), 0)
        return self.body + self.directory + b"PK\x05\x06" + end


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def deflate(pieces):
    """A raw DEFLATE stream of an iterable of pieces."""
    run = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"".join([run.compress(piece) for piece in pieces] + [run.flush()])
