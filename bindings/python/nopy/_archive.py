# SPDX-License-Identifier: MIT
"""An open archive as a mapping from keys to arrays."""
import collections.abc
import dataclasses
from typing import Any, Iterator, List, Optional, Tuple, Union

import numpy as np

from . import _native
from ._arrays import Header, header_of, mapped
from ._errors import Error, Finding, Told, usage
from ._files import Opened, is_utf8

METHODS = {0: "stored", 8: "deflate", 12: "bzip2", 14: "lzma", 93: "zstd"}


@dataclasses.dataclass(frozen=True)
class Member:
    """What the directory of an archive says of one member, and whether mmap_mode maps it."""

    name: str
    stored_name: str
    compression: str
    compressed_bytes: int
    nbytes: int
    crc32: int
    mappable: bool


class _Attributes:
    """Members as attributes: `archive.f.x` is `archive["x"]`."""

    def __init__(self, archive: "NpzFile") -> None:
        self._archive = archive

    def __getattr__(self, name: str) -> Any:
        try:
            return self._archive[name]
        except KeyError as missing:
            raise AttributeError(str(missing)) from None

    def __dir__(self) -> List[str]:
        return list(self._archive.files)


class NpzFile(collections.abc.Mapping):
    """An open .npz archive, made by `nopy.load`: a read-only dict of arrays that are read when they are asked for.

    With an mmap_mode stored members are mapped in place; such arrays stay valid when the archive is closed. Others are read,
    and their checksums checked, at each access. A member that is no array is given as bytes. Any thread may read.
    """

    def __init__(self, opened: Opened, mode: Optional[str], options: "_native.Options",
                 findings: Optional[List[Finding]], verify: bool, objects: Optional[str]) -> None:
        self._opened, self._mode, self._options = opened, mode, options
        self._findings, self._verify, self._objects = findings, verify, objects
        with Told(findings) as found:
            self._archive: Optional[_native.Archive] = _native.Archive(opened.source, options, found)
        #: The keys, in the order of the directory.
        self.files: List[str] = self._archive.names()

    @property
    def f(self) -> _Attributes:
        """The members as attributes: `archive.f.x`."""
        return _Attributes(self)

    def __getitem__(self, key: str) -> Union[np.ndarray, bytes]:
        archive, index = self._find(key)
        with Told(self._findings) as found:
            if self._mode is not None and _member(archive, index).mappable:
                if self._verify:
                    archive.verify(index)
                pages = _native.map(archive.source(index), self._mode, self._options, found)
                return mapped(pages, self._mode, self._opened.path)
            return self._load(archive, index, found)

    def _load(self, archive: "_native.Archive", index: int, found: List[Finding]) -> Union[np.ndarray, bytes]:
        try:
            array, _ = _native.load(archive.source(index), self._options, 0, found)
        except Error as error:
            if error.kind == "bad_magic":  # it is something else than an array
                return archive.bytes(index, self._options, found)
            if error.kind != "object_dtype" or self._objects is None:
                raise
            found.clear()  # reading the values tells the same again
            return _native.decode_objects(archive.bytes(index, self._options, found), self._options, found)
        if self._mode == "r":
            array.flags.writeable = False
        return array

    def _open(self) -> "_native.Archive":
        if self._archive is None:
            raise usage("the archive was closed", "arrays that were taken out before stay valid")
        return self._archive

    def _find(self, key: str) -> Tuple["_native.Archive", int]:
        archive = self._open()
        if not isinstance(key, str) or not is_utf8(key):
            raise KeyError(key)
        return archive, archive.find(key)

    def header(self, key: str) -> Header:
        """What the header of a member says; its data is not read. `data_offset` counts from the member's first byte."""
        archive, index = self._find(key)
        with Told(self._findings) as found:
            return header_of(_native.read_header(archive.source(index), self._options, 0, found))

    def member(self, key: str) -> Member:
        """What the directory says of a member: sizes, compression, checksum."""
        return _member(*self._find(key))

    def members(self) -> List[Member]:
        """What the directory says, member by member; also those that share a key."""
        archive = self._open()
        return [_member(archive, index) for index in range(len(archive))]

    def verify(self, key: Optional[str] = None) -> None:
        """Reads a member, or all of them, and holds sizes and checksums against the directory's. Raises the first error."""
        archive = self._open()
        for index in range(len(archive)) if key is None else [self._find(key)[1]]:
            archive.verify(index)

    def close(self) -> None:
        """Lets go of the file. Arrays that were taken out stay valid, mapped ones too."""
        self._archive = None

    def __enter__(self) -> "NpzFile":
        return self

    def __exit__(self, *how: Any) -> None:
        self.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def _ipython_key_completions_(self) -> List[str]:
        return self.files

    def __contains__(self, key: object) -> bool:
        try:
            self._find(key)  # type: ignore[arg-type]
        except KeyError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return self is other  # comparing arrays would read them all, and NumPy gives no single answer

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        shown = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        name = self._opened.path or "object"
        return "NpzFile %r%s with keys: %s" % (name, "" if self._archive is not None else " (closed)", shown)


def _member(archive: "_native.Archive", index: int) -> Member:
    name, stored_name, method, compressed_bytes, nbytes, crc32, mappable = archive.about(index)
    return Member(name, stored_name, METHODS.get(method, "method %d" % method), compressed_bytes, nbytes, crc32, mappable)
