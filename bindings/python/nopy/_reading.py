# SPDX-License-Identifier: MIT
"""load and read_header."""
from typing import List, Optional, Union

import numpy as np

from . import _native
from ._archive import NpzFile
from ._arrays import Header, header_of, mapped
from ._errors import Error, Finding, Told, usage
from ._files import FileLike, Opened, jobs_of

MODES = {"readonly": "r", "r": "r", "readwrite": "r+", "r+": "r+", "copyonwrite": "c", "c": "c"}


def load(file: FileLike, mmap_mode: Optional[str] = None, allow_pickle: bool = False, *, policy: str = "tolerant",
         verify: bool = False, objects: Optional[str] = None, jobs: Optional[int] = 1,
         findings: Optional[List[Finding]] = None, max_bytes: Optional[int] = None, max_header_size: Optional[int] = None,
         max_members: Optional[int] = None) -> Union[np.ndarray, NpzFile]:
    """Loads the array of a .npy file, or opens a .npz archive. Called like np.load.

    file: a path (str, bytes, os.PathLike) or a file open in binary mode. From an open file one array is read where it stands,
        and it is left behind it. What can not be sought in is read to its end first.
    mmap_mode: 'r' maps the array instead of reading it; 'c' gives writes to private memory, 'r+' to the file (.npy only: the
        checksum of a member would not follow). Of an archive the stored members are mapped; compressed ones are read at
        each access, and are read-only under 'r', too. Mapped arrays are np.memmap, and live on their own.
    allow_pickle: False. Pickles are never executed, so True is an error.
    policy: 'tolerant' reads what NumPy reads; 'strict', for files of strangers, refuses what two readers could read differently.
    verify: checks the checksum of a member before it is mapped. What is loaded is always checked.
    objects: 'data' gives the plain values in object arrays (numbers, text, lists, dicts, dates, arrays); instances of other
        classes become nopy.Foreign. None refuses object arrays.
    jobs: threads for large arrays; -1 takes as many as there are processors.
    findings: a list that takes every nopy.Finding; without it those above a note are warnings (nopy.FindingWarning).
    max_bytes, max_header_size, max_members: limits of one array's bytes, of a header's (1 MiB unless said), of an archive.
    """
    mode = _mode_of(mmap_mode)
    _check_pickles(allow_pickle, objects)
    options = options_of(policy, jobs, max_bytes=max_bytes, max_header_size=max_header_size, max_members=max_members)
    opened = Opened(file)
    if opened.is_archive():
        if mode == "r+":
            raise usage("the members of an archive can not be mapped for writing: their checksums would not follow",
                        "mmap_mode='c' keeps changes to yourself; nopy.savez writes a new archive")
        return NpzFile(opened, mode, options, findings, verify, objects)
    with Told(findings) as found:
        return _load_one(opened, mode, options, objects, found)


def read_header(file: FileLike, *, policy: str = "tolerant", findings: Optional[List[Finding]] = None,
                max_header_size: Optional[int] = None) -> Header:
    """What the header of a .npy file says, also of an array of Python objects; the data is not read. An open file stays where
    it is. For members of an archive: `nopy.load(file).header(name)`."""
    options = options_of(policy, 1, max_bytes=None, max_header_size=max_header_size, max_members=None)
    opened = Opened(file)
    if opened.is_archive():
        raise usage("this is an archive: each of its members has a header", "nopy.load(file).header(name) reads one")
    with Told(findings) as found:
        header = header_of(_native.read_header(opened.source, options, opened.offset, found))
        if opened.file is not None:
            _forget_what_follows(found)
        return header


def options_of(policy: str, jobs: Optional[int], **limits: Optional[int]) -> "_native.Options":
    """How a call reads, for the compiled half."""
    for name, limit in limits.items():
        if limit is not None and not 0 <= limit < 1 << 64:
            raise usage("%s=%r is no limit" % (name, limit))
    return _native.Options(policy=policy, jobs=jobs_of(jobs), **limits)


def _load_one(opened: Opened, mode: Optional[str], options: "_native.Options", objects: Optional[str],
              found: List[Finding]) -> np.ndarray:
    try:
        if mode is not None:
            if opened.offset:
                raise usage("only an array at the start of an open file can be mapped", "load it: mmap_mode=None")
            return mapped(_native.map(opened.source, mode, options, found), mode, opened.path)
        array, end = _native.load(opened.source, options, opened.offset, found)
    except Error as error:
        if error.kind != "object_dtype" or objects is None:
            raise
        found.clear()  # reading the values tells the same again
        return _native.decode_objects(opened.rest(), options, found)
    if opened.file is not None:
        _forget_what_follows(found)
        opened.file.seek(end)
    return array


def _forget_what_follows(found: List[Finding]) -> None:
    """In an open file other things may stand behind an array."""
    found[:] = [one for one in found if one.kind != "trailing_bytes"]


def _mode_of(mmap_mode: Optional[str]) -> Optional[str]:
    if mmap_mode is None:
        return None
    if mmap_mode in ("w+", "write"):
        raise usage("mmap_mode='w+' would make a new file", "numpy.lib.format.open_memmap makes one")
    if mmap_mode not in MODES:
        raise usage("mmap_mode=%r: it is None, 'r', 'r+' or 'c'" % (mmap_mode,))
    return MODES[mmap_mode]


def _check_pickles(allow_pickle: bool, objects: Optional[str]) -> None:
    if allow_pickle:
        raise usage("allow_pickle=True: a pickle is a program, and nopy executes none",
                    "objects='data' reads the plain values in it")
    if objects not in (None, "data"):
        raise usage("objects=%r: it is None or 'data'" % (objects,))
