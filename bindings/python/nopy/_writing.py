# SPDX-License-Identifier: MIT
"""save, savez and savez_compressed."""
import collections.abc
from typing import Any, Dict, Optional, Tuple, Union

from . import _native
from ._arrays import laid_out
from ._errors import usage
from ._files import FileLike, is_utf8, jobs_of, written_to

Compress = Union[None, bool, str, Tuple[str, int]]

# What compress= may say: method and level.
PACKINGS: Dict[Any, Tuple[str, int]] = {
    None: ("stored", 0), False: ("stored", 0), "stored": ("stored", 0), True: ("deflate", 6), "deflate": ("deflate", 6),
    "fast": ("deflate", 1), "small": ("deflate", 9), "zstd": ("zstd", 3)}


def save(file: FileLike, arr: Any, *, overwrite: bool = True, durable: bool = False) -> None:
    """Writes an array as a .npy file with NumPy's bytes; like np.save it appends ".npy" to a name without it.

    The file gets its name when it is whole, so that whoever has the old one mapped keeps it, and after any failure the old one is
    there. Padding inside records is written as zeros. Objects are refused: no pickles.

    overwrite: False refuses a file that exists.
    durable: the file is on disk, not only in the system's memory, when this returns.
    """
    array = laid_out(arr)
    with written_to(file, ".npy") as path:
        _native.save(path, array, overwrite, durable)


def savez(file: FileLike, *args: Any, compress: Compress = None, jobs: Optional[int] = 1, align: int = 64,
          profile: str = "aligned", overwrite: bool = True, durable: bool = False, **kwds: Any) -> None:
    """Writes arrays into one .npz archive; like np.savez it names positional ones arr_0, arr_1, ..., and appends ".npz".

    A positional dict gives its keys as names, so that every name can be used: `savez("x.npz", {"compress": a})`.
    The archive gets its name when it is whole. Equal arrays give equal bytes, from any number of jobs.

    compress: None stores members, so that they can be mapped; True or "deflate" is NumPy's level 6; "fast", "small"; "zstd", which
        NumPy reads from Python 3.14 on; ("deflate", level) or ("zstd", level).
    jobs: threads for compression; -1 takes as many as there are processors.
    align: the data of stored members begins at a multiple of this in the file: a power of two up to 32768.
    profile: "numpy" writes, uncompressed, the very bytes of np.savez; nothing is aligned then.
    overwrite, durable: as for `save`.
    """
    method, level = _packing_of(compress)
    if profile not in ("aligned", "numpy"):
        raise usage("profile=%r: it is 'aligned' or 'numpy'" % (profile,))
    members = [(name, *laid_out(value)) for name, value in _named(args, kwds).items()]
    with written_to(file, ".npz") as path:
        _native.save_npz(path, members, method, level, jobs_of(jobs), align, profile == "numpy", overwrite, durable)


def savez_compressed(file: FileLike, *args: Any, jobs: Optional[int] = 1, overwrite: bool = True, durable: bool = False,
                     **kwds: Any) -> None:
    """Like `savez` with compress=True."""
    savez(file, *args, compress=True, jobs=jobs, overwrite=overwrite, durable=durable, **kwds)


def _packing_of(compress: Compress) -> Tuple[str, int]:
    if isinstance(compress, tuple) and len(compress) == 2 and compress[0] in ("deflate", "zstd"):
        return compress[0], int(compress[1])
    try:
        return PACKINGS[compress]
    except (KeyError, TypeError):
        raise usage("compress=%r" % (compress,),
                    "None, True, 'fast', 'small', 'zstd', or a method and a level: ('deflate', 9)") from None


def _named(args: Tuple[Any, ...], kwds: Dict[str, Any]) -> Dict[str, Any]:
    """Every array by its name; a name that two would have is an error, as in NumPy."""
    named: Dict[str, Any] = {}
    for index, value in enumerate(args):
        part = value if isinstance(value, collections.abc.Mapping) else {"arr_%d" % index: value}
        for name, array in [*part.items()]:
            if name in named:
                raise usage("two arrays would be named %r" % name)
            named[name] = array
    for name, array in kwds.items():
        if name in named:
            raise usage("two arrays would be named %r" % name)
        named[name] = array
    for name in named:
        if not isinstance(name, str):
            raise TypeError("the name of an array is a str, not " + type(name).__name__)
        if not is_utf8(name):
            raise usage("%r can not be a name: it is no UTF-8" % name)
    return named
