# SPDX-License-Identifier: MIT
"""What may be given as a file: paths, and open files of every kind."""
import contextlib
import io
import os
import shutil
import tempfile
import threading
from typing import IO, Any, Iterator, Optional, Union

from . import _native
from ._errors import usage

FileLike = Union[str, bytes, "os.PathLike[Any]", IO[bytes]]


class Opened:
    """A file to read from: its source for the compiled half, where the array begins in it, and its path, if it has one."""

    def __init__(self, file: FileLike) -> None:
        self.offset = 0
        self.path: Optional[str] = None
        self.file: Any = None
        if isinstance(file, (str, bytes, os.PathLike)):
            path = os.fsencode(file)
            self.path = os.path.abspath(os.fsdecode(path))
            self.source = _native.Source.path(path)
        elif hasattr(file, "read"):
            self._open_file(_unwrapped(file))
        else:
            raise TypeError("a path or a file opened for reading in binary mode is needed, not " + type(file).__name__)

    def _open_file(self, file: Any) -> None:
        if isinstance(file, io.TextIOBase):
            raise TypeError("the file is open in text mode: open it with 'rb'")
        if not (hasattr(file, "seekable") and file.seekable()):
            file = io.BytesIO(file.read())
        self.file, self.offset = file, file.tell()
        if isinstance(file, io.BytesIO):
            self.source = _native.Source.memory(file.getvalue())
        elif _is_system_file(file):
            if file.writable():
                file.flush()
            self.source = _native.Source.descriptor(file.fileno())
            name = getattr(file, "name", None)
            self.path = os.path.abspath(os.fsdecode(name)) if isinstance(name, (str, bytes)) else None
        else:
            self.source = _native.Source.reader(file.seek(0, io.SEEK_END), _reading(file))
            file.seek(self.offset)

    def is_archive(self) -> bool:
        """By its first bytes, as NumPy tells; else by its end or its name: a damaged beginning makes no other thing of it."""
        first = self.source.first_bytes(self.offset)
        if first.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06")):
            return True
        if first == b"\x93NUMPY" or (self.path is not None and not os.path.isfile(self.path)):
            return False
        return (self.path or "").endswith(".npz") or self._ends_as_archive()

    def _ends_as_archive(self) -> bool:
        if self.file is not None:
            size = self.file.seek(0, io.SEEK_END)
            self.file.seek(self.offset)
        else:
            size = os.path.getsize(self.path or "")
        return size >= 22 and self.source.first_bytes(size - 22).startswith(b"PK\x05\x06")

    def rest(self) -> bytes:
        """All bytes from the array's first one on."""
        if self.file is None:
            assert self.path is not None
            with open(self.path, "rb") as file:
                return file.read()
        self.file.seek(self.offset)
        return self.file.read()


def _unwrapped(file: Any) -> Any:
    """The file inside a tempfile's wrapper."""
    inside = getattr(file, "file", None)
    return inside if isinstance(file, tempfile._TemporaryFileWrapper) and inside is not None else file


def _is_system_file(file: Any) -> bool:
    """Whether its descriptor's bytes are the file's: a gzip.GzipFile has one, too, of the compressed file."""
    if isinstance(file, (io.BufferedReader, io.BufferedRandom)):
        file = file.raw
    return type(file) is io.FileIO


def _reading(file: Any) -> Any:
    """Reads bytes of a file object at an offset, for any thread, and leaves it where it was."""
    lock = threading.Lock()

    def read_at(offset: int, count: int) -> bytes:
        with lock:
            before = file.tell()
            try:
                file.seek(offset)
                parts = []
                while count > 0:
                    part = file.read(count)
                    if not part:
                        break
                    parts.append(part)
                    count -= len(part)
                return parts[0] if len(parts) == 1 else b"".join(parts)
            finally:
                file.seek(before)

    return read_at


@contextlib.contextmanager
def written_to(file: FileLike, ending: str) -> Iterator[bytes]:
    """The path to write to: the file's own, with the ending NumPy appends; for an open file one beside, copied into it."""
    if isinstance(file, (str, bytes, os.PathLike)):
        path = os.fsencode(file)
        yield path if path.endswith(ending.encode()) else path + ending.encode()
    elif hasattr(file, "write"):
        if isinstance(file, io.TextIOBase):
            raise TypeError("the file is open in text mode: open it with 'wb'")
        with tempfile.TemporaryDirectory(prefix="nopy-") as folder:
            beside = os.path.join(folder, "written" + ending)
            yield os.fsencode(beside)
            with open(beside, "rb") as made:
                shutil.copyfileobj(made, file, 1 << 20)
    else:
        raise TypeError("a path or a file opened for writing in binary mode is needed, not " + type(file).__name__)


def is_utf8(text: str) -> bool:
    """Whether it can be a name: half of a surrogate pair is no character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def jobs_of(jobs: Optional[int]) -> int:
    """How many threads: None, 0 and -1 are as many as there are processors."""
    if jobs is None or jobs in (0, -1):
        return 0
    if jobs < 0:
        raise usage("jobs=%d is no number of threads" % jobs, "jobs=-1 takes as many as there are processors")
    return int(jobs)
